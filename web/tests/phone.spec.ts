// A phone: touch, portrait and landscape, large targets.
import { devices, type Page } from "@playwright/test";
import { words } from "../src/words";
import { expect, test } from "./fixtures";
import { action, legalSquares, playBot, playFirstLegal } from "./person";

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

test("the bar leads to five pages, and the last one to the others", async ({ visitor }) => {
  const page = await visitor(PHONE);
  await page.goto("/");
  const bar = page.getByRole("navigation");
  const { home, learn, titles, more, games, lobby } = words.frame;
  await expect(bar.getByRole("link")).toHaveText([home, learn, titles.watch, titles.analysis, more]);
  for (const link of [games, lobby, titles.exercises]) {
    await bar.getByRole("link", { name: more }).tap();
    await page.getByRole("main").getByRole("link", { name: link, exact: true }).tap();
    await expect(page.getByRole("heading", { level: 1, name: link })).toBeAttached();
  }
});

test("the bar says on every page where one is", async ({ visitor }) => {
  const page = await visitor(PHONE);
  const { home, learn, titles, more } = words.frame;
  const here = page.getByRole("navigation").locator("[aria-current=page]");
  for (const [path, link] of [
    ["/", home],
    ["/bots", home],
    ["/learn/corners", learn],
    ["/exercises", learn],
    ["/watch", titles.watch],
    ["/nowhere", more],
    ["/games", more],
    ["/archive", more],
    ["/lobby", more],
    ["/messages", more],
    ["/sign-in", more],
  ] as const) {
    await page.goto(path);
    await expect(here, path).toHaveText([link]);
  }
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.goto("/archive");
  await expect(here).toHaveText([words.frame.archive]);
});

test("page one and Learn lead to the exercises in one press", async ({ visitor }) => {
  const page = await visitor(PHONE);
  for (const path of ["/", "/learn"]) {
    await page.goto(path);
    await page.getByRole("main").getByRole("link", { name: words.frame.titles.exercises }).first().tap();
    await expect(page.getByRole("heading", { level: 1, name: words.frame.titles.exercises })).toBeVisible();
  }
});

const onItsPage = (page: Page) => playBot(page, "random-bot");
const onPageOne = (page: Page) => page.goto("/");
const againstTheDevice = async (page: Page) => {
  await page.goto("/over-the-board");
  await page.getByText(words.table.opponents.white, { exact: true }).click();
  await page.getByRole("button", { name: words.table.begin }).click();
};

const { rematch, analyse, learn } = words.game.actions;
const FIRST_STEPS = [rematch, analyse];

for (const [where, begin, height, inView] of [
  ["on its page", onItsPage, 740, [...FIRST_STEPS, learn, words.game.actions.newGame]],
  ["on its page", onItsPage, 667, FIRST_STEPS],
  ["on page one", onPageOne, 740, [...FIRST_STEPS, learn]],
  ["against the device", againstTheDevice, 740, [...FIRST_STEPS, learn]],
] as const) {
  test(`after a game ${where} the verdict and the next steps are in view, in their order, at a height of ${height}`, async ({
    visitor,
  }) => {
    test.setTimeout(90_000);
    const page = await visitor({ ...PHONE, viewport: { width: 360, height } });
    await begin(page);
    for (let move = 0; move < 10; move++) await playFirstLegal(page, "tap");
    await expect(legalSquares(page).first()).toBeVisible();
    await page.getByRole("button", { name: words.game.actions.resign, exact: true }).tap();
    await page.getByRole("button", { name: words.game.actions.resignAgain, exact: true }).tap();
    await page.evaluate(() => scrollTo(0, 0));
    const actions = page.getByRole("group", { name: words.game.actions.title });
    const verdict = page.locator(".decided p");
    await expect(verdict).toBeVisible();
    // On the page of a game the steps stand above the verdict: all of them are in view.
    const steps = [
      ...(where === "on its page" ? [] : [verdict]),
      ...inView.map((next) => actions.getByText(next, { exact: true })),
    ];
    const bar = await page.getByRole("navigation").boundingBox();
    let before = { x: 0, y: 0 };
    for (const step of steps) {
      await expect(step).toBeVisible();
      const { x, y, height } = (await step.boundingBox()) ?? { x: 0, y: 0, height: Infinity };
      expect(y + height).toBeLessThanOrEqual(bar?.y ?? 0);
      expect(y > before.y || (y === before.y && x > before.x)).toBe(true);
      before = { x, y };
    }
    const learning = actions.getByText(learn, { exact: true });
    await expect(learning).toHaveAttribute("href", /^\/analysis\?moves=.*&learn=black$/);
  });
}

test("a long sentence about the game lies over nothing else", async ({ visitor }) => {
  const page = await visitor({ ...PHONE, viewport: { width: 360, height: 740 } });
  await playBot(page, "random-bot");
  await page.locator(".status p").evaluate((sentence) => (sentence.textContent = "It goes on. ".repeat(14)));
  const sentence = await page.locator(".status p").boundingBox();
  const bar = await page.locator(".player").last().boundingBox();
  const actions = await page.getByRole("group", { name: words.game.actions.title }).boundingBox();
  expect(sentence?.y).toBeGreaterThanOrEqual((bar?.y ?? Infinity) + (bar?.height ?? 0));
  expect((sentence?.y ?? Infinity) + (sentence?.height ?? 0)).toBeLessThanOrEqual(actions?.y ?? 0);
});
