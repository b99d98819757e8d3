// Exercises: every way of doing them, by mouse, by keyboard and on a small phone; what is kept, and what becomes of it.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { dailyOf } from "../src/pages/exercises/choosing";
import { readExercises, type Exercise } from "../src/pages/exercises/exercise";
import { words } from "../src/words";
import text from "../src/words/en/exercises";
import { expect, expectAccessibleInBothSchemes, test } from "./fixtures";
import { legalSquares, square } from "./person";

const ALL = readExercises(readFileSync("../crates/exercises/exercises.tsv", "utf8"));
/** The engine has to come, and machines are busy. */
const SOLVED = { timeout: 60_000 };

/** The exercise on the board. */
async function shown(page: Page): Promise<Exercise> {
  await expect(page.getByRole("grid")).toBeVisible();
  const names = await page
    .locator("[data-square]")
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
  const cells = names.map((name) => (/, black/.test(name) ? "X" : /, white/.test(name) ? "O" : "-")).join("");
  const found = ALL.find(({ position }) => position.startsWith(cells));
  if (!found) throw new Error(`no exercise ${cells}`);
  return found;
}

const status = (page: Page) => page.getByRole("main").getByRole("status");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A legal move that is not right. */
async function wrongOf(page: Page, { right }: Exercise): Promise<string> {
  const names = await legalSquares(page).evaluateAll((cells) =>
    cells.map((cell) => cell.getAttribute("data-square") ?? ""),
  );
  return names.find((name) => !right.includes(name)) ?? "";
}

async function answer(page: Page, isRight: boolean): Promise<Exercise> {
  const exercise = await shown(page);
  const move = isRight ? (exercise.right[0] ?? "") : await wrongOf(page, exercise);
  await square(page, move).click();
  await expect(status(page)).toContainText(move);
  return exercise;
}

test(
  "the exercise of the day, from page one: a wrong move is punished, the right one found",
  { tag: "@fast" },
  async ({ visitor }) => {
    const page = await visitor();
    await page.goto("/");
    await page.getByRole("link", { name: words.frame.titles.exercises }).click();
    await expect(page.getByRole("heading", { level: 1, name: text.title })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("link", { name: text.modes.daily.title }).click();
    const daily = await shown(page);
    expect(daily).toEqual(dailyOf(ALL, Date.now()));
    const wrong = await wrongOf(page, daily);
    await square(page, wrong).focus();
    await page.keyboard.press("Enter");
    await expect(status(page)).toHaveText(
      new RegExp(`${wrong} (loses \\d+|turns a) .* answers [a-h][1-8]`),
      SOLVED,
    );
    expect(await status(page).innerText()).not.toContain(daily.right[0]);
    await expectAccessibleInBothSchemes(page);
    // The line that punishes it, step by step.
    const line = page.getByRole("group", { name: text.line });
    await line.getByRole("button", { name: text.back }).click();
    await page.keyboard.press("]");
    await page.keyboard.press("]");
    await button(page, text.why).click();
    await expect(button(page, text.why)).toBeDisabled();
    await button(page, text.again).click();
    await square(page, daily.right[0] ?? "").click();
    await expect(status(page)).toContainText(text.right(daily.right[0] ?? "", daily.score, true));
    await expect(page.getByText(text.tally(0, 1))).toBeVisible();
    await page.getByRole("link", { name: text.all }).click();
    await expect(page.getByText(text.missedToday)).toBeVisible();
    // It waits among the mistakes: only the first try counts.
    await page.getByRole("link", { name: text.modes.mistakes.title }).click();
    expect(await shown(page)).toEqual(daily);
    await answer(page, true);
    await button(page, text.next).click();
    await expect(status(page)).toHaveText(text.finished);
    await page.goto("/exercises/mistakes");
    await expect(status(page)).toHaveText(text.none.mistakes);
  },
);

test("at one's rating, by keyboard alone: the line plays itself, skipping is free", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/exercises/rated");
  const { right } = await shown(page);
  await square(page, right[0] ?? "").focus();
  await page.keyboard.press("Enter");
  await expect(button(page, text.next)).toBeFocused();
  await expect(page.getByText(/Your rating: \d+ ± \d+ \(\+\d+\)/)).toBeVisible();
  const moves = page.getByRole("main").locator(".moves button");
  await expect.poll(() => moves.count(), SOLVED).toBeGreaterThan(5);
  await expect(moves.last()).toHaveAttribute("aria-current", "step", { timeout: 30_000 });
  await button(page, text.next).focus();
  await page.keyboard.press("Enter");
  await expect(button(page, text.skip)).toBeVisible();
  const skipped = await shown(page);
  await button(page, text.skip).click();
  await expect.poll(() => shown(page)).not.toEqual(skipped);
  await expect(page.getByText(text.tally(1, 1))).toBeVisible();
  await button(page, text.show).click();
  await expect(status(page)).toContainText("Right: ");
});

test("of one theme alone", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/exercises");
  await page.getByRole("link", { name: new RegExp(`^${text.themes.wedge}`) }).click();
  expect((await shown(page)).theme).toBe("wedge");
});

test("a streak ends with the first mistake, and its length is kept", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/exercises/streak");
  await answer(page, true);
  await button(page, text.next).click();
  await answer(page, true);
  await button(page, text.next).click();
  await answer(page, false);
  await expect(status(page)).toContainText(text.streakOver(2));
  await expect(status(page)).toContainText(text.record);
  await expectAccessibleInBothSchemes(page);
  await button(page, text.once).click();
  await expect(page.getByText(text.best(2))).toBeVisible();
});

test("three minutes against the clock", async ({ visitor }) => {
  const page = await visitor();
  await page.clock.install();
  await page.goto("/exercises/storm");
  await button(page, text.begin).click();
  for (const isRight of [true, false, true]) {
    const before = await answer(page, isRight);
    await page.clock.runFor(600);
    await expect.poll(() => shown(page)).not.toEqual(before);
  }
  await page.clock.runFor(180_000);
  await expect(status(page)).toContainText(text.stormOver(2));
  await page.goto("/exercises");
  await expect(page.getByText(text.best(2))).toBeVisible();
});

test("an endgame drill: slips are shown and taken back, and the result is held to the end", async ({
  visitor,
}) => {
  test.setTimeout(180_000);
  const page = await visitor();
  await page.goto("/exercises/drill-10");
  const tried = new Set<string>();
  const over = button(page, text.drills.another);
  const takeBack = button(page, text.drills.takeBack);
  let [asked, at] = ["", ""];
  for (let step = 0; step < 600 && !(await over.isVisible()); step++) {
    if (await takeBack.isVisible()) {
      if (tried.size === 0) await expectAccessibleInBothSchemes(page);
      tried.add(asked);
      await takeBack.click();
      await expect(takeBack).toBeHidden();
      continue;
    }
    const names = await legalSquares(page).evaluateAll((cells) =>
      cells.map((cell) => cell.getAttribute("data-square") ?? ""),
    );
    if (names.length > 0 && names.join() !== at) {
      at = names.join();
      tried.clear();
    }
    const next = names.find((name) => !tried.has(name));
    if (next === undefined) {
      await page.waitForTimeout(100);
      continue;
    }
    asked = next;
    await square(page, next).click();
    // No square can be pressed while the solver looks at the move, and after a slip.
    await expect(legalSquares(page)).toHaveCount(0, SOLVED);
  }
  await expect(over).toBeVisible();
  await expect(status(page)).toContainText("The game is over");
});

test("an analysed game gives its costliest moves", async ({ visitor }) => {
  test.setTimeout(180_000);
  const page = await visitor();
  const analysis = words.analysis;
  await page.goto("/analysis?moves=f5f6d3e3f3e2g7c4b3h8d2c2f7b4b1b2f1g6");
  const run = page.getByRole("region", { name: analysis.run.label }).getByRole("status");
  await expect(run).toHaveText(analysis.run.done, { timeout: 90_000 });
  await page.getByText(analysis.learn.title).click();
  await button(page, text.keep).click();
  await expect(page.getByText(text.added(2))).toBeVisible({ timeout: 90_000 });
  await page.getByRole("link", { name: text.modes.own.title }).click();
  // Nobody has proven what so many empty squares are worth.
  await expect(page.getByText(text.estimate)).toBeVisible();
  await button(page, text.show).click();
  await expect(status(page)).toContainText("Right: ");
  await button(page, text.remove).click();
  await button(page, text.skip).click();
  await expect(status(page)).toHaveText(text.finished);
});

test("progress by theme is told, taken along and deleted", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/exercises/progress");
  await expect(status(page)).toHaveText(text.progress.none);
  await page.goto("/exercises/theme-parity");
  await answer(page, true);
  await button(page, text.next).click();
  await answer(page, false);
  await page.goto("/exercises/progress");
  await expect(page.getByText(text.progress.overall(1, 2))).toBeVisible();
  await expect(
    page.getByRole("row", { name: new RegExp(`^${text.themes.parity} 2 50% 9% to 91%`) }),
  ).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  const waiting = page.waitForEvent("download");
  await button(page, text.progress.tsv).click();
  const lines = readFileSync(await (await waiting).path(), "utf8")
    .trim()
    .split("\n");
  expect(lines.map((line) => line.split("\t")[4])).toEqual(["answer", "right", "wrong"]);
  await button(page, text.progress.forget).click();
  await button(page, text.progress.forgetAgain).click();
  await expect(status(page)).toHaveText(text.progress.forgotten);
  await page.reload();
  await expect(status(page)).toHaveText(text.progress.none);
});

test("on a small phone: nothing is wider than the screen, and one thumb reaches board and buttons", async ({
  visitor,
}) => {
  const page = await visitor({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  for (const path of ["/exercises", "/exercises/daily", "/exercises/drill-12", "/exercises/progress"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(320);
  }
  await page.goto("/exercises/daily");
  const { right } = await shown(page);
  const inView = async (name: string) => {
    const box = await button(page, name).boundingBox();
    expect(box && box.y + box.height, name).toBeLessThanOrEqual(640);
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
  };
  await inView(text.skip);
  await inView(text.show);
  await square(page, right[0] ?? "").tap();
  await expect(status(page)).toContainText(right[0] ?? "");
  await page.goto("/exercises/rated");
  await answer(page, true);
  await inView(text.next);
});

test("an address of no way of doing exercises is their list", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/exercises/no-such-way");
  await expect(page.getByRole("heading", { level: 1, name: text.title })).toBeVisible();
});

test("openings are added, asked, and told where a game left them", async ({ visitor }) => {
  const page = await visitor();
  const said = text.openings;
  await page.goto("/exercises/openings");
  await expect(page.getByRole("heading", { level: 1, name: text.modes.openings.title })).toBeVisible();
  await page.getByLabel(said.typed).fill("not a game");
  await button(page, said.addButton).click();
  await expect(status(page)).toHaveText(said.unread);
  await page.getByLabel(said.named).selectOption({ label: "Tiger" });
  await page.getByLabel(said.typed).fill("f5d6c3d3c4f4f6");
  await button(page, said.addButton).click();
  await expect(status(page)).toHaveText(said.added(2));
  await expect(page.getByText(said.state(4, 0, 4))).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await button(page, said.train).click();
  // By keyboard: the first move is right, the second one is not.
  await square(page, "f5").focus();
  await page.keyboard.press("Enter");
  await expect(status(page)).toHaveText(said.right("f5"));
  await expect(button(page, text.next)).toBeFocused();
  await page.keyboard.press("Enter");
  await square(page, "c4").click();
  await expect(status(page)).toHaveText(said.wrong("c4", ["c3"]));
  await expectAccessibleInBothSchemes(page);
  await button(page, said.end).click();
  await expect(page.getByText(said.state(2, 0, 4))).toBeVisible();
  await page.goto("/analysis?moves=f5d6c4d3c3");
  await page.getByText(words.analysis.openings).click();
  await expect(page.getByText(said.left("Black", 3, "c4", ["c3"]))).toBeVisible();
  await button(page, said.keepFor("White")).click();
  await page.getByRole("link", { name: text.modes.openings.title }).click();
  await button(page, said.removeLine("f5d6c4d3c3")).click();
  await expect(button(page, said.removeLine("f5d6c4d3c3"))).toBeHidden();
});
