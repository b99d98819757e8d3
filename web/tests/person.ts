// What a person does with the page: find a game, move, talk. Everything goes by roles and names, as for a screen reader.
import { expect, type Locator, type Page } from "@playwright/test";
import { words } from "../src/words";

/** How long a game may stand still, in milliseconds. How long all of it takes depends on the machine. */
const STANDSTILL_MS = 20_000;

/** The squares on which the person may move now. */
export function legalSquares(page: Page): Locator {
  return page.getByRole("grid").locator(`[aria-label*=", ${words.board.cell.legal}"]`);
}

/** A square of the board, whatever lies on it. */
export function square(page: Page, name: string): Locator {
  return page.getByRole("grid").locator(`[data-square="${name}"]`);
}

/** Waits until it is the person's turn, and plays the first legal move. Returns its square. */
export async function playFirstLegal(page: Page, press: "click" | "tap" = "click"): Promise<string> {
  const first = legalSquares(page).first();
  await expect(first).toBeVisible();
  const name = ((await first.getAttribute("aria-label")) ?? "").slice(0, 2);
  await square(page, name)[press]();
  await expect(square(page, name)).toHaveAccessibleName(new RegExp(`^${name}, (black|white)`));
  return name;
}

/** Whether the page shows the end of its game. */
export function isOver(page: Page): Promise<boolean> {
  return page.getByRole("button", { name: words.game.actions.rematch, exact: true }).isVisible();
}

/** Plays the first legal move for whoever is to move, until the game is over on all pages. */
export async function playOut(...players: Page[]): Promise<void> {
  const areOver = async () => (await Promise.all(players.map(isOver))).every(Boolean);
  for (;;) {
    let mover: Page | undefined;
    const next = async () => {
      const counts = await Promise.all(players.map((page) => legalSquares(page).count()));
      mover = players.find((_, index) => counts[index]);
      return mover !== undefined || areOver();
    };
    const message = "somebody can move, or the game is over";
    await expect.poll(next, { message, timeout: STANDSTILL_MS, intervals: [30] }).toBe(true);
    if (!mover) return;
    await playFirstLegal(mover);
  }
}

/** Tells who of two players is to move, and who waits. */
export async function moverAndWaiter(one: Page, other: Page): Promise<[Page, Page]> {
  await expect
    .poll(async () => (await legalSquares(one).count()) + (await legalSquares(other).count()))
    .toBeGreaterThan(0);
  return (await legalSquares(one).count()) > 0 ? [one, other] : [other, one];
}

/** The large button of the first page. Its name goes on with the clock; bots have buttons of the same first word. */
export function playButton(page: Page): Locator {
  return page.getByRole("button", { name: new RegExp(`^${words.home.play} \\d`) });
}

/** Presses Play on two pages: the server joins them. Both then show their game. */
export async function pair(one: Page, other: Page): Promise<number> {
  for (const page of [one, other]) {
    await page.goto("/");
    await playButton(page).click();
  }
  await Promise.all([one, other].map((page) => page.waitForURL(/\/game\/\d+$/)));
  return Number(one.url().split("/").pop());
}

/** Begins a game without a clock against a bot. */
export async function playBot(page: Page, bot: string): Promise<void> {
  await page.goto("/bots");
  await page.getByRole("radio", { name: words.terms.colors.black }).check({ force: true });
  await page.getByRole("button", { name: words.games.bots.playName(bot), exact: true }).click();
  await page.waitForURL(/\/game\/\d+$/);
  await expect(page.getByRole("grid")).toBeVisible();
}

/** The chat of the game on the screen: `players` or `spectators`. */
export function chat(page: Page, room: "players" | "spectators"): Locator {
  return page.getByRole("log", { name: words.game.talk[room] });
}

/** Says something in the chat of the game on the screen. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: words.game.talk.say }).fill(text);
  await page.getByRole("textbox", { name: words.game.talk.say }).press("Enter");
}

/** A button of the row of actions. */
export function action(page: Page, name: string): Locator {
  return page.getByRole("group", { name: words.game.actions.title }).getByRole("button", { name });
}

/** The name of the person, as the head of the page shows it. */
export async function ownName(page: Page): Promise<string> {
  const link = page.getByRole("banner").locator('a[href^="/user/"]').first();
  return ((await link.getAttribute("href")) ?? "").slice("/user/".length);
}
