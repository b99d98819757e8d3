// Two people at one device, the record on paper, and the pages that are read.
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import guides from "../src/words/en/guides";
import { expect, expectAccessible, test } from "./fixtures";
import { square } from "./person";

const text = words.table;

/** Opens the place from the first page, as people do. */
async function openTable(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: words.home.links.table }).click();
  await expect(page.getByRole("heading", { level: 1, name: text.title })).toBeVisible();
}

test(
  "two people play with clocks, take back, and find their game again after a reload",
  { tag: "@fast" },
  async ({ visitor }) => {
    const page = await visitor();
    await openTable(page);
    await page.getByLabel(text.names.black).fill("花子");
    await page.getByText(text.clocks.increment, { exact: true }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: text.begin }).click();
    const board = page.getByRole("grid");
    await board.getByRole("button", { name: "f5, empty, legal, turns 1" }).click();
    await expect(page.getByText(text.toMove.white, { exact: true })).toBeVisible();
    await board.getByRole("button", { name: "d6, empty, legal, turns 1" }).click();
    await expect(page.getByRole("timer")).toHaveCount(2);
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole("grid").getByRole("button", { name: "d6, white, last move" })).toBeVisible();
    await expect(page.getByText("花子")).toBeVisible();
    await page.getByRole("button", { name: text.takeBack }).click();
    await expect(
      page.getByRole("grid").getByRole("button", { name: "d6, empty, legal, turns 1" }),
    ).toBeVisible();
    // Without the aids nothing is marked, and a second press ends the game.
    await page.getByLabel(text.teaching).uncheck();
    await page.getByRole("button", { name: text.resign }).click();
    await page.getByRole("button", { name: text.resignAgain }).click();
    await expect(page.locator(".status")).toHaveText(/White has resigned. Black wins./);
  },
);

test("a rematch against the device keeps the set-up", async ({ visitor }) => {
  test.setTimeout(120_000);
  const page = await visitor();
  await openTable(page);
  await page.getByText(text.opponents.white, { exact: true }).click();
  const slider = page.getByRole("slider", { name: words.home.first.opponent });
  await slider.press("ArrowRight");
  const learner = words.games.bots.name("learner");
  await expect(slider).toHaveAttribute("aria-valuetext", learner);
  await page.getByLabel(text.names.black).fill("花子");
  await page.getByRole("button", { name: text.begin }).click();
  await square(page, "f5").click();
  await expect(page.getByText(text.toMove.black, { exact: true })).toBeVisible({ timeout: 40_000 });
  await page.getByRole("button", { name: text.resign }).click();
  await page.getByRole("button", { name: text.resignAgain }).click();
  await page.getByRole("button", { name: words.game.actions.rematch }).click();
  await expect(square(page, "f5")).toHaveAccessibleName(/^f5, empty, legal/);
  await expect(page.getByText("花子")).toBeVisible();
  await expect(page.getByText(learner, { exact: true })).toBeVisible();
  await square(page, "f5").click();
  await expect(page.getByText(text.toMove.black, { exact: true })).toBeVisible({ timeout: 40_000 });
});

test("the board fills a tablet", async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 820, height: 1180 } });
  await openTable(page);
  await page.getByRole("button", { name: text.begin }).click();
  await expect.poll(async () => (await page.getByRole("grid").boundingBox())?.width).toBeGreaterThan(700);
});

test("a child has corners from the start, and the other one begins", async ({ visitor }) => {
  const page = await visitor();
  await openTable(page);
  await page.getByText(words.games.bots.cornersOf(2), { exact: true }).click();
  await page.getByRole("button", { name: text.begin }).click();
  await expect(page.getByText(text.toMove.white, { exact: true })).toBeVisible();
  const grid = page.getByRole("grid");
  for (const corner of ["a1", "h8"]) {
    await expect(grid.locator(`[data-square=${corner}]`)).toHaveAccessibleName(`${corner}, black`);
  }
  await grid.locator("[data-square=f4]").click();
  await expect(page.getByText(text.toMove.black, { exact: true })).toBeVisible();
});

test("a game by the command line, which also reads lines and stable discs", async ({ visitor }) => {
  const page = await visitor();
  await openTable(page);
  await page.getByRole("button", { name: text.begin }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("/");
  const line = page.getByLabel(words.board.commands.label);
  await expect(line).toBeFocused();
  for (const [typed, answer] of [
    ["f5", "f5 is played."],
    ["w d6", "d6 would turn 1: d5."],
    ["d f5", "Diagonal b1 to h7: b1 to d3 empty, e4 to f5 black, g6 to h7 empty."],
    ["t", "Black has no stable disc."],
    ["say hello", "There is no chat here."],
  ] as const) {
    await line.fill(typed);
    await line.press("Enter");
    await expect(page.locator(".answer")).toContainText(answer);
  }
  await line.press("Escape");
  await expect(page.locator("[data-square]:focus")).toHaveCount(1);
  // A move is played in the game, also while an earlier position is looked at.
  await page.keyboard.press("[");
  await page.keyboard.press("/");
  await line.fill("d6");
  await line.press("Enter");
  await expect(page.locator(".answer")).toHaveText("d6 is played.");
  await expect(page.locator(".status")).toHaveText(text.toMove.black);
});

test("the record sheet alone is printed, with the moves on their squares", async ({ visitor }) => {
  const page = await visitor();
  await openTable(page);
  await page.getByRole("button", { name: text.begin }).click();
  for (const square of ["f5", "d6", "c3"]) await page.locator(`[data-square="${square}"]`).click();
  await page.getByText(text.takeAlong).click();
  // What the printer sees at the moment in which the dialog opens.
  await page.evaluate(() => {
    window.print = () => {
      const sheet = document.querySelector(".sheet");
      document.body.dataset["printed"] =
        `${document.documentElement.dataset["sheet"] ?? ""}: ${sheet?.textContent ?? ""}`;
    };
  });
  /** The dialog is closed. */
  const close = () => page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.getByRole("button", { name: text.print.record }).click();
  await expect(page.locator("body")).toHaveAttribute("data-printed", /^record: .*f5 d6 c3/s);
  // The call of the dialog has returned, and the sheet stays until it is closed: alone on the paper.
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".sheet")).toBeVisible();
  await expect(page.getByRole("grid")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await close();
  await expect(page.locator(".sheet")).toHaveCount(0);
  await page.getByRole("button", { name: text.print.position }).click();
  await expect(page.locator("body")).toHaveAttribute("data-printed", /^position: .*White to move/s);
  await close();
  await expect(page.locator("html")).not.toHaveAttribute("data-sheet");
});

test("blindfold: squares say their names only", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/settings");
  await page.getByLabel(words.settings.switches.blindfold).check();
  await openTable(page);
  await page.getByRole("button", { name: text.begin }).click();
  await expect(page.getByRole("button", { name: "d4", exact: true })).toBeVisible();
  await expect(page.getByRole("grid").locator(".disc")).toHaveCount(0);
  await page.getByRole("button", { name: "f5", exact: true }).click();
  await expect(page.getByText(text.toMove.white, { exact: true })).toBeVisible();
});

test("the rules, and the page about playing by ear", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/settings");
  await page.getByRole("link", { name: guides.byEar.title }).click();
  await expect(page.getByRole("heading", { level: 1, name: guides.byEar.title })).toBeVisible();
  await expect(page.getByText("what lies on the diagonals through a square")).toBeVisible();
  await expectAccessible(page);
});
