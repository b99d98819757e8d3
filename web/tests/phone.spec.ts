// A phone: touch, portrait and landscape, large targets.
import { devices } from "@playwright/test";
import { words } from "../src/words";
import { expect, test } from "./fixtures";
import { action, legalSquares, playFirstLegal } from "./person";

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices["Pixel 7"];
const PHONE = { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch };

test("a game begins and goes on by touch", { tag: "@fast" }, async ({ visitor }) => {
  const page = await visitor(PHONE);
  await page.goto("/bots");
  await page.getByRole("button", { name: words.games.bots.playName("random-bot") }).tap();
  await page.waitForURL(/\/game\/\d+$/);
  for (let move = 0; move < 4; move++) await playFirstLegal(page, "tap");
  await expect(action(page, words.game.actions.resign)).toBeVisible();
});

test("the board is as wide as the phone and does not move while the game goes on", async ({ visitor }) => {
  const page = await visitor({ ...PHONE, viewport: { width: 360, height: 740 } });
  await page.goto("/bots");
  await page.getByRole("button", { name: words.games.bots.playName("random-bot") }).tap();
  await page.waitForURL(/\/game\/\d+$/);
  const grid = page.getByRole("grid");
  await expect(legalSquares(page).first()).toBeVisible();
  const before = await grid.boundingBox();
  expect(before?.width).toBeGreaterThan(300);
  for (let move = 0; move < 6; move++) {
    await playFirstLegal(page, "tap");
    expect(await grid.boundingBox()).toEqual(before);
  }
});

test("with two taps, the first one shows what the move turns", async ({ visitor }) => {
  const page = await visitor(PHONE);
  await page.addInitScript(() => {
    localStorage.setItem("willow-settings", JSON.stringify({ confirmMoves: "two-tap" }));
  });
  await page.goto("/bots");
  await page.getByRole("button", { name: words.games.bots.playName("random-bot") }).tap();
  await page.waitForURL(/\/game\/\d+$/);
  const first = legalSquares(page).first();
  const name = ((await first.getAttribute("aria-label")) ?? "").slice(0, 2);
  const cell = page.locator(`[data-square="${name}"]`);
  await cell.tap();
  await expect(cell).toHaveAccessibleName(/press again/);
  await cell.tap();
  // The bot may have turned the disc over already.
  await expect(cell).toHaveAccessibleName(/black|white/);
});

test("no page scrolls sideways, upright or lying", async ({ visitor }) => {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 740, height: 360 },
  ]) {
    const page = await visitor({ ...PHONE, viewport });
    for (const path of [
      "/",
      "/games",
      "/games/new",
      "/bots",
      "/lobby",
      "/messages",
      "/settings",
      "/sign-in",
      "/register",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(excess, path).toBeLessThanOrEqual(0);
    }
  }
});
