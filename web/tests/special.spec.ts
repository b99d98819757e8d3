// Games with bids, pairs in lock-step, random starts, offered results and adjourned games: by the keyboard alone, one player in
// English, the other in Japanese. What is pressed is found by its role and name, as a screen reader finds it.
import type { Locator, Page } from "@playwright/test";
import { words as en } from "../src/words";
import ja from "../src/words/ja";
import { becomeGuest, expect, expectAccessible, newName, test } from "./fixtures";

// Several pages and checks with axe: on a busy machine a test takes a minute.
test.describe.configure({ timeout: 120_000 });

type Words = typeof en;

/** The most keys that somebody presses to come to an element. */
const MAX_KEYS = 200;

/** Comes to an element by Tab, and within a group of radio buttons by the arrows. */
async function reach(element: Locator): Promise<void> {
  await expect(element).toBeEnabled();
  for (let keys = 0; keys < MAX_KEYS; keys++) {
    const where = await element.evaluate((wanted) => {
      const here = document.activeElement;
      if (here === wanted) return "here";
      const radios = [here, wanted].map((it) =>
        it instanceof HTMLInputElement && it.type === "radio" ? it.name : null,
      );
      return radios[0] !== null && radios[0] === radios[1] ? "in its group" : "elsewhere";
    });
    if (where === "here") return;
    await element.page().keyboard.press(where === "in its group" ? "ArrowRight" : "Tab");
  }
  await expect(element).toBeFocused();
}

/** Presses a key on an element as somebody without a mouse does. */
async function press(element: Locator, key = "Enter"): Promise<void> {
  await reach(element);
  await element.page().keyboard.press(key);
}

/** Types into a field, in place of what it has. */
async function write(field: Locator, text: string): Promise<void> {
  await reach(field);
  await field.page().keyboard.press("ControlOrMeta+A");
  await field.page().keyboard.insertText(text);
}

/** Two guests on two pages: one in English, the other in Japanese. */
async function two(visitor: (options: object) => Promise<Page>) {
  const [one, other] = [await visitor({ locale: "en-GB" }), await visitor({ locale: "ja-JP" })];
  const names = [newName("ann"), newName("ben")] as const;
  await becomeGuest(one, names[0]);
  await becomeGuest(other, names[1]);
  return { one, other, names };
}

/** One challenges the other by the form, with what `choose` chooses, and the other accepts. */
async function begin(
  one: Page,
  other: Page,
  name: string,
  choose: (form: Locator) => Promise<void>,
): Promise<void> {
  const text = en.games.form;
  await one.goto("/games/new");
  const form = one.locator("form.stacked");
  await press(form.getByRole("radio", { name: text.audiences.user }), "Space");
  await write(form.getByLabel(text.opponent), name);
  await choose(form);
  await expectAccessible(one);
  await press(form.getByRole("button", { name: text.submit.user }));
  await other.goto("/");
  await press(other.getByRole("button", { name: ja.home.accept }).first());
  await other.waitForURL(/\/game\/\d+$/);
  await one.waitForURL(/\/game\/\d+$/);
}

function square(page: Page, name: string): Locator {
  return page.getByRole("grid").getByRole("button", { name: new RegExp(`^${name}[,、]`) });
}

/** Types a square on the board. */
async function play(page: Page, move: string): Promise<void> {
  await page.keyboard.press("Escape");
  for (const key of move) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
}

async function bid(page: Page, words: Words, move: string, value: string): Promise<void> {
  const form = page.getByRole("form", { name: words.game.actions.bid });
  await write(form.getByLabel(words.game.actions.bidSquare), move);
  await write(form.getByLabel(words.game.actions.bidValue), value);
  await page.keyboard.press("Enter");
  await expect(form).toHaveCount(0);
}

const { status, actions, news } = en.game;
const { status: otherStatus } = ja.game;
const form = en.games.form;

test("komi: both bid, and the higher bid plays its move", async ({ visitor }) => {
  const { one, other, names } = await two(visitor);
  await begin(one, other, names[1], async (fields) => {
    await press(fields.getByRole("checkbox", { name: form.komi }), "Space");
    await expect(fields.getByRole("radio", { name: en.terms.colors.black })).toBeDisabled();
    await expect(fields.getByRole("checkbox", { name: form.synchro })).toBeDisabled();
  });
  await expect(one.getByText(status.bid).first()).toBeVisible();
  await expectAccessible(one);
  await bid(one, en, "f5", "1.5");
  await expect(one.getByText(status.bidWaits).first()).toBeVisible();
  await expectAccessible(one);
  // Wide figures and a minus sign, as a Japanese keyboard writes them.
  await bid(other, ja, "Ｄ３", "−０.5");
  await expect(square(one, "f5")).toHaveAccessibleName(new RegExp(en.board.cell.black));
  await expect(square(other, "f5")).toHaveAccessibleName(new RegExp(ja.board.cell.black));
  await expect(other.getByText(otherStatus.yourTurn).first()).toBeVisible();
  await play(other, "d6");
  await expect(square(one, "d6")).toHaveAccessibleName(new RegExp(en.board.cell.white));
});

test("a pair in lock-step shows a move when both games have one", async ({ visitor }) => {
  const { one, other, names } = await two(visitor);
  await begin(one, other, names[1], async (fields) => {
    await press(fields.getByRole("radio", { name: en.terms.colors.black }), "Space");
    await press(fields.getByRole("checkbox", { name: form.synchro }), "Space");
    await press(fields.getByRole("checkbox", { name: form.lockstep }), "Space");
  });
  const tabs = one.getByRole("navigation", { name: en.game.tabs });
  await expect(tabs.getByRole("link")).toHaveCount(2);
  // Each has Black in one of the two games.
  for (const [page, said, opponent] of [
    [one, status, names[1]],
    [other, otherStatus, names[0]],
  ] as const) {
    const theirs = page.getByText(said.turnOf(opponent));
    await expect(page.getByText(said.yourTurn).or(theirs).first()).toBeVisible();
    if (await theirs.isVisible()) await page.keyboard.press("2");
    if (await theirs.isVisible()) await page.keyboard.press("1");
    await expect(page.getByText(said.yourTurn).first()).toBeVisible();
  }
  await play(one, "f5");
  await expect(one.getByText(status.moveWaits("f5")).first()).toBeVisible();
  await expect(square(one, "f5")).toHaveAccessibleName(new RegExp(en.board.cell.black));
  await expectAccessible(one);
  // The player's own move stays on the board after a reload; the opponent does not see it.
  await one.reload();
  await expect(one.getByText(status.moveWaits("f5")).first()).toBeVisible();
  await expect(square(one, "f5")).toHaveAccessibleName(new RegExp(en.board.cell.black));
  const game = new URL(one.url()).pathname;
  const back = new URL(other.url()).pathname;
  await other.goto(game);
  await expect(other.getByText(otherStatus.opponentWaits).first()).toBeVisible();
  await expect(square(other, "f5")).toHaveAccessibleName(new RegExp(ja.board.cell.empty));
  await other.goto(back);
  await expect(other.getByText(otherStatus.yourTurn).first()).toBeVisible();
  await play(other, "c4");
  await other.goto(game);
  await expect(square(other, "f5")).toHaveAccessibleName(new RegExp(ja.board.cell.black));
  await expect(other.getByText(otherStatus.yourTurn).first()).toBeVisible();
});

test("a random start is adjourned and goes on, and a result is offered", async ({ visitor }) => {
  const { one, other, names } = await two(visitor);
  await begin(one, other, names[1], async (fields) => {
    await press(fields.getByRole("radio", { name: form.starts.random }), "Space");
    await write(fields.getByLabel(form.discs), "48");
    await press(fields.getByRole("radio", { name: en.terms.colors.black }), "Space");
  });
  const group = (page: Page) => page.getByRole("group", { name: actions.title });
  const more = group(one).getByText(actions.more);
  await press(more);
  await press(group(one).getByRole("button", { name: actions.adjourn }));
  await expect(one.getByText(status.askedByYou(names[1])).first()).toBeVisible();
  await expect(other.getByText(otherStatus.adjournAsked(names[0])).first()).toBeVisible();
  await press(other.getByRole("button", { name: otherStatus.accept }));
  await expect(one.getByText(status.adjourned).first()).toBeVisible();
  await expect(other.getByText(otherStatus.adjourned).first()).toBeVisible();
  await expectAccessible(one);
  await one.reload();
  await expect(one.getByText(status.adjourned).first()).toBeVisible();
  await press(group(one).getByRole("button", { name: actions.continue }));
  await expect(other.getByText(otherStatus.continueAsked(names[0])).first()).toBeVisible();
  await press(other.getByRole("button", { name: otherStatus.refuse }));
  await expect(one.getByText(news.requestRefused).first()).toBeVisible();
  await press(group(one).getByRole("button", { name: actions.continue }));
  await press(other.getByRole("button", { name: otherStatus.accept }));
  await expect(one.getByText(news.resumed).first()).toBeVisible();

  await press(more);
  await write(group(one).getByLabel(actions.result), "-6");
  await press(group(one).getByRole("button", { name: actions.offerResult, exact: true }));
  await expect(one.getByText(status.resultOfferedByYou(names[1], 6, names[1])).first()).toBeVisible();
  await expect(other.getByText(otherStatus.resultOffered(names[0], names[1], 6)).first()).toBeVisible();
  await expectAccessible(other);
  await press(other.getByRole("button", { name: otherStatus.accept }));
  await expect(one.getByText(en.game.end.agreed).first()).toBeVisible();
  await expectAccessible(one);
});
