// Every place in each language, size and theme, as pictures to look at: LOOKS=FOLDER npx playwright test looks
// LOOKS_ONLY=game,book takes some places, LOOKS_VIEWS=en-phone-dark,ja-desk-light some views; LOOKS_ARCHIVE=FILE imports
// these games first.
import type { Page } from "@playwright/test";
import type { Command } from "../src/protocol/wire";
import { Club, GAMES, movesOf } from "./club";
import { CUT, expect, test } from "./fixtures";
import { LineClient } from "./line-client";
import { WillowServer } from "./server";

const FOLDER = process.env["LOOKS"];
const ARCHIVE = process.env["LOOKS_ARCHIVE"];
const ONLY = process.env["LOOKS_ONLY"]?.split(",");
const VIEWS = process.env["LOOKS_VIEWS"]?.split(",");
const USER = "Emma";

const LOCALES = { ja: "ja-JP", en: "en-GB" };
const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  desk: { width: 1440, height: 900 },
};

/** What is done on a place before its picture is taken, or after it. */
type Doing = (page: Page) => Promise<unknown>;
type Place = readonly [path: string, doing?: Doing, after?: Doing];

/** Of these the window is shown, not the whole page. */
const WINDOWS = ["keys"];

test.use({ expected: CUT, trace: "off" });

/** A game of the user, who has Black, against somebody of the club. Returns its number. */
async function begin(user: LineClient, other: LineClient, terms: Partial<Command>): Promise<number> {
  const challenge = { do: "challenge", name: USER, clock: "10:00+5", color: "white", ...terms } as Command;
  const { done } = await other.ask(challenge);
  const game = done?.game ?? 0;
  await user.ask({ do: "join", game });
  return game;
}

async function play(players: readonly LineClient[], game: number, moves: string[]): Promise<void> {
  for (const [ply, move] of moves.entries()) await players[ply % 2]?.ask({ do: "move", game, move });
}

/** Brings the user's games into the states that a player may see. Returns their places. */
async function games(user: LineClient, club: Club): Promise<Record<string, Place>> {
  const [nora, paul, sven, tina] = ["Nora", "Paul", "Sven", "Tina"].map((name) => club.of(name));
  if (!nora || !paul || !sven || !tina) throw new Error("the club is not complete");
  const moves = movesOf(GAMES[1]).slice(0, 20);
  const running = await begin(user, nora, {});
  await play([user, nora], running, moves);
  const bidding = await begin(user, paul, { komi: true, color: "random" } as Partial<Command>);
  const bid = await begin(user, sven, { komi: true, color: "random" } as Partial<Command>);
  await user.ask({ do: "bid", game: bid, square: "f5", value: "0.5" });
  const pair = await begin(user, tina, { synchro: true, lockstep: true });
  await user.ask({ do: "move", game: pair, move: "f5" });
  const offered = await begin(user, paul, {});
  await play([user, paul], offered, moves);
  await paul.ask({ do: "score", game: offered, result: -6 });
  const adjourned = await begin(user, sven, {});
  await play([user, sven], adjourned, moves);
  await user.ask({ do: "adjourn", game: adjourned });
  await sven.ask({ do: "adjourn", game: adjourned });
  const random = await begin(user, tina, { start: "random:20" });
  const over = await begin(user, nora, {});
  await play([user, nora], over, moves);
  await nora.ask({ do: "resign", game: over });
  return Object.fromEntries(
    Object.entries({ running, bidding, bid, pair, offered, adjourned, random, over }).map(([name, game]) => [
      `game-${name}`,
      [`/game/${game}`],
    ]),
  );
}

/** How many rated games two people play: enough for the list of the best. */
const RATED = 16;

/** A friend with a name in another script: rated games of both, and one that is going on. */
async function befriend(user: LineClient, server: WillowServer): Promise<void> {
  const friend = await LineClient.account(server.lines, "Yuki");
  await friend.ask({ do: "set", key: "display-name", value: "由紀" });
  await user.ask({ do: "follow", name: "Yuki" });
  await friend.ask({ do: "follow", name: USER });
  for (let count = 0; count <= RATED; count++) {
    const game = await begin(user, friend, {
      rated: true,
      clock: "5:00",
      color: count % 2 === 0 ? "white" : "black",
    } as Partial<Command>);
    const players = count % 2 === 0 ? [user, friend] : [friend, user];
    await play(players, game, movesOf(GAMES[count % 3 === 0 ? 0 : 1]).slice(0, 8));
    if (count < RATED) await (count % 3 === 0 ? user : friend).ask({ do: "resign", game });
  }
}

/** A game over the board that has begun, with the ways to take it along. */
async function playAtTable(page: Page): Promise<void> {
  await page.locator("form button[type=submit].primary").click();
  for (const square of ["f5", "d6", "c3", "d3"]) await page.locator(`[data-square=${square}]`).click();
  await page.locator("main details summary").last().click();
}

/** The game over the board is forgotten, so that the next picture begins one. */
const clearTable: Doing = (page) => page.evaluate(() => localStorage.removeItem("willow-table"));

/** The connection is lost, and a place is opened that has not come yet. */
async function loseConnection(page: Page): Promise<void> {
  await page.route("**/assets/GamesPage-*", (route) => route.abort("internetdisconnected"));
  await page.context().setOffline(true);
  await page.locator('a[href="/games"]').first().click();
}

async function findConnection(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.unrouteAll();
}

const radio = (name: string, value: string) => (page: Page) =>
  page.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });

const PLACES: Record<string, Place> = {
  home: ["/"],
  archive: ["/archive"],
  "archive-player": ["/archive?text=tamenori+1998"],
  "archive-game": [
    "/archive?text=murakami",
    async (page) => {
      await page.locator("section [role=group] button").first().click();
      await page.keyboard.press("End");
    },
  ],
  "archive-unknown": ["/archive?text=xyzzy+1998+1999"],
  explorer: [
    "/archive?moves=f5d6c3d3c4&ply=5",
    (page) => page.getByText("+", { exact: true }).first().click(),
  ],
  event: ["/event?name=World+Championship&year=1998"],
  book: ["/book?moves=f5d6c3d3c4"],
  people: ["/people"],
  profile: [`/user/${USER}`],
  "profile-other": ["/user/Nora"],
  account: ["/account"],
  moderation: ["/moderation", (page) => page.getByRole("button", { name: /rude/ }).first().click()],
  "moderation-log": ["/moderation", radio("moderation-view", "log")],
  "moderation-act": ["/moderation", radio("moderation-view", "act")],
  table: ["/over-the-board"],
  "table-game": ["/over-the-board", playAtTable, clearTable],
  keys: [
    "/rules",
    async (page) => {
      await page.locator("body").press("?");
      await page.locator("dialog").waitFor();
    },
  ],
  offline: ["/", loseConnection, findConnection],
  watch: ["/watch"],
  "by-ear": ["/by-ear"],
  rules: ["/rules"],
  settings: ["/settings"],
  games: ["/games"],
  bots: ["/bots"],
  lobby: ["/lobby"],
  messages: ["/messages/Nora"],
  analysis: ["/analysis?moves=f5d6c3d3c4f4f6"],
  "new-game": ["/games/new"],
  "new-game-pair": [
    "/games/new",
    async (page) => {
      await radio("start", "random")(page);
      const boxes = page.locator("form input[type=checkbox]");
      await boxes.nth(1).check();
      await boxes.nth(2).check();
    },
  ],
  "new-game-komi": [
    "/games/new",
    async (page) => {
      await radio("start", "position")(page);
      await page.locator("form input[type=checkbox]").nth(2).check();
    },
  ],
};

/** Brings people, games and a report to the server. Returns the places of the user's games. */
async function fill(server: WillowServer): Promise<Record<string, Place>> {
  const first = await LineClient.account(server.lines, USER);
  first.close();
  await server.kill();
  server.makeAdmin(USER);
  if (ARCHIVE !== undefined) server.importGames(ARCHIVE);
  await server.start();
  const club = await Club.meet(server.lines);
  const user = await LineClient.logIn(server.lines, USER);
  const rude = await LineClient.guest(server.lines, "rude-one");
  await rude.ask({ do: "say", text: "an insult of the worst kind" });
  await club.of("Hugo").ask({ do: "report", name: "rude-one", reason: "insults" });
  await user.ask({ do: "silence", name: "rude-one", minutes: 10, reason: "be polite" } as Command);
  await club.of("Nora").ask({ do: "tell", to: USER, text: "Do you come on Thursday?" });
  await befriend(user, server);
  return games(user, club);
}

/** Logs in by the browser's own request. */
async function logIn(page: Page): Promise<void> {
  await page.goto("/rules");
  await page.evaluate(async (name) => {
    const body = JSON.stringify({ do: "login", name, password: "correct horse battery" });
    await fetch("/api/session", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  }, USER);
}

if (FOLDER !== undefined) {
  test("pictures of all places", async ({ server, visitor }) => {
    test.setTimeout(1_800_000);
    const empty = new WillowServer();
    await empty.start();
    const states = await fill(server);
    const all: Record<string, Place> = { ...PLACES, ...states, "archive-empty": [`${empty.url}/archive`] };
    const chosen = Object.entries(all).filter(([name]) => ONLY?.includes(name) ?? true);
    for (const [language, locale] of Object.entries(LOCALES)) {
      const page = await visitor({ locale });
      page.setDefaultTimeout(5_000);
      await logIn(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const [size, viewport] of Object.entries(SIZES)) {
          const view = `${language}-${size}-${colorScheme}`;
          if (VIEWS?.includes(view) === false) continue;
          await page.setViewportSize(viewport);
          for (const [name, [path, doing, after]] of chosen) {
            await page.goto(path);
            await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
            await page.waitForTimeout(700);
            await doing?.(page).catch((error: unknown) => console.log(`${name}: ${String(error)}`));
            await page.waitForTimeout(200);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            if (wide > 0) console.log(`${name} stands out at the side by ${wide}: ${language}, ${size}`);
            const file = `${FOLDER}/${name}-${view}.png`;
            await page.screenshot({ path: file, fullPage: !WINDOWS.includes(name) });
            await after?.(page);
          }
        }
      }
    }
    await empty.stop();
  });
}
