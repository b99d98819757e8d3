// The page in other languages: at the first visit, by choice, and without the words of English.
import { readdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Command } from "../src/protocol/wire";
import type { Words } from "../src/words";
import en from "../src/words/en";
import ja from "../src/words/ja";
import { expectNoEnglish } from "./english";
import { expect, expectAccessible, newName, register, test } from "./fixtures";
import { LineClient } from "./line-client";

const folders = readdirSync("src/words", { withFileTypes: true }).filter((entry) => entry.isDirectory());
/** All languages but English. */
const OTHERS = await Promise.all(
  folders
    .filter(({ name }) => name !== "en")
    .map(async ({ name }) => ((await import(`../src/words/${name}/index.ts`)) as { default: Words }).default),
);

/** The scripts with words that a page has loaded. */
async function loadedWords(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  return names.flatMap((name) => /\/(en|fr|ja|zh)-[\w-]+\.js$/.exec(name)?.[1] ?? []);
}

test("the browser's language is the page's at the first visit, and its words alone are loaded", async ({
  visitor,
}) => {
  const page = await visitor({ locale: "ja-JP" });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: ja.home.title })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  expect(await loadedWords(page)).toEqual(["ja"]);
  const other = await visitor({ locale: "de-DE" });
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

/** What cannot be a word of another language: of one in Latin letters only some; else three words in a row. */
function englishIn(shown: string, { home }: Words): readonly string[] {
  const isLatin = /^[\p{Script=Latin}\P{L}]*$/u.test(home.title);
  const english = isLatin
    ? /\b(the|is|are|of|and|with|your|you|this|has|was)\b/gi
    : /\b[A-Za-z]+ [a-z]+ [a-z]+\b/g;
  return shown.match(english) ?? [];
}

/** All that is seen on a page, and the names and descriptions that a screen reader hears. */
const saidOn = async (page: Page) =>
  `${await page.locator("body").innerText()}\n${await page.locator("body").ariaSnapshot()}`;

for (const words of OTHERS) {
  test(`no English sentence is left on the pages that need no account: ${words.locale}`, async ({
    visitor,
  }) => {
    const page = await visitor({ locale: words.locale });
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
      "/tournaments",
      "/people",
      "/archive",
      "/book?moves=f5d6",
      "/event?name=Paris&year=1998",
      "/moderation",
      "/user/random-bot",
      "/over-the-board",
      "/rules",
      "/by-ear",
      "/learn",
      "/learn/tempo",
      "/exercises",
      "/exercises/rated",
      "/exercises/storm",
      "/exercises/drill-12",
      "/exercises/progress",
      "/exercises/openings",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
      const shown = await page.locator("body").innerText();
      expect(englishIn(shown, words), path).toEqual([]);
    }
  });

  test(`an analysed game has no English sentence, also where it is folded: ${words.locale}`, async ({
    visitor,
  }) => {
    test.setTimeout(120_000);
    const page = await visitor({ locale: words.locale });
    await page.goto("/analysis?moves=f5f6d3e3f3e2g7c4b3h8d2c2f7b4b1b2f1g6");
    const status = page.getByRole("region", { name: words.analysis.run.label }).getByRole("status");
    await expect(status).toHaveText(words.analysis.run.done, { timeout: 60_000 });
    const mistakes = page.getByRole("region", { name: words.analysis.mistakes.title }).getByRole("button");
    expect(await mistakes.count()).toBeGreaterThan(3);
    const unfold = () =>
      page
        .locator("main details")
        .evaluateAll((folded) => folded.forEach((each) => each.setAttribute("open", "")));
    await unfold();
    // What the tools of study have folded is there when they are.
    await page.getByRole("region", { name: words.analysis.lines.title }).waitFor();
    await unfold();
    for (let index = 0; index < (await mistakes.count()); index++) {
      await mistakes.nth(index).click();
      // It stays open from one move to the next.
      if (index === 0) await page.getByText(words.analysis.finding.more).click();
      await expect(mistakes.nth(index)).toHaveAttribute("aria-current", "true");
      expect(englishIn(await saidOn(page), words)).toEqual([]);
    }
  });

  test(`a live game and errors have no English sentence: ${words.locale}`, async ({ visitor }) => {
    const page = await visitor({ locale: words.locale });
    await page.goto("/bots");
    await page.getByRole("button", { name: words.games.bots.playName("random-bot") }).click();
    await page.waitForURL(/\/game\/\d+$/);
    await page.locator(".square.legal").first().click();
    await page.locator(".square.legal").first().waitFor();
    expect(englishIn(await saidOn(page), words)).toEqual([]);
    await expectAccessible(page);
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
      expect(englishIn(await page.locator("body").innerText(), words), path).toEqual([]);
    }
  });

  test(`a game against the program of the device has no English sentence, to the list of those that are over: ${words.locale}`, async ({
    visitor,
  }) => {
    const page = await visitor({ locale: words.locale });
    const nothingEnglish = async () => expect(englishIn(await saidOn(page), words)).toEqual([]);
    await page.goto("/over-the-board");
    await page.getByText(words.table.opponents.black, { exact: true }).click();
    await page.getByText(words.table.more, { exact: true }).click();
    await page.getByLabel(words.table.level).fill("1");
    await nothingEnglish();
    await page.getByRole("button", { name: words.table.begin }).click();
    await expect(page.locator(".status")).toHaveText(words.table.toMove.white, { timeout: 40_000 });
    await nothingEnglish();
    await page.getByRole("button", { name: words.table.resign, exact: true }).click();
    await page.getByRole("button", { name: words.table.resignAgain, exact: true }).click();
    await nothingEnglish();
    await page.getByRole("button", { name: words.table.another, exact: true }).click();
    await expect(page.getByRole("link", { name: words.table.program(1) })).toBeVisible();
    await expectAccessible(page);
    await nothingEnglish();
  });
}

test("a finished game, its place in the archive, and the profiles of its players have nothing in English", async ({
  visitor,
}) => {
  test.setTimeout(120_000);
  const page = await visitor({ locale: "ja-JP" });
  const name = newName("nora");
  await register(page, name);
  await page.goto("/bots");
  await page.getByText(ja.terms.colors.black, { exact: true }).click();
  await page.getByRole("button", { name: ja.games.bots.playName("random-bot"), exact: true }).click();
  await page.waitForURL(/\/game\/\d+$/);
  for (let move = 0; move < 10; move++) await playAny(page);
  const { resign, resignAgain } = ja.game.actions;
  for (const press of [resign, resignAgain])
    await page.getByRole("button", { name: press, exact: true }).click();
  await expect(page.locator(".decided p")).not.toHaveText(ja.game.decided.looking, { timeout: 30_000 });
  await expectNoEnglish(page);
  await page.goto("/archive");
  await expect(page.getByText(name).first()).toBeVisible();
  await expectNoEnglish(page);
  for (const player of [name, "random-bot", "first-game"]) {
    await page.goto(`/user/${player}`);
    await expect(page.getByRole("heading", { name: ja.lobby.user.ratings })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectNoEnglish(page);
  }
});

/** Plays the first legal move. */
async function playAny(page: Page): Promise<void> {
  const first = page.locator(".square.legal").first();
  const name = (await first.getAttribute("data-square")) ?? "";
  await first.click();
  await expect(page.locator(`[data-square="${name}"] .disc`)).toBeVisible();
}

test.describe(() => {
  test.use({ expected: /status of 40[014]/ });

  test("what forms refuse is said in Japanese", async ({ visitor }) => {
    const page = await visitor({ locale: "ja-JP" });
    const refused = async (button: string) => {
      await page.getByRole("button", { name: button, exact: true }).first().click();
      await expect(page.getByRole("alert").first()).toBeVisible();
      await expectNoEnglish(page);
    };
    await page.goto("/sign-in");
    await refused(ja.account.signIn);
    await page.locator('input[name="username"]').first().fill("nobodyatall");
    await page.locator('input[type="password"]').first().fill("correcthorse1");
    await refused(ja.account.signIn);
    await page.goto("/register");
    await page.locator('input[name="username"]').first().fill("random-bot");
    await page.locator('input[type="password"]').first().fill("correcthorse1");
    await refused(ja.account.register);
    await page.goto("/games/new");
    await page.getByText(ja.games.form.audiences.user, { exact: true }).click();
    await refused(ja.games.form.submit.user);
    await page.getByLabel(ja.games.form.opponent).fill("nobodyatall");
    await refused(ja.games.form.submit.user);
  });
});

test("a game on a phone in Japanese, move by move", async ({ visitor }) => {
  const page = await visitor({ locale: "ja-JP", viewport: { width: 375, height: 740 }, hasTouch: true });
  await page.goto("/bots");
  await page.getByRole("radio", { name: ja.terms.colors.black }).check({ force: true });
  await page.getByRole("button", { name: ja.games.bots.playName("random-bot") }).click();
  await page.waitForURL(/\/game\/\d+$/);
  const board = page.getByRole("grid", { name: ja.board.board });
  await board
    .getByRole("button", { name: new RegExp(`、${ja.board.cell.legal}`) })
    .first()
    .click();
  // The answer of the program stands in the list.
  await expect(page.getByRole("region", { name: ja.game.moves.title }).locator(".move")).toHaveCount(2);
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
