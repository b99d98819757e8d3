// A tournament at tables from a phone, from its creation to the printed table, and one on the server.
import type { Page } from "@playwright/test";
import text from "../src/words/en/tournaments";
import { words } from "../src/words";
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  newName,
  register,
  test,
  type NewVisitor,
} from "./fixtures";
import { moverAndWaiter, playFirstLegal } from "./person";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Makes a person with an account. */
async function person(
  visitor: NewVisitor,
  word: string,
  options = {},
): Promise<{ page: Page; name: string }> {
  const [page, name] = [await visitor(options), newName(word)];
  await register(page, name);
  return { page, name };
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const view = (page: Page, name: string) => page.locator(".chips").getByText(name, { exact: true }).click();

/** Fills in the form of a tournament. Returns its path. */
async function create(
  page: Page,
  name: string,
  place: string,
  more?: () => Promise<unknown>,
): Promise<string> {
  await page.goto("/watch");
  await page.getByRole("main").getByRole("link", { name: words.frame.titles.tournaments }).click();
  await page.getByRole("link", { name: text.create }).click();
  await expectAccessible(page);
  await button(page, text.form.submit).click();
  await expect(page.getByRole("alert")).toHaveText(text.form.problems.name);
  await page.getByLabel(text.form.name).fill(name);
  await page.getByLabel(text.form.rounds, { exact: true }).fill("2");
  await page.getByText(place, { exact: true }).click();
  await more?.();
  await button(page, text.form.submit).click();
  await page.waitForURL(/\/tournaments\/\d+$/);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  return new URL(page.url()).pathname;
}

/** The row of a table by somebody who sits there. */
const rowOf = (page: Page, name: string) => page.locator(".tables > li").filter({ hasText: name });

/** Fills in the first number of a form; the other one follows. */
async function fillDiscs(scope: ReturnType<typeof rowOf>, discs: number): Promise<void> {
  await scope.getByRole("spinbutton").first().fill(String(discs));
  await expect(scope.getByRole("spinbutton").last()).toHaveValue(String(64 - discs));
}

test("a club evening for six at tables, from a phone", async ({ visitor }) => {
  test.setTimeout(120_000);
  const organiser = await person(visitor, "olga", PHONE);
  const path = await create(organiser.page, "Club evening", text.places.tables);
  // Two enter by themselves, four are added.
  const players = [await person(visitor, "ana", PHONE), await person(visitor, "ben", PHONE)];
  for (const { page } of players) {
    await page.goto(path);
    await button(page, text.you.enter).click();
    await expect(page.getByText(text.you.entered)).toBeVisible();
  }
  for (const name of ["Ito Jun", "Tim", "Zoé", "Ken"]) {
    await organiser.page.getByLabel(text.people.add).fill(name);
    await button(organiser.page, text.people.addButton).click();
    await expect(organiser.page.locator("ol.lines").getByText(name)).toBeVisible();
  }
  await expect(organiser.page.locator("ol.lines > li")).toHaveCount(6);
  await expectAccessibleInBothSchemes(organiser.page);
  await expect(organiser.page.getByText(text.organise.tables(3))).toBeVisible();
  await button(organiser.page, text.organise.start).click();
  await expect(organiser.page.locator(".tables > li")).toHaveCount(3);

  // One player tells the result, the opponent confirms it; of two at tables without a phone the organiser enters it.
  const [ana, ben] = players;
  if (!ana || !ben) throw new Error("two players entered");
  const theyMeet = (await rowOf(organiser.page, ana.name).filter({ hasText: ben.name }).count()) > 0;
  for (const { page, name } of players) {
    const you = page.getByRole("region", { name: text.you.title });
    await expect(you.getByText(/^You play /)).toBeVisible();
    if (name === ben.name && theyMeet) {
      await button(page, text.you.confirm("42–22")).click();
    } else {
      await fillDiscs(you, 42);
      await button(page, text.result.submit("42–22")).click();
      await expect(you.getByText(/^You said 42–22/)).toBeVisible();
    }
    await expect(rowOf(organiser.page, name).getByText("42–22").first()).toBeVisible();
  }
  await expectAccessible(ana.page);
  for (const row of await organiser.page.locator(".tables > li").all()) {
    const confirm = button(organiser.page, text.you.confirm("42–22")).and(row.getByRole("button"));
    if (await confirm.isVisible()) await confirm.click();
    else if (await row.getByText(text.tables.enter, { exact: true }).isVisible()) {
      await row.getByText(text.tables.enter, { exact: true }).click();
      await fillDiscs(row, 40);
      await row.getByRole("button", { name: text.result.submit("40–24") }).click();
    }
    await expect(row.locator(".score")).toBeVisible();
  }

  // A wrong result is corrected with a reason after the next round was paired, and the log has it.
  await button(organiser.page, text.organise.pair(2)).click();
  await expect(organiser.page.getByText(text.round(2, 2), { exact: true })).toBeVisible();
  // Why two meet, and what another pairing would cost.
  const penalties = organiser.page.locator(".tables").getByRole("button", { name: text.costs.show }).first();
  await penalties.click();
  await expect(organiser.page.getByText(text.costs.without(""))).toBeVisible();
  await expectAccessible(organiser.page);
  await penalties.click();
  await expect(organiser.page.getByText(text.costs.without(""))).toBeHidden();
  await organiser.page.locator(".chips").getByText("1", { exact: true }).click();
  const wrong = organiser.page.locator(".tables > li").last();
  await wrong.getByText(text.tables.correct, { exact: true }).click();
  await wrong.getByRole("spinbutton").first().fill("24");
  await wrong.getByRole("spinbutton").last().fill("40");
  await wrong.getByRole("button", { name: text.result.correct("24–40") }).click();
  await expect(wrong.getByText(text.result.needsReason)).toBeVisible();
  await expectAccessible(organiser.page);
  await wrong.getByLabel(text.result.reason).fill("sides were mixed up");
  await wrong.getByRole("button", { name: text.result.correct("24–40") }).click();
  await expect(wrong.locator(".score")).toHaveText("24–40");
  await view(organiser.page, text.views.log);
  await expect(organiser.page.getByText(/corrected to 24–40\. sides were mixed up/)).toBeVisible();
  await expectAccessible(organiser.page);

  // The last round, then the end, the paper and the files.
  await view(organiser.page, text.views.tables);
  for (const row of await organiser.page.locator(".tables > li").all()) {
    await row.getByText(text.tables.enter, { exact: true }).click();
    await fillDiscs(row, 33);
    await row.getByRole("button", { name: text.result.submit("33–31") }).click();
    await expect(row.locator(".score")).toHaveText("33–31");
  }
  await button(organiser.page, text.organise.finish).click();
  await expect(organiser.page.getByText(text.phases.over, { exact: true })).toBeVisible();
  await expect(ana.page.getByText(/^You finished in place \d\.$/)).toBeVisible();
  await expect(organiser.page.locator("tbody tr").first()).toContainText(/\d–\d–\d/);
  await organiser.page.getByText(text.standings.crosstable, { exact: true }).click();
  await expectAccessibleInBothSchemes(organiser.page);
  await organiser.page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await organiser.page.emulateMedia({ media: "print" });
  await expect(organiser.page.locator(".sheet")).toBeVisible();
  await expect(organiser.page.getByRole("main")).toBeHidden();
  await expect(organiser.page.locator(".sheet .standings tbody tr")).toHaveCount(6);
  await organiser.page.emulateMedia({ media: "screen" });
  await organiser.page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(organiser.page.locator(".sheet")).toHaveCount(0);
  const elf = await organiser.page.evaluate(
    async (path) => (await fetch(`/api${path}/file?format=elf`)).text(),
    path,
  );
  expect(elf.match(/\(\d+\)[<>=]\(\d+\)/g)).toHaveLength(6);

  // What was finished too early is reopened, with a reason.
  await view(organiser.page, text.views.organise);
  await organiser.page.getByLabel(text.organise.reason).fill("one more round");
  await button(organiser.page, text.organise.reopen).click();
  await expect(organiser.page.getByText(text.round(2, 2), { exact: true })).toBeVisible();
});

test("a projector shows pairings without controls, and Escape leaves it", async ({ visitor }) => {
  const { page } = await person(visitor, "olga");
  const path = await create(page, "On the wall", text.places.tables);
  for (const name of ["Ito Jun", "Tim"]) {
    await page.getByLabel(text.people.add).fill(name);
    await button(page, text.people.addButton).click();
    await expect(page.locator("ol.lines").getByText(name)).toBeVisible();
  }
  await button(page, text.organise.start).click();
  await expect(page.locator(".tables > li")).toHaveCount(1);
  await page.goto(`${path}?view=screen`);
  await expect(page.getByRole("cell", { name: "Ito Jun" })).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("banner")).toBeVisible();
});

test("games on the server begin by themselves, and their results are entered", async ({ visitor }) => {
  test.setTimeout(120_000);
  const [organiser, other] = [await person(visitor, "olga"), await person(visitor, "ana")];
  const path = await create(organiser.page, "Online", text.places.online);
  for (const { page } of [organiser, other]) {
    await page.goto(path);
    await button(page, text.you.enter).click();
    await expect(page.getByText(text.you.entered)).toBeVisible();
  }
  await expect(organiser.page.getByText(text.organise.tables(1))).toBeVisible();
  await button(organiser.page, text.organise.start).click();
  for (const { page } of [organiser, other]) {
    const link = page.getByRole("link", { name: text.you.goToGame });
    await expect(link).toBeVisible();
    await link.click();
    await page.waitForURL(/\/game\/\d+$/);
    await expect(page.getByRole("grid")).toBeVisible();
  }
  // Before both have moved there is no button for it.
  for (let move = 0; move < 4; move++) {
    const [mover] = await moverAndWaiter(organiser.page, other.page);
    await playFirstLegal(mover);
  }
  const actions = other.page.getByRole("group", { name: words.game.actions.title });
  await actions.getByRole("button", { name: words.game.actions.resign }).click();
  await actions.getByRole("button", { name: words.game.actions.resignAgain }).click();
  await organiser.page.goto(path);
  await expect(organiser.page.locator(".tables .score")).toHaveText(/^(64–0|0–64)/);
  await expect(button(organiser.page, text.organise.pair(2))).toBeVisible();
  // A visitor watches it all, and is told how to enter.
  const stranger = await visitor();
  await stranger.goto("/");
  // The first page names two, those that began first.
  const named = stranger.getByRole("list", { name: words.frame.titles.tournaments }).getByRole("link");
  await expect(named.first()).toBeVisible();
  await stranger.goto(path);
  await expect(stranger.getByRole("link", { name: text.you.signIn })).toBeVisible();
  await expectAccessible(stranger);
});
