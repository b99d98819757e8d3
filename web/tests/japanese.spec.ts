// The page in Japanese: at the first visit, by choice, and without the words of the other language.
import type { Page } from "@playwright/test";
import type { Command } from "../src/protocol/wire";
import { words as en } from "../src/words";
import ja from "../src/words/ja";
import { expect, expectAccessible, newName, register, test } from "./fixtures";
import { LineClient } from "./line-client";

/** The scripts with words that a page has loaded. */
async function loadedWords(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  return names.flatMap((name) => /\/(en|ja)-[\w-]+\.js$/.exec(name)?.[1] ?? []);
}

test("the browser's language is the page's at the first visit, and its words alone are loaded", async ({
  visitor,
}) => {
  const page = await visitor({ locale: "ja-JP" });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: ja.home.title })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  expect(await loadedWords(page)).toEqual(["ja"]);
  const other = await visitor({ locale: "fr-FR" });
  await other.goto("/");
  await expect(other.locator("html")).toHaveAttribute("lang", "en");
  expect(await loadedWords(other)).toEqual(["en"]);
});

test("the language is chosen in the settings, and stays", { tag: "@fast" }, async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/settings");
  await page.getByLabel(en.settings.language).selectOption({ label: "日本語" });
  await expect(page.getByRole("heading", { level: 1, name: ja.frame.settings })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/bots");
  await expect(page.getByRole("heading", { level: 1, name: ja.games.bots.title })).toBeVisible();
  await expect(page.getByText(ja.games.bots.about("master", ""))).toBeVisible();
});

test("no English sentence is left on the Japanese pages that need no account", async ({ visitor }) => {
  const page = await visitor({ locale: "ja-JP" });
  for (const path of [
    "/",
    "/games",
    "/games/new",
    "/lobby",
    "/messages",
    "/bots",
    "/analysis",
    "/settings",
    "/sign-in",
    "/register",
    "/recover",
    "/watch",
    "/people",
    "/archive",
    "/book?moves=f5d6",
    "/event?name=Paris&year=1998",
    "/moderation",
    "/user/random-bot",
    "/over-the-board",
    "/rules",
    "/by-ear",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    const shown = await page.locator("body").innerText();
    expect(englishIn(shown), path).toEqual([]);
  }
});

/** Three English words in a row are a sentence; names and formats are not, and no square is a word. */
function englishIn(shown: string): readonly string[] {
  return shown.match(/\b[A-Za-z]+ [a-z]+ [a-z]+\b/g) ?? [];
}

/** What a screen reader hears: all names and descriptions of the page. */
const heardOn = (page: Page) => page.locator("body").ariaSnapshot();

test("an analysed game has no English sentence: verdicts, reasons, mistakes, lines, all that is folded", async ({
  visitor,
}) => {
  test.setTimeout(120_000);
  const page = await visitor({ locale: "ja-JP" });
  await page.goto("/analysis?moves=f5f6d3e3f3e2g7c4b3h8d2c2f7b4b1b2f1g6");
  const status = page.getByRole("region", { name: ja.analysis.run.label }).getByRole("status");
  await expect(status).toHaveText(ja.analysis.run.done, { timeout: 60_000 });
  const mistakes = page.getByRole("region", { name: ja.analysis.mistakes.title }).getByRole("button");
  expect(await mistakes.count()).toBeGreaterThan(3);
  for (const summary of await page.locator("summary").all()) await summary.click();
  for (let index = 0; index < (await mistakes.count()); index++) {
    await mistakes.nth(index).click();
    // It stays open from one move to the next.
    if (index === 0) await page.getByText(ja.analysis.finding.more).click();
    await expect(mistakes.nth(index)).toHaveAttribute("aria-current", "true");
    expect(englishIn(`${await page.locator("body").innerText()}\n${await heardOn(page)}`)).toEqual([]);
  }
});

test("a live game and errors have no English sentence", async ({ visitor }) => {
  const page = await visitor({ locale: "ja-JP" });
  await page.goto("/bots");
  await page.getByRole("button", { name: ja.games.bots.playName("random-bot") }).click();
  await page.waitForURL(/\/game\/\d+$/);
  await page.locator(".square.legal").first().click();
  await page.locator(".square.legal").first().waitFor();
  expect(englishIn(`${await page.locator("body").innerText()}\n${await heardOn(page)}`)).toEqual([]);
  for (const path of [
    "/analysis?moves=xyz",
    "/analysis?moves=f5a1",
    "/archive?text=xyzzy",
    "/archive?text=1998+1999",
    "/game/999999",
    "/user/nobody-at-all",
    "/nowhere",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    await page.waitForLoadState("networkidle");
    expect(englishIn(await page.locator("body").innerText()), path).toEqual([]);
  }
});

test("a game on a phone in Japanese, move by move", async ({ visitor }) => {
  const page = await visitor({ locale: "ja-JP", viewport: { width: 375, height: 740 }, hasTouch: true });
  await page.goto("/bots");
  await page.getByRole("button", { name: ja.games.bots.playName("random-bot") }).click();
  await page.waitForURL(/\/game\/\d+$/);
  await expect(page.getByRole("grid", { name: ja.board.board })).toBeVisible();
  await expect(
    page
      .getByText(ja.game.status.yourTurn)
      .or(page.getByText(/の手番です。/))
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
});

test("names of open games have room beside the words for whose turn it is", async ({ visitor, server }) => {
  const page = await visitor({ locale: "ja-JP" });
  const [name, opponent] = [newName("nora"), newName("opponent")];
  await register(page, name);
  const user = await LineClient.logIn(server.lines, name);
  const other = await LineClient.guest(server.lines, opponent);
  const games: number[] = [];
  for (const clock of ["5:00", "10:00"]) {
    const { done } = await other.ask({ do: "challenge", name, clock, color: "white" } as Command);
    games.push(done?.game ?? 0);
    await user.ask({ do: "join", game: done?.game ?? 0 });
  }
  await page.goto(`/game/${games[0] ?? 0}`);
  const links = page.getByRole("navigation", { name: ja.game.tabs }).getByRole("link");
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    await expect(link).toContainText(ja.game.tabTurn);
    const cut = await link
      .getByText(opponent)
      .evaluate((shown) => [shown.clientWidth > 60, shown.scrollHeight > shown.clientHeight]);
    expect(cut).toEqual([true, false]);
  }
  user.close();
  other.close();
});
