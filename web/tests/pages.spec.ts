// Every page: accessible in light and dark, and its picture for whoever looks at it.
import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectAtRest,
  newName,
  REFUSED,
  register,
  test,
} from "./fixtures";
import { legalSquares, playBot, playFirstLegal, playOut } from "./person";

const FOR_VISITORS = [
  "/",
  "/games",
  "/games/new",
  "/tournaments",
  "/bots",
  "/lobby",
  "/book?moves=f5d6c3",
  "/messages",
  "/settings",
  "/sign-in",
  "/register",
  "/recover",
  "/nowhere",
];
const FOR_USERS = [
  "/",
  "/tournaments",
  "/tournaments?view=new",
  "/lobby",
  "/messages/bill",
  "/user/bill",
  "/account",
  "/settings",
];
const SIZES = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 360, height: 740 },
};

/** With a folder in PICTURES, the pages are photographed into it. */
const PICTURES = process.env["PICTURES"];

async function photograph(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await expectAtRest(page);
      await page.screenshot({ path: `${PICTURES}/${name}-${size}-${colorScheme}.png` });
    }
  }
  await page.setViewportSize(SIZES.desk);
}

async function visitAll(page: Page, paths: readonly string[], who: string): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expectAccessibleInBothSchemes(page);
    await photograph(page, `${who}${path === "/" ? "-home" : path.replaceAll(/[/?=]/g, "-")}`);
  }
}

test.describe(() => {
  // One of the pages is a page that does not exist.
  test.use({ expected: REFUSED });
  test("visitors' pages are accessible", async ({ visitor }) => {
    test.setTimeout(120_000);
    await visitAll(await visitor(), FOR_VISITORS, "visitor");
  });
});

test("users' pages are accessible", async ({ visitor }) => {
  test.setTimeout(120_000);
  const page = await visitor();
  await register(page, newName("uma"));
  await visitAll(page, FOR_USERS, "user");
});

test("a game is accessible, while it goes on and afterwards", async ({ visitor }) => {
  const page = await visitor();
  await playBot(page, "random-bot");
  for (let move = 0; move < 8; move++) await playFirstLegal(page);
  await expectAccessibleInBothSchemes(page);
  await photograph(page, "game");
  const group = page.getByRole("group", { name: words.game.actions.title });
  await group.getByRole("button", { name: words.game.actions.resign }).click();
  await group.getByRole("button", { name: words.game.actions.resignAgain }).click();
  await expect(group.getByRole("button", { name: words.game.actions.rematch })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await photograph(page, "game-over");
});

test("high contrast is accessible", async ({ visitor }) => {
  const page = await visitor();
  await page.addInitScript(() =>
    localStorage.setItem("willow-settings", JSON.stringify({ theme: "contrast" })),
  );
  await playBot(page, "random-bot");
  await expectAccessible(page);
  await photograph(page, "game-contrast");
});

test("only one's own profile belongs to `You`", async ({ visitor }) => {
  const page = await visitor();
  const name = newName("uma");
  await register(page, name);
  const you = page.getByRole("link", { name: words.frame.you, exact: true });
  await page.goto(`/user/${name}`);
  await expect(you).toHaveAttribute("aria-current", "page");
  await page.goto("/user/random-bot");
  await expect(
    page.getByRole("heading", { level: 1, name: words.games.bots.name("random-bot") }),
  ).toBeVisible();
  await expect(you).not.toHaveAttribute("aria-current");
});

test("a place that fills the window is no higher than it", async ({ visitor }) => {
  const page = await visitor();
  for (const path of ["/messages", "/lobby"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    const height = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    await expect.poll(height, { message: path }).toBe(0);
  }
});

test("names keep their width when the turn changes", async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await page.goto("/bots");
  await page.getByText("5 min", { exact: true }).click();
  await page.getByRole("radio", { name: words.terms.colors.black }).check({ force: true });
  await page.getByRole("button", { name: words.games.bots.playName("random-bot") }).click();
  await page.waitForURL(/\/game\/\d+$/);
  await expect(legalSquares(page).first()).toBeVisible();
  const widths = () =>
    page
      .locator(".player .name")
      .evaluateAll((names) => names.map((name) => [name.clientWidth, name.scrollWidth > name.clientWidth]));
  const before = await widths();
  expect(before.map(([, isCut]) => isCut)).toEqual([false, false]);
  for (let move = 0; move < 3; move++) {
    await playFirstLegal(page);
    expect(await widths()).toEqual(before);
  }
});

test("after a game the buttons that step through it are not covered", async ({ visitor }) => {
  test.setTimeout(90_000);
  const page = await visitor({ viewport: { width: 1024, height: 768 } });
  await playBot(page, "random-bot");
  await playOut(page);
  // The answer of the engine comes after the end.
  await expect(page.locator(".decided p")).not.toHaveText(words.game.decided.looking, { timeout: 30_000 });
  const { first, previous, next, last } = words.game.moves;
  for (const name of [first, previous, next, last]) {
    const button = page.getByRole("button", { name, exact: true });
    const isHit = await button.evaluate((wanted) => {
      const { x, y, width, height } = wanted.getBoundingClientRect();
      return wanted.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isHit, name).toBe(true);
  }
});
