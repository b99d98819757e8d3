// The library: a game is kept with its note, found again, thrown away and taken back, and exported; pictures of a game.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import { analysed, button, openFile, slider, text } from "./analysis-page";
import { CUT, expect, expectAccessibleInBothSchemes, newName, register, signIn, test } from "./fixtures";
import { playBot, playFirstLegal, square } from "./person";

test.describe.configure({ timeout: 120_000 });

const library = words.library;
const panel = (page: Page) => page.getByRole("region", { name: library.title });

/** Presses a button that saves a file, and returns its name and bytes. */
async function saved(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, name).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("a game on the board is kept with folder, note and variations, and comes back from the recycle bin", async ({
  visitor,
}) => {
  const page = await visitor();
  await analysed(page, "?moves=f5d6c3&ply=1&black=Ann&white=Ben");
  await page.locator("summary", { hasText: library.title }).click();
  await button(page, library.keep).click();
  await expect(page.getByText(library.kept(1))).toBeVisible();
  await page.getByRole("combobox", { name: library.folder }).fill("Study");
  await page.getByRole("textbox", { name: library.note }).fill("The Tiger begins.");
  await page.keyboard.press("Tab");
  await expect(page.getByText(library.saved)).toBeVisible();
  // What is done later is kept, too.
  await square(page, "f6").click();
  await page.getByRole("textbox", { name: text.tree.comment }).fill("Or this.");
  await page.keyboard.press("Tab");
  await button(page, text.another).click();
  await expect(panel(page)).toContainText("The Tiger begins.");
  await expectAccessibleInBothSchemes(page);
  await panel(page).getByRole("searchbox").fill("nobody");
  await expect(panel(page).getByText(library.found(0))).toBeVisible();
  await panel(page).getByRole("searchbox").fill("tiger");
  await panel(page).getByRole("combobox", { name: library.folder }).selectOption("Study");
  const sgf = await saved(page, library.write(1));
  expect(sgf.name).toBe("othello-library.sgf");
  expect(sgf.bytes.toString()).toMatch(/PB\[Ann\]PW\[Ben\].*C\[The Tiger begins\.\].*;W\[f6\]C\[Or this\.\]/);
  await panel(page)
    .getByRole("button", { name: library.editName(text.names("Ann", "Ben")) })
    .click();
  await button(page, library.bin).click();
  await expect(panel(page).getByText(library.binned)).toBeVisible();
  await expect(panel(page).getByText(library.found(0))).toBeVisible();
  await page.reload();
  await panel(page).getByRole("combobox", { name: library.folder }).selectOption("bin");
  await panel(page).getByRole("button", { name: library.restore }).click();
  await panel(page).getByRole("combobox", { name: library.folder }).selectOption("all");
  // The drafts of the last games are gone: the library has the variations itself.
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
  await panel(page)
    .getByRole("button", { name: text.names("Ann", "Ben"), exact: true })
    .click();
  await expect(slider(page)).toHaveAttribute("aria-valuemax", /[23]/);
  await page.keyboard.press("Home");
  await page.keyboard.press("]");
  await page.getByRole("button", { name: text.tree.variation("f6") }).click();
  await expect(page.getByRole("textbox", { name: text.tree.comment })).toHaveValue("Or this.");
});

/** Lets the library be kept with the account of a page's browser. */
async function keepWithAccount(page: Page, account: string): Promise<void> {
  await page.goto("/analysis");
  await panel(page)
    .getByRole("checkbox", { name: library.sync(account) })
    .check();
  await expect(panel(page).getByText(library.joined(account))).toBeVisible();
}

test.describe(() => {
  // Whoever signs out leaves a connection.
  test.use({ expected: CUT });
  test("the library of an account is the same in two browsers, and nobody else sees it", async ({
    visitor,
  }) => {
    const [one, two] = [await visitor(), await visitor()];
    const [owner, other] = [newName("ann"), newName("eve")];
    const game = (page: Page) =>
      panel(page).getByRole("button", { name: text.names("Ann", "Ben"), exact: true });
    await register(one, owner);
    await openFile(one, "(;GM[2]PB[Ann]PW[Ben];B[f5];W[d6])\n(;GM[2]PB[Cyd]PW[Dan];B[d3])\n");
    await button(one, library.keepGames(2)).click();
    await expect(one.getByText(library.kept(2))).toBeVisible();
    await button(one, text.another).click();
    await keepWithAccount(one, owner);
    await expect(game(one)).toBeVisible();
    await expectAccessibleInBothSchemes(one);
    await signIn(two, owner);
    await two.goto("/analysis");
    await expect(game(two)).toHaveCount(0);
    await keepWithAccount(two, owner);
    await expect(game(two)).toBeVisible();
    // A game on both boards: what is written at one is read at the other.
    for (const page of [one, two]) await game(page).click();
    const comment = (page: Page) => page.getByRole("textbox", { name: text.tree.comment });
    await comment(two).fill("Mine.");
    await two.keyboard.press("Tab");
    await expect(async () => {
      await one.evaluate(() => void dispatchEvent(new Event("online")));
      await expect(comment(one)).toHaveValue("Mine.", { timeout: 2000 });
    }).toPass();
    for (const page of [one, two]) await button(page, text.another).click();
    // A note of one browser is read in the other one.
    await panel(two)
      .getByRole("button", { name: library.editName(text.names("Ann", "Ben")) })
      .click();
    await two.getByRole("textbox", { name: library.note }).fill("The Tiger begins.");
    await two.keyboard.press("Tab");
    await expect(async () => {
      await one.reload();
      await expect(panel(one)).toContainText("The Tiger begins.", { timeout: 2000 });
    }).toPass();
    // So does a deletion.
    await panel(two).getByRole("button", { name: library.bin }).click();
    await panel(two).getByRole("combobox", { name: library.folder }).selectOption("bin");
    await panel(two).getByRole("button", { name: library.emptyBin }).click();
    await expect(async () => {
      await one.reload();
      await expect(panel(one).getByText(library.found(1))).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(game(one)).toHaveCount(0);
    // Somebody else at the second browser finds nothing, and takes nothing along.
    await two.goto("/account");
    await two.getByRole("button", { name: words.account.signOut, exact: true }).click();
    await expect(two.getByRole("link", { name: words.frame.signIn, exact: true }).first()).toBeVisible();
    await two.goto("/analysis");
    await expect(panel(two).getByText(library.empty)).toBeVisible();
    await register(two, other);
    await keepWithAccount(two, other);
    await expect(panel(two).getByText(library.empty)).toBeVisible();
    const kept = await two.evaluate(async (account) => {
      const answer = await fetch(`/api/library?account=${account}`);
      return ((await answer.json()) as { last: number }).last;
    }, other);
    expect(kept).toBe(0);
  });
});

test("all games of a file are kept in a folder, and a finished game below its result", async ({
  visitor,
}) => {
  const page = await visitor();
  await openFile(page, "f5d6c3\n\nd3c3\n");
  await page.getByRole("textbox", { name: library.folder }).fill("Openings");
  await button(page, library.keepGames(2)).click();
  await expect(page.getByText(library.kept(2))).toBeVisible();
  await playBot(page, "random-bot");
  await playFirstLegal(page);
  await playFirstLegal(page);
  const group = page.getByRole("group", { name: words.game.actions.title });
  await group.getByRole("button", { name: words.game.actions.resign }).click();
  await group.getByRole("button", { name: words.game.actions.resignAgain }).click();
  await button(page, library.keep).click();
  await expect(page.getByText(library.kept(1))).toBeVisible();
  await page.goto("/analysis?moves=f5");
  await button(page, text.another).click();
  await button(page, text.another).click();
  await expect(panel(page).getByText(library.found(3))).toBeVisible();
  await expect(
    panel(page)
      .getByRole("button", { name: new RegExp(words.games.bots.name("random-bot")) })
      .first(),
  ).toBeVisible();
  await panel(page).getByRole("combobox", { name: library.folder }).selectOption("Openings");
  await panel(page).getByRole("combobox", { name: library.format }).selectOption("transcript");
  const moves = await saved(page, library.write(2));
  expect(moves.bytes.toString().trim().split("\n").sort()).toEqual(["d3c3", "f5d6c3"]);
  await page.goto("/book");
  const book = page.getByRole("region", { name: library.book });
  await expect(book).toContainText(words.archive.statistics.games(3));
  // One first move stands for all four.
  await book.getByRole("button", { name: words.archive.statistics.play("d3") }).click();
  await expect(book).toContainText(words.archive.statistics.games(3));
  await expect(page).toHaveURL(/moves=d3/);
});

test("a game becomes a moving picture, and a picture with its numbers", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/analysis?moves=f5d6c3d3c4");
  await page.locator("summary", { hasText: text.export.title }).click();
  const format = page.getByRole("combobox", { name: text.export.title });
  await format.selectOption("gif");
  const gif = await saved(page, text.export.save);
  expect(gif.name).toMatch(/\.gif$/);
  expect(gif.bytes.subarray(0, 6).toString()).toBe("GIF89a");
  // Each of the six positions has a block of its own.
  expect(gif.bytes.toString("latin1").split("\x21\xf9\x04")).toHaveLength(7);
  await format.selectOption("sheet");
  const sheet = await saved(page, text.export.save);
  expect(sheet.bytes.subarray(1, 4).toString()).toBe("PNG");
});

test("the files of WTHOR are opened together, and Shift_JIS is read", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/analysis");
  const header = (games: number, names: number) => [
    20,
    26,
    1,
    1,
    games,
    0,
    0,
    0,
    names,
    0,
    234,
    7,
    8,
    0,
    24,
    0,
  ];
  const name = (of: string, length: number) => [...Buffer.alloc(length, of + "\0".repeat(length), "latin1")];
  const game = (white: number) => [1, 0, 0, 0, white, 0, 33, 33, 56, 64, 33, ...name("", 57)];
  const file = (name: string, bytes: number[]) => ({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(bytes),
  });
  await page
    .getByLabel(text.openGame.file)
    .setInputFiles([
      file("WTHOR.JOU", [
        ...header(0, 3),
        ...["Doe Jane", "Roe Rex", "Poe Ann"].flatMap((of) => name(of, 20)),
      ]),
      file("WTH_2026.wtb", [...header(2, 0), ...game(1), ...game(2)]),
      file("WTHOR.TRN", [...header(0, 2), ...name("?", 26), ...name("Open", 26)]),
    ]);
  const option = page.getByRole("option", { name: /Doe Jane – Roe Rex/ });
  await expect(option).toBeVisible();
  await page.getByRole("searchbox", { name: text.list.filter }).fill("poe");
  await expect(page.getByText(text.list.found(1))).toBeVisible();
  await button(page, text.another).click();
  const sgf = Buffer.from("(;GM[2]CA[Shift_JIS]PB[\x91\xba\x8f\xe3];B[f5];W[d6])", "latin1");
  await page.getByLabel(text.openGame.file).setInputFiles([file("game.sgf", [...sgf])]);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("村上");
});
