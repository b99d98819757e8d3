// The first page: a board on which one plays at once, the rules on it, and what stands beside it.
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import { CUT, expect, expectAccessible, expectAccessibleInBothSchemes, newName, test } from "./fixtures";
import { action, playBot, playFirstLegal, square } from "./person";

const text = words.home.first;

test(
  "a stranger plays by one press, goes on there, and finds the game again",
  { tag: "@fast" },
  async ({ visitor }) => {
    const page = await visitor();
    await page.goto("/");
    await expect(page.getByText(text.begin)).toBeVisible();
    const grid = page.getByRole("grid");
    await square(page, "f5").click();
    await expect(square(page, "f5")).toHaveAccessibleName(/^f5, black/);
    const place = await grid.boundingBox();
    for (let move = 0; move < 3; move++) await playFirstLegal(page);
    expect(await grid.boundingBox()).toEqual(place);
    await expect(page).toHaveURL(/\/$/);
    await expectAccessibleInBothSchemes(page);
    await page.reload();
    await expect(square(page, "f5")).toHaveAccessibleName(/^f5, (black|white)/);
    // The game stands on the board, not in the lists as well.
    await expect(page.getByRole("heading", { name: words.home.myTurn })).toHaveCount(0);
    await action(page, words.game.actions.resign).click();
    await action(page, words.game.actions.resignAgain).click();
    // The rules can be looked at, and are not played into the game that is over.
    await page.getByRole("button", { name: text.how }).click();
    await square(page, "f5").click();
    await expect(page.getByText(text.steps[0] ?? "")).toBeVisible();
    await page.getByRole("button", { name: text.play }).click();
    // A rematch begins in the same place.
    await action(page, words.game.actions.rematch).click();
    await playFirstLegal(page);
    await expect(page).toHaveURL(/\/$/);
    await action(page, words.game.actions.newGame).click();
    await action(page, words.game.actions.newGameAgain).click();
    await expect(page.getByText(text.begin)).toBeVisible();
    await playFirstLegal(page);
  },
);

test("the slider chooses who plays, and the choice stays", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/");
  const slider = page.getByRole("slider", { name: text.opponent });
  await expect(slider).toHaveAttribute("aria-valuetext", words.games.bots.name("first-game"));
  await slider.press("ArrowRight");
  await page.reload();
  await expect(slider).toHaveAttribute("aria-valuetext", words.games.bots.name("learner"));
  await square(page, "c4").press("Enter");
  await expect(page.getByRole("link", { name: text.whole })).toBeVisible();
  await page.getByRole("link", { name: text.whole }).click();
  await expect(page.getByRole("region", { name: words.games.bots.name("learner") })).toBeVisible();
});

test.describe("without a server", () => {
  test.use({ expected: CUT });

  test("the first move waits, and can be taken back", async ({ visitor, server }) => {
    const page = await visitor();
    await page.goto("/");
    await expect(page.getByRole("slider", { name: text.opponent })).toBeVisible();
    await server.kill();
    await square(page, "f5").click();
    await expect(page.getByText(words.game.status.offline)).toBeVisible();
    await page.getByRole("button", { name: words.game.actions.takeback }).click();
    await expect(page.getByText(text.begin)).toBeVisible();
    await expect(square(page, "f5")).toHaveAccessibleName(/^f5, empty/);
    await square(page, "c4").click();
    await server.start();
    await expect(page.getByRole("link", { name: text.whole })).toBeVisible();
    await expect(square(page, "c4")).not.toHaveAccessibleName(/empty/);
  });
});

test("whose turn it is is seen from afar: a bar and a board that are lit, until the game is over", async ({
  visitor,
}) => {
  const page = await visitor();
  await playBot(page, "random-bot");
  await playFirstLegal(page);
  const lit = page.locator(".lit");
  await expect(lit).toHaveCount(1);
  const bars = () =>
    page.locator(".player").evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).backgroundColor));
  const [opponent, own] = await bars();
  expect(own).not.toBe(opponent);
  // Names have the same room in turn and out of turn.
  const rooms = await page
    .locator(".player .name")
    .evaluateAll((names) => names.map((name) => name.clientWidth));
  expect(rooms[1]).toBe(rooms[0]);
  await action(page, words.game.actions.resign).click();
  await action(page, words.game.actions.resignAgain).click();
  await expect(lit).toHaveCount(0);
  expect(await bars()).toEqual([opponent, opponent]);
});

test("a name is chosen before the first game, from page one to the first move", async ({ visitor }) => {
  const page = await visitor();
  const name = newName("uma");
  await page.goto("/");
  await page.getByRole("link", { name: text.name }).click();
  await page.locator('input[name="nickname"]').fill(name);
  await page.getByRole("button", { name: words.account.guestGo }).click();
  await expect(page).toHaveURL(/\/$/);
  await square(page, "f5").click();
  await expect(square(page, "f5")).toHaveAccessibleName(/^f5, black/);
  await page.getByRole("link", { name: text.whole }).click();
  await expect(page.getByRole("region", { name })).toBeVisible();
});

test("only the link for a friend makes the next new game one by link", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/");
  await page.getByRole("link", { name: words.home.links.table }).click();
  await page.goBack();
  await page.getByRole("link", { name: words.frame.games, exact: true }).first().click();
  await page.getByRole("link", { name: words.games.newGame }).click();
  await expect(page.getByRole("radio", { name: words.games.form.audiences.link })).not.toBeChecked();
});

test("the rules are told on the same board", async ({ visitor }) => {
  const page = await visitor();
  await page.goto("/");
  await page.getByRole("button", { name: text.how }).click();
  for (const [at, step] of text.steps.entries()) {
    await expect(page.getByText(step)).toBeVisible();
    if (at === 1) await expect(square(page, "e5")).toHaveAccessibleName(/black/);
    if (at === 2) await expect(square(page, "e5")).toHaveAccessibleName(/white/);
    await expectAccessible(page);
    if (at < text.steps.length - 1) await page.getByRole("button", { name: text.on, exact: true }).click();
  }
  await page.getByRole("button", { name: text.play }).click();
  await expect(page.getByText(text.begin)).toBeVisible();
});

/** How far what stands on the page has been pushed about since it was opened: the sum of layout shifts. */
async function shiftOf(page: Page): Promise<number> {
  await expect(page.getByRole("slider", { name: text.opponent })).toBeVisible();
  await expect(page.getByRole("grid")).toBeVisible();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        // Where nothing was moved nothing is told.
        setTimeout(() => resolve(0), 500);
      }),
  );
}

for (const [name, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desk: { width: 1440, height: 900 },
})) {
  test(`nothing jumps while the page comes: ${name}`, async ({ visitor }) => {
    const page = await visitor({ viewport });
    await page.goto("/");
    expect(await shiftOf(page)).toBeLessThan(0.02);
  });
}
