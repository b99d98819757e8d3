// Every page with what people put on it: a club's games and talk, an archive, reports, the states of a game. Tests that look
// at all pages visit these places.
import type { Page } from "@playwright/test";
import type { Command, TournamentOrder } from "../src/protocol/wire";
import { ggf, type ArchivedGame } from "./archived-games";
import { Club, GAMES, movesOf } from "./club";
import { LineClient } from "./line-client";
import type { WillowServer } from "./server";

/** Who looks at the places. */
export const USER = "Emma";

/** What is done on a place after it has been opened, or after it was looked at. */
type Doing = (page: Page) => Promise<unknown>;
export type Place = readonly [path: string, doing?: Doing, after?: Doing];
export type Places = Readonly<Record<string, Place>>;

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
async function playGames(user: LineClient, club: Club): Promise<Places> {
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
  const invited = await nora.ask({ do: "new", clock: "5:00" });
  return {
    ...Object.fromEntries(
      Object.entries({ running, bidding, bid, pair, offered, adjourned, random, over }).map(
        ([name, game]) => [`game-${name}`, [`/game/${game}`]],
      ),
    ),
    join: [`/join/${invited.done?.game ?? 0}`],
  };
}

/** A tournament at tables that the user holds: one round is over, and the second has a result and one that was told. */
async function holdTournament(user: LineClient, called = (name: string) => name): Promise<Places> {
  const plan = { name: called("Club evening"), format: { swiss: { rounds: 3 } }, place: "both" } as const;
  const { done } = await user.ask({ do: "new-tournament", plan: { ...plan, terms: TERMS } } as Command);
  const tournament = Number(done?.room?.split("/")[1]);
  const direct = (order: TournamentOrder) => user.ask({ do: "direct", tournament, order });
  await user.ask({ do: "enter", tournament, place: "tables" });
  for (const name of ["Ito Jun", "Maria Fernández-Castellanos", "Tim", "Zoé", "Olga", "Ken"])
    await direct({ register: { called: called(name), rating: 1500 } });
  const result = (round: number, table: number, black: number): Promise<unknown> =>
    direct({ result: { game: { round, table, game: 1 }, result: { discs: [black, 64 - black] } } }).catch(
      () => undefined,
    );
  await direct({ pair: { round: 1 } });
  const played = await user.ask({ do: "tournament", tournament });
  const tables = played.event === "tournament-state" ? (played.pairings?.[0]?.tables ?? []) : [];
  for (const [at, { black, white }] of tables.entries()) {
    // The user's own game needs the opponent's word, or a correction by an organiser.
    if (![black, white].includes(1)) await result(1, at + 1, 40 - at);
    else {
      const game = { round: 1, table: at + 1, game: 1 };
      await direct({ correct_result: { game, result: { discs: [33, 31] }, reason: "seen by the arbiter" } });
    }
  }
  await direct({ pair: { round: 2 } });
  await result(2, 2, 20);
  const at = `/tournaments/${tournament}`;
  return {
    tournaments: ["/tournaments"],
    "tournament-new": ["/tournaments?view=new"],
    tournament: [at],
    "tournament-result": [at, (page) => page.locator(".tables button").last().click()],
    "tournament-penalties": [at, (page) => page.locator(".tables [aria-expanded]").first().click()],
    "tournament-standings": [
      `${at}?view=standings`,
      async (page) => {
        for (const folded of await page.locator("main summary").all()) await folded.click();
      },
    ],
    "tournament-people": [`${at}?view=people`, (page) => page.locator("[aria-expanded]").nth(1).click()],
    "tournament-log": [`${at}?view=log`],
    "tournament-organise": [`${at}?view=organise`],
    "tournament-screen": [`${at}?view=screen`],
  };
}

const TERMS = { clock: "15:00", rated: false, color: "random", start: "standard", private: false } as const;

/** How many rated games two people play: enough for the list of the best. */
const RATED = 16;

/** A friend with a name in another script: rated games of both, and one that is going on. */
async function befriend(user: LineClient, server: WillowServer, displayName: string): Promise<void> {
  const friend = await LineClient.account(server.lines, "Yuki");
  await friend.ask({ do: "set", key: "display-name", value: displayName });
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

/** The engine has analysed the game. */
async function analyse(page: Page): Promise<void> {
  await page.locator(".run progress.idle").waitFor({ state: "attached", timeout: 60_000 });
}

/** A mistake is looked at, with all that is folded away. */
async function lookAtMistake(page: Page): Promise<void> {
  await analyse(page);
  await page.locator("section[aria-labelledby=mistakes-title] ol button").first().click();
  await page.evaluate(() =>
    document
      .querySelectorAll("main details")
      .forEach((folded) => ((folded as HTMLDetailsElement).open = true)),
  );
}

/** Two games that were pasted are listed. */
async function pasteGames(page: Page): Promise<void> {
  await page.locator("textarea").fill("f5d6c3d3c4\n\nf5f6e6f4g5\n");
  await page.locator(".open-game button[type=submit]").click();
  await page.getByRole("listbox").waitFor();
}

const forgetFile: Doing = (page) => page.evaluate(() => sessionStorage.clear());

const radio = (name: string, value: string) => (page: Page) =>
  page.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });

/** The beginning of a game of two beginners. */
const BLUNDERS = "f5f6d3e3f3e2g7c4b3h8d2c2f7b4b1b2f1g6";

/** Adds a named opening, once in a browser. */
async function addOpening(page: Page): Promise<void> {
  if (await page.getByRole("main").getByRole("listitem").first().isVisible()) return;
  await page.getByRole("main").locator("select").selectOption("f5d6c3d3c4");
  await page.getByRole("main").locator("form button:not([type=button])").click();
}

/** Plays a legal move of an exercise, which is as good as never right, and waits for what the solver says. */
async function answerWrongly(page: Page): Promise<void> {
  await page.locator(".square.legal").last().click();
  await page.getByRole("main").locator(".moves button").first().waitFor({ timeout: 30_000 });
}

/** What a user sees. The names are those of the pictures. */
const OF_USERS: Places = {
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
  "profile-program": ["/user/bill"],
  account: ["/account"],
  moderation: ["/moderation", (page) => page.getByRole("button", { name: /rude/ }).first().click()],
  "moderation-log": ["/moderation", radio("moderation-view", "log")],
  "moderation-act": ["/moderation", radio("moderation-view", "act")],
  "moderation-sanctions": ["/moderation", radio("moderation-view", "sanctions")],
  "moderation-announce": ["/moderation", radio("moderation-view", "announce")],
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
  learn: ["/learn"],
  lesson: ["/learn/corners", (page) => page.locator("[data-square=b2]").click()],
  exercises: ["/exercises"],
  exercise: ["/exercises/daily", answerWrongly],
  drill: ["/exercises/drill-12"],
  "exercise-progress": ["/exercises/progress"],
  openings: ["/exercises/openings", addOpening],
  settings: ["/settings"],
  games: ["/games"],
  bots: ["/bots"],
  lobby: ["/lobby"],
  messages: ["/messages/Nora"],
  "analysis-open": ["/analysis"],
  "analysis-list": ["/analysis", pasteGames, forgetFile],
  analysis: ["/analysis?moves=f5d6c3d3c4f4f6", analyse],
  "analysis-mistake": [`/analysis?moves=${BLUNDERS}`, lookAtMistake],
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

/** What somebody sees who is not signed in. */
export const OF_VISITORS: Places = {
  "home-visitor": ["/"],
  "home-rules": ["/", (page) => page.locator(".first .ways button").click()],
  "sign-in": ["/sign-in"],
  register: ["/register"],
  invitation: ["/invitation#abcde-fghij-kmnpq-rstuv"],
  about: ["/about/privacy"],
  recover: ["/recover"],
  "confirm-email": ["/confirm-email#abcde"],
  "not-found": ["/not-found"],
  "home-game": [
    "/",
    async (page) => {
      await page.locator("[data-square=f5]").click();
      await page.locator(".square.legal").first().waitFor();
    },
    (page) => page.context().clearCookies(),
  ],
};

/** Games that the archive has. */
const ARCHIVED: readonly ArchivedGame[] = [
  ["Tamenori Hideshi", "Murakami Takeshi", "World Championship", "1998", "+12.000", "f5d6c3d3c4f4c5b3c2"],
  ["Murakami Takeshi", "Tamenori Hideshi", "World Championship", "1998", "-4.000", "f5d6c3d3c4f4f6f3e6e7d7"],
  ["Shaman David", "Murakami Takeshi", "World Championship", "1998", "+2.000", "f5d6c4d3c2"],
  ["Tastet Marc", "Tamenori Hideshi", "Paris Open", "2001", "+0.000", "f5f6e6f4g5"],
];

interface Filling {
  /** A file of games for the archive, in place of a few. */
  archive?: string | undefined;
  /** What people are called. Without it they have plain names, and the club is of guests. */
  called?: (name: string) => string;
}

/** Brings people, games, an archive and a report to the server. Returns all places of a user. */
export async function furnish(server: WillowServer, { archive, called }: Filling = {}): Promise<Places> {
  const first = await LineClient.account(server.lines, USER);
  if (called) await first.ask({ do: "set", key: "display-name", value: called(USER) });
  first.close();
  await server.kill();
  server.makeAdmin(USER);
  if (archive === undefined) server.importText(archived(called).map(ggf).join(""));
  else server.importGames(archive);
  await server.start();
  const club = await Club.meet(server.lines, called);
  const user = await LineClient.logIn(server.lines, USER);
  const rude = await LineClient.guest(server.lines, "rude-one");
  await rude.ask({ do: "say", text: "an insult of the worst kind" });
  await club.of("Hugo").ask({ do: "report", name: "rude-one", reason: "insults" });
  await user.ask({ do: "silence", name: "rude-one", minutes: 10, reason: "be polite" } as Command);
  await club.of("Nora").ask({ do: "tell", to: USER, text: "Do you come on Thursday?" });
  await befriend(user, server, called ? called("Yuki") : "由紀");
  return { ...OF_USERS, ...(await holdTournament(user, called)), ...(await playGames(user, club)) };
}

const archived = (called = (name: string) => name): ArchivedGame[] =>
  ARCHIVED.map(([black, white, ...rest]) => [called(black), called(white), ...rest]);

/** Logs in by the browser's own request. */
export async function logIn(page: Page): Promise<void> {
  await page.goto("/rules");
  await page.evaluate(async (name) => {
    const body = JSON.stringify({ do: "login", name, password: "correct horse battery" });
    await fetch("/api/session", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  }, USER);
}

/** Opens a place and does what belongs to it. */
export async function visit(page: Page, [path, doing]: Place): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  await doing?.(page);
}
