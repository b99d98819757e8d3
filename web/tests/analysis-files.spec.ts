// Records of all kinds in the analysis: files with many games, variations, odd games.
import type { Locator, Page } from "@playwright/test";
import { words } from "../src/words";
import { button, ENGINE_MS, openFile, slider, status, text, valued } from "./analysis-page";
import { expect, expectAccessible, test } from "./fixtures";

test.describe.configure({ timeout: 120_000 });

const list = (page: Page): Locator => page.getByRole("listbox", { name: text.list.title });
const game = (page: Page, number: number): Locator =>
  list(page).getByRole("option", { name: new RegExp(`^${text.list.game(number, "", "")} `) });

/** Games, one a line; that with this number begins with d3, and line 8 is wrong. */
function lines(count: number, odd: number): string {
  const of = (line: number) => (line === 8 ? "f5a1" : line === odd + 1 ? "d3c3" : "f5d6c3");
  return Array.from({ length: count }, (_, index) => of(index + 1)).join("\n");
}

test("a file with many games is listed; one of them is chosen, and the way back leads to the list", async ({
  visitor,
}) => {
  const page = await visitor();
  await openFile(page, lines(2000, 1500));
  await expect(page.getByText(text.list.all(1999))).toBeVisible();
  await expect(page.getByText(/One game is left out\. Line 8/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: text.list.filter }).fill("d3");
  await expect(page.getByText(text.list.found(1))).toBeVisible();
  await game(page, 1500).click();
  await expect(page).toHaveURL(/moves=d3c3/);
  await button(page, text.another).click();
  await expect(page.getByText(text.list.all(1999))).toBeVisible();
});

test("the list and the chosen game outlive a reload", async ({ visitor }) => {
  const page = await visitor();
  await openFile(page, lines(2000, 1500));
  await expect(page.getByText(text.list.all(1999))).toBeVisible();
  await page.getByRole("searchbox", { name: text.list.filter }).fill("d3");
  await game(page, 1500).click();
  await expect(page).toHaveURL(/moves=d3c3/);
  await page.reload();
  await expect(slider(page)).toHaveAttribute("aria-valuemax", "2");
  await button(page, text.another).click();
  await expect(page.getByText(text.list.all(1999))).toBeVisible();
  await expect(page.getByRole("searchbox", { name: text.list.filter })).toHaveValue("d3");
  await expect(game(page, 1500)).toHaveAttribute("aria-selected", "true");
  await page.reload();
  await expect(game(page, 1500)).toBeVisible();
  // Without the filter the list begins with the chosen game; a list that is closed does not come back.
  await page.getByRole("searchbox", { name: text.list.filter }).fill("");
  await button(page, text.another).click();
  await expect(page.getByRole("textbox", { name: text.openGame.paste })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: text.openGame.paste })).toBeVisible();
  await expect(list(page)).toHaveCount(0);
});

test("a list of games is walked through by keys, and only the rows in sight are drawn", async ({
  visitor,
}) => {
  const page = await visitor();
  await openFile(page, lines(20_000, 19_000));
  await expect(page.getByText(text.list.all(19_999))).toBeVisible({ timeout: ENGINE_MS });
  await list(page).focus();
  await page.keyboard.press("End");
  await expect(game(page, 19_999)).toBeVisible();
  expect(await list(page).getByRole("option").count()).toBeLessThan(100);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(game(page, 1)).toBeVisible();
  const active = await list(page).getAttribute("aria-activedescendant");
  await expect(game(page, 2)).toHaveAttribute("id", active ?? "none");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/moves=f5d6c3/);
});

test("an SGF file brings its variations and remarks along, and says what is left out", async ({
  visitor,
}) => {
  const page = await visitor();
  const sgf =
    "(;GM[2]PB[Ann]PW[Ben]C[A game.];B[f5](;W[d6]C[Played.];B[c3])(;W[f6]C[Better?];B[e6])(;W[a1]))";
  await openFile(page, sgf, "game.sgf");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text.names("Ann", "Ben"));
  await expect(page.getByText(text.tree.leftOut(1))).toBeVisible();
  const comment = page.getByRole("textbox", { name: text.tree.comment });
  await expect(comment).toHaveValue("A game.");
  await page.getByRole("button", { name: text.tree.variation("f6") }).click();
  await expect(comment).toHaveValue("Better?");
  await expect(page).toHaveURL(/moves=f5f6e6&ply=2/);
  await page.reload();
  await expect(comment).toHaveValue("Better?");
  await expect(page.getByRole("button", { name: text.tree.variation("f6") })).toBeVisible();
});

/**
 * A set-up board on which White passes after each of Black's moves: White has discs, and never a move. A move turns at
 * least one disc, so that there can be no more passes in a row than the other side has discs. A search by machine found
 * no longer row than this one.
 */
const PASSES = {
  cells: "--OXO-O-OOO--OOX---OOOO-OO-OO-------O-O-OO-OO----OOO-OOO---O-XO-",
  moves: "h8f1h1b1a3a1d2h3e2h4g4f4c3f5c4c5a5h5g6h6e8f6d5e7c6b8c8a8b5".match(/../g) ?? [],
};

test("a record that begins with a set-up board, with a pass after each of its 29 moves", async ({
  visitor,
}) => {
  const page = await visitor();
  const { cells, moves } = PASSES;
  const plies = String(2 * moves.length);
  const played = moves.map((move) => `B[${move}]W[PA]`).join("");
  const board = `8 ${cells.replaceAll("X", "*")} *`;
  await openFile(page, `(;GM[Othello]PB[Ann]PW[Ben]TY[8]BO[${board}]${played};)`, "game.ggf");
  await expect(slider(page)).toHaveAttribute("aria-valuemax", plies);
  await expect(status(page)).toHaveText(text.run.done, { timeout: ENGINE_MS });
  const record = page.getByRole("region", { name: words.game.moves.title });
  await expect(record.getByRole("button", { name: new RegExp(words.game.moves.pass) })).toHaveCount(29);
  await page.keyboard.press("End");
  await expect(slider(page)).toHaveAttribute("aria-valuenow", plies);
  await page.reload();
  await expect(slider(page)).toHaveAttribute("aria-valuemax", plies);
  await expect(status(page)).toHaveText(text.run.done);
});

test("a record without moves has values on its squares, and a graph needs none", async ({ visitor }) => {
  const page = await visitor();
  await openFile(page, "(;GM[2]PB[Ann]C[Nobody moved.])", "game.sgf");
  await expect(page.getByRole("textbox", { name: text.tree.comment })).toHaveValue("Nobody moved.");
  await expect(status(page)).toHaveText(text.run.noMoves);
  await expect(valued(page)).toHaveCount(4, { timeout: ENGINE_MS });
  await expect(slider(page)).toHaveCount(0);
});
