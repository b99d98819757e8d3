// What stands around the analysis: the server's archive, bots to practise against, modules that do not load, a tab that is
// closed.
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import { analysed, button, ENGINE_MS, openStudy, slider, status, text } from "./analysis-page";
import { expect, test } from "./fixtures";
import { legalSquares, playBot, playFirstLegal, square } from "./person";

test.describe.configure({ timeout: 120_000 });

/** Resigns the game on the screen. */
async function resign(page: Page): Promise<void> {
  const group = page.getByRole("group", { name: words.game.actions.title });
  await group.getByRole("button", { name: words.game.actions.resign }).click();
  await group.getByRole("button", { name: words.game.actions.resignAgain }).click();
}

test("the archive of the server stands beside the analysis, and its moves can be played", async ({
  visitor,
}) => {
  const page = await visitor();
  await playBot(page, "random-bot");
  await playFirstLegal(page);
  await playFirstLegal(page);
  await resign(page);
  await page.getByRole("link", { name: text.link, exact: true }).click();
  await openStudy(page);
  const archive = page.getByRole("region", { name: words.archive.statistics.title });
  // The server adds games to its archive a little after their end; the page asks when the position changes.
  await expect(async () => {
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await expect(slider(page)).toHaveAttribute("aria-valuenow", "0");
    await expect(archive).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: ENGINE_MS });
  const move = archive.getByRole("button", { name: /^Play / });
  await expect(move).toHaveCount(1);
  // Turned positions count as the same: the move may be another one of the four.
  await move.click();
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "1");
  await expect(move).toHaveCount(1);
});

test("practice from here begins a game against a bot of the server in the position on the board", async ({
  visitor,
}) => {
  const page = await visitor();
  await analysed(page, "?moves=f5d6c3d3&ply=2");
  await page.locator("summary", { hasText: text.practice.title }).click();
  const bot = page.getByRole("button", { name: words.games.bots.playName("random-bot"), exact: true });
  await expect(bot).toBeVisible();
  await bot.click();
  await page.waitForURL(/\/game\/\d+$/);
  // Black is to move after f5 d6, and so is the person.
  await expect(square(page, "f5")).toHaveAccessibleName(/^f5, black/);
  await expect(square(page, "d6")).toHaveAccessibleName(/^d6, white/);
  await expect(square(page, "c3")).toHaveAccessibleName(/^c3, empty/);
  await expect(legalSquares(page).first()).toBeVisible();
  await playFirstLegal(page);
  await expect(legalSquares(page).first(), "the bot has answered").toBeVisible({ timeout: ENGINE_MS });
  await page.goBack();
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "2");
});

test.describe(() => {
  test.use({ expected: /503|willow_(engine|reasons)|Failed to load resource|wasm/ });

  test("a module of the engine that does not load has a sentence; the game and its comment stay", async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.context().route("**/willow_engine_bg*", (route) => route.fulfill({ status: 503 }));
    await page.goto("/analysis?moves=f5d6c3&ply=1");
    await expect(status(page)).toHaveText(text.run.failed(words.engine["cannot-load"]), {
      timeout: ENGINE_MS,
    });
    const comment = page.getByRole("textbox", { name: text.tree.comment });
    await comment.fill("Nothing is lost.");
    await page.keyboard.press("Tab");
    await square(page, "d6").click();
    await expect(page).toHaveURL(/moves=f5d6c3&ply=2/);
    await page.reload();
    await page.context().unrouteAll();
    await page.getByRole("button", { name: text.run.start, exact: true }).click();
    await expect(status(page)).toHaveText(text.run.done, { timeout: ENGINE_MS });
    await page.keyboard.press("Home");
    await page.keyboard.press("]");
    await expect(comment).toHaveValue("Nothing is lost.");
  });

  test("without the module of the reasons the analysis is made, and says so; later the reasons come", async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.context().route("**/willow_reasons_bg*", (route) => route.fulfill({ status: 503 }));
    // Eleven empty squares; a6 loses 36 discs.
    const start = "OOXXXXXXXOXXXXXXOOXOXOXXOOXXOXXXOOXOXOXX-O-OOOOXXOOOO--X-X------_X";
    await analysed(page, `?start=${start}&moves=a6&ply=1`);
    const finding = page.getByRole("region", { name: text.finding.title });
    await expect(finding.getByText(text.finding.noReasons)).toBeVisible();
    await finding.getByText(text.finding.more).click();
    await finding.getByRole("button", { name: text.finding.change.ask }).click();
    await expect(finding.getByRole("alert")).toHaveText(words.engine["cannot-load"]);
    await page.context().unrouteAll();
    await button(page, text.run.again).click();
    await expect(finding.getByRole("heading", { name: text.finding.why })).toBeVisible({
      timeout: ENGINE_MS,
    });
    await expect(finding.getByText(text.finding.noReasons)).toHaveCount(0);
  });
});

test("a tab that is closed in the middle of a search has its draft when it is opened again", async ({
  visitor,
}) => {
  const page = await visitor();
  await analysed(page, "?moves=f5d6c3&ply=2");
  await page.getByRole("textbox", { name: text.tree.comment }).fill("Before the end.");
  // From the start of a game this depth has no end that a test would see.
  await page.getByRole("combobox", { name: text.run.depth }).selectOption("deep");
  await button(page, text.run.again).click();
  await expect(button(page, text.run.stop)).toBeVisible();
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto("/analysis");
  await expect(again.getByRole("heading", { name: text.openGame.table })).toBeVisible();
  await again.getByRole("link", { name: "f5d6c3" }).click();
  await expect(slider(again)).toHaveAttribute("aria-valuenow", "2");
  await expect(again.getByRole("textbox", { name: text.tree.comment })).toHaveValue("Before the end.");
  await expect(again.getByRole("region", { name: text.finding.title })).toContainText("d6");
});
