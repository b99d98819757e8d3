// The client in Firefox and WebKit: an analysis, a whole game against the program of the page, the layout of phones.
import { expect } from "@playwright/test";
import { words } from "../../src/words";
import { BROWSERS, type Driver } from "./driver";
import { playOut, test, textOf, waitFor } from "./page";

/** Playwright's tests go through Chromium. */
const OTHERS = Object.entries(BROWSERS).filter(([name]) => name !== "Chromium");

for (const [name, start] of OTHERS) {
  test.describe(name, () => {
    let driver: Driver;
    test.beforeAll(async () => {
      driver = await start();
    });
    test.afterAll(() => driver.close());

    test("a whole game against the program of the page", async ({ server }) => {
      await driver.resize(1280, 900);
      await driver.open(`${server.url}/over-the-board`);
      await waitFor(driver, "input[value=white]");
      await driver.press("label:has(input[value=white])");
      await driver.press("form button[type=submit]");
      await playOut(driver, ".status", words.table.toMove.black);
    });

    test("a newcomer's first game, on the first page to its end", async ({ server }) => {
      await driver.resize(390, 844);
      await driver.open(server.url);
      await expect.poll(() => textOf(driver, ".turn p")).toBe(words.home.first.begin);
      await playOut(driver, ".turn p", /Your turn|Your move/);
      await expect.poll(() => textOf(driver, ".commands")).toContain(words.home.first.again);
      expect(await textOf(driver, ".commands")).toContain(words.game.actions.analyse);
      // The rematch begins at once.
      await driver.press(".commands button.primary");
      await expect.poll(() => textOf(driver, ".turn p")).toBe(words.game.status.yourTurn);
    });

    test("an analysis comes to its end, with reasons", async ({ server }) => {
      await driver.resize(1280, 900);
      await driver.open(`${server.url}/analysis?moves=f5f6d3e3f3e2g7c4b3h8`);
      const status = `section[aria-label=${words.analysis.run.label}] [role=status]`;
      await expect.poll(() => textOf(driver, status), { timeout: 120_000 }).toBe(words.analysis.run.done);
      await driver.press("section[aria-labelledby=mistakes-title] ol button");
      await expect.poll(() => textOf(driver, ".finding ol b")).not.toBe("");
    });

    test("a phone shows the whole board, and no page is wider than the screen", async ({ server }) => {
      await driver.resize(390, 844);
      for (const path of ["/", "/over-the-board", "/analysis?moves=f5d6", "/rules", "/bots", "/settings"]) {
        await driver.open(server.url + path);
        await waitFor(driver, "h1");
        const isWider = "document.documentElement.scrollWidth > innerWidth";
        await expect.poll(() => driver.read(isWider), { message: path }).toBe(false);
      }
      await driver.open(server.url);
      await waitFor(driver, "[role=grid]");
      const board = await driver.read<{ left: number; right: number; bottom: number; width: number }>(
        "document.querySelector('[role=grid]').getBoundingClientRect().toJSON()",
      );
      const [width, height] = await driver.read<[number, number]>("[innerWidth, innerHeight]");
      expect(board.left).toBeGreaterThanOrEqual(0);
      expect(board.right).toBeLessThanOrEqual(width);
      expect(board.bottom).toBeLessThanOrEqual(height);
      expect(board.width).toBeGreaterThan(0.8 * Math.min(width, 390));
    });
  });
}
