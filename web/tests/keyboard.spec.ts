// A whole game by keyboard alone, and another by somebody who has nothing but the text of the accessibility tree.
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import { expect, test } from "./fixtures";
import { isOver, playBot } from "./person";

const GAME_MS = 90_000;

/** Presses Tab until the focus is on an element that fits. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}

/** Moves the focus on the board by the arrow keys, from where it is. */
async function walkTo(page: Page, target: string): Promise<void> {
  const from = await page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? "");
  const columns = target.charCodeAt(0) - from.charCodeAt(0);
  const rows = Number(target[1]) - Number(from[1]);
  for (let step = 0; step < Math.abs(columns); step++) {
    await page.keyboard.press(columns > 0 ? "ArrowRight" : "ArrowLeft");
  }
  for (let step = 0; step < Math.abs(rows); step++) {
    await page.keyboard.press(rows > 0 ? "ArrowDown" : "ArrowUp");
  }
}

/** The first square that is said to be legal, or nothing. */
async function firstLegal(page: Page): Promise<string | null> {
  const name = new RegExp(`, ${words.board.cell.legal}`);
  const squares = await page.getByRole("grid").getByRole("button", { name }).all();
  return (await squares[0]?.getAttribute("data-square")) ?? null;
}

test("a whole game by keyboard alone", async ({ visitor }) => {
  test.setTimeout(GAME_MS + 30_000);
  const page = await visitor();
  await page.goto("/bots");
  await expect(page.getByRole("button", { name: words.games.bots.playName("random-bot") })).toBeVisible();
  await tabTo(page, `button[aria-label="${words.games.bots.playName("random-bot")}"]`);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/game\/\d+$/);
  await expect(page.getByRole("grid")).toBeVisible();
  await tabTo(page, "[data-square]");

  for (;;) {
    let target: string | null = null;
    const next = async () => (target = await firstLegal(page)) !== null || isOver(page);
    await expect.poll(next, { intervals: [30] }).toBe(true);
    if (target === null) break;
    await page.keyboard.press("Escape");
    await walkTo(page, target);
    await expect(page.locator(`[data-square="${target}"]`)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator(`[data-square="${target}"]`)).toHaveAccessibleName(/black|white/);
  }
  expect(await isOver(page)).toBe(true);
});

/** What a screen reader has: names and texts of the tree, nothing else. */
function readAloud(page: Page): Promise<string> {
  return page.getByRole("main").ariaSnapshot();
}

test("a whole game by the text of the accessibility tree and the command line", async ({ visitor }) => {
  test.setTimeout(GAME_MS + 30_000);
  const page = await visitor();
  await page.goto("/bots");
  await page.getByRole("button", { name: words.games.bots.playName("random-bot") }).press("Enter");
  await page.waitForURL(/\/game\/\d+$/);
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("/");
  const line = page.getByRole("textbox", { name: words.board.commands.label });
  await expect(line).toBeFocused();

  const deadline = Date.now() + GAME_MS;
  while (Date.now() < deadline) {
    const text = await readAloud(page);
    if (text.includes(`button "${words.game.actions.rematch}"`)) break;
    const legal = new RegExp(`button "([a-h][1-8]), [^"]*${words.board.cell.legal}`).exec(text)?.[1];
    if (legal === undefined) continue;
    await line.fill(legal);
    await page.keyboard.press("Enter");
    await expect(page.locator(`[data-square="${legal}"]`)).toHaveAccessibleName(/black|white/);
  }
  expect(await readAloud(page)).toContain(words.game.actions.rematch);
});

test("the command line answers, and says what it does not know", { tag: "@fast" }, async ({ visitor }) => {
  const page = await visitor();
  await playBot(page, "random-bot");
  await page.keyboard.press("/");
  const line = page.getByRole("textbox", { name: words.board.commands.label });
  const answers: [string, string | RegExp][] = [
    ["s", words.board.speech.scoreLong({ black: 2, white: 2 })],
    ["l", words.board.commands.noMoveYet],
    ["r 4", /Row 4: .*white.*black/],
    ["xyzzy", words.board.commands.unknown("xyzzy")],
  ];
  for (const [command, answer] of answers) {
    await line.fill(command);
    await page.keyboard.press("Enter");
    await expect(page.getByText(answer).first()).toBeVisible();
  }
});

test(
  "the list of keys opens at its beginning, and gives the focus back",
  { tag: "@fast" },
  async ({ visitor }) => {
    const page = await visitor({ viewport: { width: 360, height: 740 } });
    await page.goto("/rules");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await tabTo(page, "main *");
    const before = await page.evaluate(() => document.activeElement?.outerHTML);
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: words.settings.allKeys });
    await expect(dialog.getByRole("heading", { name: words.settings.allKeys })).toBeFocused();
    expect(await dialog.evaluate((list) => [list.scrollTop, list.scrollWidth - list.clientWidth])).toEqual([
      0, 0,
    ]);
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("button", { name: words.frame.close })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    expect(await page.evaluate(() => document.activeElement?.outerHTML)).toBe(before);
  },
);
