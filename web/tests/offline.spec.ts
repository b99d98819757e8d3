// The page without a connection, after one visit: the board for two, the rules, and what is said of the rest.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { dailyOf } from "../src/pages/exercises/choosing";
import { readExercises } from "../src/pages/exercises/exercise";
import { words } from "../src/words";
import exercises from "../src/words/en/exercises";
import guides from "../src/words/en/guides";
import lessons from "../src/words/en/learn";
import ja from "../src/words/ja";
import { CUT, expect, newName, register, test } from "./fixtures";

test.use({
  serviceWorkers: "allow",
  expected: new RegExp(`${CUT.source}|ServiceWorker|Failed to load resource`),
});

const EXERCISES = readExercises(readFileSync("../crates/exercises/exercises.tsv", "utf8"));

const REGISTERED = "navigator.serviceWorker.ready.then((ready) => ready.active?.state)";

for (const [locale, text, title] of [
  ["en-GB", words, guides.rules.title],
  ["ja-JP", ja, "オセロのルール"],
] as const) {
  test(`two people play without a connection (${locale})`, async ({ visitor, server }) => {
    const page = await visitor({ locale, serviceWorkers: "allow" });
    await page.goto("/");
    await expect.poll(() => page.evaluate(REGISTERED), { timeout: 20_000 }).toMatch(/activ/);
    // The server is gone. A browser that is told to be offline may still let its service workers through.
    await server.kill();
    await page.goto("/");
    await page.getByRole("link", { name: text.home.links.table }).click();
    await page.getByRole("button", { name: text.table.begin }).click();
    await page.locator("[data-square=f5]").click();
    await expect(page.getByText(text.table.toMove.white, { exact: true })).toBeVisible();
    await page.goto("/rules");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.goto("/lobby");
    await expect(page.getByText(text.frame.offlinePages)).toBeVisible();
    await page.getByRole("link", { name: text.frame.titles["over-the-board"] }).click();
    // The game is still there.
    await expect(page.locator("[data-square=f5]")).toHaveAccessibleName(new RegExp(text.board.cell.black));
    await server.start();
  });
}

/** What the service worker has kept of the engine. */
const ENGINE_KEPT = `(async () => {
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) if (/\\.weights$/.test(url)) return true;
  return false;
})()`;

test("without a connection: a game against the program of the page, its analysis, the rules, a lesson, an exercise", async ({
  visitor,
  server,
}) => {
  test.setTimeout(180_000);
  const page = await visitor({ serviceWorkers: "allow" });
  await page.goto("/");
  await expect.poll(() => page.evaluate(ENGINE_KEPT), { timeout: 60_000 }).toBe(true);
  await server.kill();
  await page.context().setOffline(true);
  // The rules on the board of the first page, and a game on it.
  await page.goto("/");
  await page.getByRole("button", { name: words.home.first.how }).click();
  await expect(page.getByText(words.home.first.steps[0] ?? "")).toBeVisible();
  await page.locator("[data-square=f5]").click();
  await page.getByRole("button", { name: words.home.first.device }).click();
  const status = page.locator(".status");
  await playAgainstProgram(page);
  await expect(status).toHaveText(/wins|draw/i);
  // It stays in the browser.
  await page.goto("/over-the-board");
  await page.getByRole("button", { name: words.table.another }).click();
  await expect(page.getByRole("heading", { name: words.table.played })).toBeVisible();
  await page.getByRole("link", { name: words.games.bots.name("first-game") }).click();
  await page.getByRole("combobox", { name: words.analysis.run.depth }).selectOption("quick");
  const run = page.getByRole("region", { name: words.analysis.run.label }).getByRole("status");
  await expect(run).toHaveText(words.analysis.run.done, { timeout: 90_000 });
  await page.goto("/analysis");
  const library = page.getByRole("region", { name: words.library.title });
  await expect(library.getByText(words.library.found(1))).toBeVisible();
  await page.goto("/rules");
  await expect(page.getByRole("heading", { level: 1, name: guides.rules.title })).toBeVisible();
  await page.goto("/learn/corners");
  await page.locator("[data-square=h1]").click();
  await expect(page.getByRole("main").getByRole("status")).toHaveText(
    lessons.lessons.corners.boards[0]?.right ?? "",
  );
  await page.goto("/exercises/daily");
  const daily = dailyOf(EXERCISES, Date.now());
  const [right = ""] = daily?.right ?? [];
  await page.locator(`[data-square="${right}"]`).click();
  const line = page.getByRole("main").locator(".moves button");
  await expect(line.first()).toHaveText(right, { timeout: 30_000 });
  await page.reload();
  await page.goto("/exercises");
  await expect(page.getByText(exercises.doneToday)).toBeVisible();
  await page.context().setOffline(false);
  await server.start();
});

/** Plays the first legal move at each turn, until nobody has one. */
async function playAgainstProgram(page: Page): Promise<void> {
  const status = page.locator(".status");
  const legal = page.getByRole("grid").getByRole("button", { name: /, legal/ });
  for (let move = 0; move < 40; move++) {
    await expect(status).toHaveText(/Black to move|wins|draw/i, { timeout: 20_000 });
    if (!(await status.innerText()).includes(words.table.toMove.black)) return;
    const square = (await legal.first().getAttribute("data-square")) ?? "";
    await page.locator(`[data-square="${square}"]`).click();
    await expect(page.locator(`[data-square="${square}"]`)).toHaveAccessibleName(/black|white/);
    // What follows from a move comes after its frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }
}

/** Resigns a game against the device at its first turn, and opens what the page says about the archive. */
async function resignToDevice(page: Page): Promise<void> {
  await page.locator("[data-square=f5]").click();
  await page.getByRole("button", { name: words.home.first.device }).click();
  const resign = page.getByRole("button", { name: words.table.resign });
  await expect(page.locator(".status")).toHaveText(words.table.toMove.black, { timeout: 20_000 });
  await resign.click();
  await page.getByRole("button", { name: words.table.resignAgain }).click();
}

test("a game that was played without a connection is in the archive once, when there is one again", async ({
  visitor,
  server,
}) => {
  test.setTimeout(120_000);
  const page = await visitor({ serviceWorkers: "allow" });
  const name = newName("device");
  await register(page, name);
  await expect.poll(() => page.evaluate(ENGINE_KEPT), { timeout: 60_000 }).toBe(true);
  await server.kill();
  await page.context().setOffline(true);
  await page.goto("/");
  await resignToDevice(page);
  await expect(page.getByText(words.table.archive.waiting)).toBeVisible();
  await page.context().setOffline(false);
  await server.start();
  const link = page.getByRole("link", { name: words.table.archive.kept });
  await expect(link).toBeVisible({ timeout: 60_000 });
  await link.click();
  const program = words.archive.onDevice(words.games.bots.name("first-game"));
  await expect(page.getByText(program, { exact: true })).toBeVisible();
  await expect(page.getByText(words.archive.deviceMark)).toBeVisible();
  // Whoever looks for it finds it with its mark; a reload sends it no second time.
  await page.goto(`/user/${name}`);
  const games = page.getByRole("region", { name: words.lobby.user.deviceGames });
  await expect(games.getByRole("listitem")).toHaveCount(1);
  await page.goto(`/archive?text=${encodeURIComponent(`player:"${name}" device`)}`);
  await expect(page.getByText(words.archive.deviceMark)).toHaveCount(1);
  const found = page.getByRole("region", { name: words.archive.games, exact: true }).getByRole("status");
  await expect(found).toHaveText(words.archive.found(1, false));
});

for (const [locale, language] of [
  ["en-GB", "en"],
  ["ja-JP", "ja"],
  ["fr-FR", "fr"],
  ["de-DE", "en"],
] as const) {
  test(`the page can be installed (${locale}): manifest, icons, and a service worker under the policy`, async ({
    visitor,
    server,
  }) => {
    const page = await visitor({ locale, serviceWorkers: "allow" });
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    const address = await page.locator("link[rel=manifest]").getAttribute("href");
    const answer = await page.request.get(address ?? "");
    expect(answer.headers()["content-type"]).toBe("application/manifest+json");
    const manifest = (await answer.json()) as { lang: string; icons: { src: string; type: string }[] };
    expect(manifest.lang).toBe(language);
    for (const { src, type } of manifest.icons) {
      const icon = await page.request.get(src);
      expect([icon.status(), icon.headers()["content-type"]], `${server.url}${src}`).toEqual([200, type]);
    }
  });
}
