// The analysis: a game in, findings of the real engine out, by mouse and by keyboard alone, also after a reload.
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import { analysed, button, ENGINE_MS, openStudy, slider, status, text, valued } from "./analysis-page";
import { CUT, expect, expectAccessibleInBothSchemes, test } from "./fixtures";
import { playFirstLegal, playBot, square } from "./person";

/** The beginning of a game. */
const GAME = "f5d6c3d3c4f4f6g5e6d7e3c5f3e7b5g3";

test.describe.configure({ timeout: 120_000 });

/** Presses Tab until the focus is on an element that fits. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}

test(
  "a pasted game is analysed by the engine in the browser, and its address leads back to it",
  { tag: "@fast" },
  async ({ visitor }) => {
    const page = await visitor();
    await page.goto("/analysis");
    await page.getByRole("textbox", { name: text.openGame.paste }).fill(GAME);
    await button(page, text.openGame.open).click();
    await expect(status(page)).toHaveText(text.run.done, { timeout: ENGINE_MS });
    await page.keyboard.press("End");
    await expect(slider(page)).toHaveAttribute("aria-valuenow", "16");
    await expect(slider(page)).toHaveAttribute(
      "aria-valuetext",
      new RegExp(text.graph.move(16, "White", "g3")),
    );
    await expect(page).toHaveURL(new RegExp(`moves=${GAME}&ply=16$`));
    await expect(page.getByRole("region", { name: text.finding.title })).toContainText("g3");
    // The values of the legal moves stand on the squares, and are said with their names.
    await expect(valued(page).first()).toBeVisible({ timeout: ENGINE_MS });
    await page.reload();
    await expect(slider(page)).toHaveAttribute("aria-valuenow", "16");
    await expect(status(page)).toHaveText(text.run.done);
  },
);

test("everything by keyboard alone: open, step, play a variation, take it out", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/analysis");
  await expect(page.getByRole("textbox", { name: text.openGame.paste })).toBeVisible();
  await tabTo(page, "textarea");
  await page.keyboard.type("f5d6c3");
  await tabTo(page, "button[type=submit]");
  await page.keyboard.press("Enter");
  await expect(slider(page)).toHaveAttribute("aria-valuemax", "3");
  await page.keyboard.press("]");
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "1");
  await page.keyboard.press("ArrowRight");
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "2");
  await tabTo(page, "[role=slider]");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "1");
  await page.keyboard.press("f");
  await page.keyboard.press("6");
  await expect(page.locator('[data-square="f6"]')).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/moves=f5f6&ply=2/);
  await expect(page.getByRole("button", { name: text.tree.variation("f6") })).toBeVisible();
  await button(page, text.tree.remove).press("Enter");
  await expect(page).toHaveURL(/moves=f5d6c3&ply=1/);
});

/** 19 empty squares, in World Championship 1977. f2 loses 6 discs, and would be best with a black disc on c6. */
const ENDING = "--XXX------XX---O-XXXOOO-OXOXOOOOOOOOOOOXOOOOOOO--XOOO---OOOOOO-_O";

test("what would have made a wrong move good is looked for when it is asked, and stays over a reload", async ({
  visitor,
}) => {
  const page = await visitor();
  await analysed(page, `?start=${ENDING}&moves=f2&ply=1`);
  const finding = page.getByRole("region", { name: text.finding.title });
  await expect(finding.getByRole("heading", { name: text.finding.why })).toBeVisible();
  await finding.getByText(text.finding.more).click();
  await finding.getByRole("button", { name: text.finding.change.ask }).click();
  const found = finding.getByText(/would be the best move\.$/);
  await expect(found).toBeVisible({ timeout: ENGINE_MS });
  const mark = finding.getByRole("heading", { name: text.finding.change.title }).locator("+ p button");
  await mark.click();
  await expect(mark).toHaveAttribute("aria-pressed", "true");
  // A frame around the square.
  await expect(page.locator("svg.overlay rect:not(.chip)")).toHaveCount(1);
  const sentence = await found.textContent();
  await page.reload();
  await expect(page.getByRole("region", { name: text.finding.title })).toContainText(sentence ?? "nothing");
});

/** The beginning of a game of two beginners; g7 is an X-square. */
const BLUNDERS = "f5f6d3e3f3e2g7c4b3h8d2c2f7b4b1b2f1g6";

test("a mistake is looked at where it was made: its value, its reasons, and their lines played on the board", async ({
  visitor,
}) => {
  const page = await visitor();
  await analysed(page, `?moves=${BLUNDERS}`);
  const finding = page.getByRole("region", { name: /.,/ }).filter({ has: page.locator(".tag") });
  await page.getByRole("button", { name: /^\?\? 7 Black g7/ }).click();
  // The position before the move is on the board, and the move is what is spoken of.
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "6");
  await expect(finding.getByRole("heading", { level: 2 })).toContainText("g7 loses");
  await expect(page.locator("svg.overlay .played.bad")).toHaveCount(1, { timeout: ENGINE_MS });
  await expect(page.locator("svg.overlay circle")).toHaveCount(1);
  const reasons = finding.locator("ol > li");
  expect(await reasons.count()).toBeLessThanOrEqual(2);
  await reasons.first().getByRole("button").click();
  await expect(slider(page)).not.toHaveAttribute("aria-valuenow", "6");
  await expect(page.locator("svg.overlay rect:not(.chip)")).not.toHaveCount(0);
  await expect(finding.getByRole("heading", { level: 2 })).toContainText("g7 loses");
  // Another position is about another move.
  await page.keyboard.press("Home");
  await expect(finding).toHaveCount(0);
});

test("a variation that is played keeps the value that stood on its square", async ({ visitor }) => {
  const page = await visitor();
  await analysed(page, "?moves=f5d6c3&ply=1");
  await expect(square(page, "f6")).toHaveAccessibleName(/value/, { timeout: ENGINE_MS });
  const value = /value ([^,]+)/.exec((await square(page, "f6").getAttribute("aria-label")) ?? "")?.[1];
  await square(page, "f6").click();
  await page.getByText(text.finding.more).click();
  await expect(page.getByText(`f6: ${value ?? "nothing"}`)).toBeVisible();
});

test("a move has one value: its square, its heading and the list of mistakes agree", async ({ visitor }) => {
  const page = await visitor();
  await analysed(page, `?moves=${BLUNDERS}`);
  for (const [mistake, move] of [
    [/^\? 3 Black d3/, "d3"],
    [/^\?\? 7 Black g7/, "g7"],
  ] as const) {
    const row = page.getByRole("button", { name: mistake });
    await row.click();
    const played = page.locator("svg.overlay .played text").first();
    await expect(played).toBeVisible({ timeout: ENGINE_MS });
    const best = page.locator("svg.overlay .best text").first();
    const [value, top] = (await Promise.all([played, best].map((mark) => mark.textContent()))).map((said) =>
      Number(said?.replace("−", "-")),
    );
    const lost = (top ?? 0) - (value ?? 0);
    await expect(page.getByRole("heading", { level: 2 }).first()).toContainText(`${move} loses ${lost} disc`);
    await expect(row.locator(".number").last()).toHaveText(`−${lost}`);
  }
});

test("the best move alone is searched deeper and deeper, by two workers, with its depth on the square", async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto("/analysis?moves=f5d6c3&ply=3");
  await openStudy(page);
  const lines = page.getByRole("region", { name: text.lines.title });
  await expect(valued(page).first()).toBeVisible({ timeout: ENGINE_MS });
  await lines.getByRole("combobox", { name: text.lines.most }).selectOption("1");
  await lines.getByRole("button", { name: text.lines.endless }).click();
  await lines.getByRole("combobox", { name: text.lines.threads }).selectOption("2");
  await lines.getByRole("combobox", { name: text.lines.hash }).selectOption("16");
  const depth = async () => Number(/\d+/.exec((await lines.locator(".hint").textContent()) ?? "")?.[0]);
  await expect.poll(depth, { timeout: ENGINE_MS }).toBeGreaterThan(14);
  await page.reload();
  await lines.getByRole("button", { name: text.lines.endless }).click();
  await expect(lines.getByRole("combobox", { name: text.lines.hash })).toHaveValue("16");
});

/** Opens the analysis of a game, and returns how far things were pushed about until it was done: the sum of layout shifts. */
async function shiftWhileAnalysed(page: Page): Promise<number> {
  await page.addInitScript(() => {
    const moved = Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) moved.shift += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await analysed(page, `?moves=${BLUNDERS}&ply=7`);
  await expect(valued(page).first()).toBeVisible({ timeout: ENGINE_MS });
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}

test("on a phone board and step buttons stay in view together, and nothing jumps while the engine works", async ({
  visitor,
}) => {
  const page = await visitor({ viewport: { width: 390, height: 844 }, hasTouch: true });
  expect(await shiftWhileAnalysed(page)).toBeLessThan(0.02);
  const next = button(page, words.game.moves.next);
  await expect(next).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, 600);
  await expect(page.getByRole("grid")).toBeInViewport({ ratio: 0.95 });
  await expect(next).toBeInViewport({ ratio: 1 });
});

test("on a desk the graph is as wide as the board", async ({ visitor }) => {
  const page = await visitor();
  await analysed(page, "?moves=f5d6c3");
  // With the coordinates around the squares.
  const board = await page.locator(".board .frame").boundingBox();
  const graph = await slider(page).boundingBox();
  expect(graph?.width).toBeCloseTo(board?.width ?? 0, 0);
});

test("on a desk nothing jumps while the engine works", async ({ visitor }) => {
  expect(await shiftWhileAnalysed(await visitor())).toBeLessThan(0.02);
});

test("a stopped analysis keeps what it has, and a reload in its middle loses nothing", async ({
  visitor,
}) => {
  const page = await visitor();
  await analysed(page, "?moves=f5d6c3");
  // From the start of a game this depth has no end that a test would see.
  await page.getByRole("combobox", { name: text.run.depth }).selectOption("deep");
  await button(page, text.run.again).click();
  await button(page, text.run.stop).click();
  await expect(status(page)).toHaveText(text.run.stopped);
  const moves = page.getByRole("region", { name: words.game.moves.title });
  await moves.getByRole("button", { name: /^3\. / }).click();
  await page.getByRole("textbox", { name: text.tree.comment }).fill("Here it began.");
  await button(page, text.run.goOn).click();
  await expect(button(page, text.run.stop)).toBeVisible();
  await expect(page).toHaveURL(/ply=3/);
  await page.reload();
  await expect(page.getByRole("textbox", { name: text.tree.comment })).toHaveValue("Here it began.");
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "3");
  await expect(page.getByRole("region", { name: text.finding.title })).toContainText("c3");
});

test.describe(() => {
  test.use({ expected: /503|willow\.weights|Failed to load resource/ });
  test("an engine that does not load has a sentence; the game stays, and works when it loads", async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.context().route("**/*.weights", (route) => route.fulfill({ status: 503 }));
    await page.goto("/analysis?moves=f5d6c3");
    await expect(status(page)).toHaveText(text.run.failed(words.engine["cannot-load"]), {
      timeout: ENGINE_MS,
    });
    await page.keyboard.press("]");
    await expect(slider(page)).toHaveAttribute("aria-valuenow", "1");
    await page.context().unrouteAll();
    await page
      .getByRole("region", { name: text.run.label })
      .getByRole("button", { name: text.run.retry })
      .click();
    await expect(status(page)).toHaveText(text.run.done, { timeout: ENGINE_MS });
  });
});

test("what is no game is refused beside the field, and what was typed stays", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/analysis");
  const field = page.getByRole("textbox", { name: text.openGame.paste });
  await field.fill("f5d6a1");
  await button(page, text.openGame.open).click();
  await expect(page.getByRole("alert")).toContainText("a1");
  await expect(field).toHaveValue("f5d6a1");
  await page.reload();
  await expect(field).toHaveValue("f5d6a1");
  await page.goto("/analysis?moves=xyz");
  await expect(page.getByRole("alert")).toHaveText(text.badAddress);
});

test("a mistake is an exercise, whose task stands below the board", async ({ visitor }) => {
  const page = await visitor();
  await analysed(page, `?moves=${GAME}`);
  const learn = page.locator("details", { hasText: text.learn.title });
  await learn.locator("summary").click();
  await learn.getByRole("button", { name: text.learn.start, exact: true }).click();
  const task = page.getByRole("region", { name: text.learn.title });
  await expect(task).toContainText("Find a better move.");
  await task.getByRole("button", { name: text.learn.solution }).click();
  await expect(task.getByRole("status")).toContainText("Best is");
  await expect(task.getByRole("button", { name: text.learn.next })).toBeFocused();
  await task.getByRole("button", { name: text.learn.leave }).click();
  await expect(learn.locator("summary")).toBeVisible();
});

test("an address asks for one's own mistakes, which begin when they are known", async ({ visitor }) => {
  const page = await visitor();
  await page.goto(`/analysis?moves=${GAME}&learn=white`);
  const task = page.getByRole("region", { name: text.learn.title });
  await expect(task).toContainText("White played", { timeout: 60_000 });
  // Once left they do not begin again.
  await task.getByRole("button", { name: text.learn.leave }).click();
  await expect(task).toHaveCount(0);
  await expect(page).toHaveURL(/moves=[a-h1-8]+(?!.*learn)/);
});

test("a board that is set up, without moves: values stand on its squares", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/analysis");
  await page.getByRole("radio", { name: words.terms.colors.white }).check({ force: true });
  await button(page, text.openGame.openBoard).click();
  await expect(page).toHaveURL(/start=.*_O/);
  await expect(status(page)).toHaveText(text.run.noMoves);
  await expect(valued(page)).toHaveCount(4, { timeout: ENGINE_MS });
});

test("a finished game leads to its analysis; one that goes on does not", async ({ visitor }) => {
  const page = await visitor();
  await playBot(page, "random-bot");
  await playFirstLegal(page);
  await playFirstLegal(page);
  await expect(page.getByRole("link", { name: text.link, exact: true })).toHaveCount(0);
  const group = page.getByRole("group", { name: words.game.actions.title });
  await group.getByRole("button", { name: words.game.actions.resign }).click();
  await group.getByRole("button", { name: words.game.actions.resignAgain }).click();
  await page.getByRole("link", { name: text.link, exact: true }).click();
  await expect(page).toHaveURL(/\/analysis\?moves=/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(words.games.bots.name("random-bot"));
});

test("at the end of a game nobody is to move", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/analysis?moves=e6f4e3f6g5d6e7f5c5&ply=9");
  await expect(page.getByText(text.over, { exact: true })).toBeVisible();
  await expect(page.getByText(text.toMove.white, { exact: true })).toHaveCount(0);
});

test("the analysis is accessible", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/analysis");
  await expect(page.getByRole("textbox", { name: text.openGame.paste })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await analysed(page, "?moves=f5d6c3d3c4&ply=3");
  for (const title of [text.learn.title, text.practice.title, text.export.title]) {
    await page.locator("summary", { hasText: title }).click();
    await expectAccessibleInBothSchemes(page);
  }
  await square(page, "f4").focus();
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 820, height: 1180 },
  ]) {
    await page.setViewportSize(viewport);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, "nothing sticks out to the side").toBeLessThanOrEqual(0);
  }
});

test.describe(() => {
  test.use({ expected: CUT });
  test("without a server the analysis goes on, and the engine plays", async ({ visitor }) => {
    const page = await visitor();
    await analysed(page, "?moves=f5d6c3&ply=3");
    // Both workers have loaded what they need.
    await expect(valued(page).first()).toBeVisible({ timeout: ENGINE_MS });
    await page.context().setOffline(true);
    await page.locator("summary", { hasText: text.practice.title }).click();
    await page.getByRole("group", { name: text.practice.color }).getByText("Black").click();
    await button(page, text.practice.start).click();
    // White is to move: the engine answers.
    await expect(slider(page)).toHaveAttribute("aria-valuenow", "4", { timeout: ENGINE_MS });
    await expect(page.getByText(text.practice.yourTurn)).toBeVisible();
  });
});
