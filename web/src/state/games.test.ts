// The lists of games: what begins, moves and ends; whose turn it is; cheap progress.
import { describe, expect, test } from "vitest";
import type { Event, GameState, GameSummary, Notice, Offer, OwnGame } from "../protocol/wire";
import { FakeHost } from "../tests/game";
import { Game } from "./game.svelte";
import { Games } from "./games.svelte";

const START = "---------------------------OX------XO--------------------------- X";

function summary(game: number, extra: Partial<OwnGame> = {}): OwnGame {
  const terms = {
    clock: "5:00+3",
    rated: false,
    color: "random",
    start: "standard",
    private: false,
  } as const;
  return { game, black: "alice", white: "bob", plies: 0, ...terms, ...extra };
}

/** The state of a game that stands at its start. */
function standing(game: OwnGame): GameState {
  const clocks = { black: 1, white: 1 };
  return { ...game, initial: START, position: START, moves: [], legal: [], clocks, watchers: 0, last: 0 };
}

function offer(game: number, from: string, to?: string): Offer {
  const terms = { clock: "5:00", rated: false, color: "random", start: "standard", private: false } as const;
  return { game, from, ...(to === undefined ? {} : { to }), ...terms };
}

function tell(games: Games, event: Event, room?: string): void {
  const notice: Notice = { time: 0, ...(room === undefined ? {} : { room }), ...event };
  games.onNotice(notice);
}

function enter(games: Games, own: OwnGame[] = [], offers: Offer[] = []): void {
  tell(games, { event: "entered", name: "alice", role: "player", lobby: 0, private: 0, games: own, offers });
}

const numbers = (games: readonly GameSummary[]) => games.map(({ game }) => game);

describe("the live list", () => {
  test("follows offers, starts and ends", () => {
    const games = new Games();
    tell(games, { event: "games", offers: [offer(1, "bob")], games: [] });
    tell(games, { event: "offered", ...offer(2, "carl") }, "lobby");
    tell(games, { event: "playing", ...summary(1) }, "lobby");
    expect(games.offers.map(({ game }) => game)).toEqual([2]);
    expect(numbers(games.running)).toEqual([1]);
    tell(games, { event: "withdrawn", game: 2, declined: false }, "lobby");
    tell(games, { event: "over", ...summary(1) }, "lobby");
    expect([games.offers, games.running]).toEqual([[], []]);
  });

  test("changes only the games that made progress", () => {
    const games = new Games();
    tell(games, { event: "games", offers: [], games: [summary(1), summary(2)] });
    const [, untouched] = games.running;
    const progress = { game: 1, plies: 9, black_discs: 8, white_discs: 5, spectators: 2 };
    tell(games, { event: "progress", games: [progress, { ...progress, game: 77 }] }, "lobby");
    expect(games.running[0]).toMatchObject(progress);
    expect(games.running[1]).toBe(untouched);
    expect(games.running).toHaveLength(2);
  });

  test("has the discs from the start, and those of the latest news", () => {
    const games = new Games();
    const discs = (black_discs: number, white_discs: number) => ({ black_discs, white_discs });
    tell(games, { event: "games", offers: [], games: [summary(1, discs(7, 5))] });
    expect(games.running[0]).toMatchObject(discs(7, 5));
    tell(
      games,
      { event: "progress", games: [{ game: 1, plies: 9, ...discs(8, 5), spectators: 2 }] },
      "lobby",
    );
    expect(games.running[0]).toMatchObject(discs(8, 5));
  });
});

describe("own games", () => {
  test("with days come first among those where it is my turn", () => {
    const games = new Games();
    enter(games, [
      summary(1, { to_move: "black" }),
      summary(2, { to_move: "white" }),
      summary(3, { to_move: "black", clock: "3d" }),
      summary(4, { to_move: "white", black: "bob", white: "alice", clock: "none" }),
    ]);
    expect(numbers(games.myTurns)).toEqual([3, 4, 1]);
  });

  test("follow the moves, the takebacks and the end", () => {
    const games = new Games();
    enter(games);
    tell(games, { event: "playing", ...summary(7, { clock: "3d", private: true }) }, "private");
    const clocks = { black: 1, white: 1, deadline: 99 };
    const position = START.replace(" X", " O");
    tell(games, { event: "moved", color: "black", move: "f5", ply: 1, clocks, position }, "game/7");
    expect(games.own[0]).toMatchObject({ to_move: "white" });
    expect(games.myTurns).toHaveLength(0);
    tell(games, { event: "taken-back", plies: 0, clocks, position: START }, "game/7");
    expect(games.myTurns).toHaveLength(1);
    expect(games.running).toEqual([]);
    tell(games, { event: "ended", reason: "resigned", result: 64, black_discs: 3, white_discs: 3 }, "game/7");
    expect(games.own).toEqual([]);
  });

  test.each([
    ["it is my move", {}, true],
    ["it is the other's move", { position: START.replace(" X", " O") }, false],
    ["I have not bid", { bidding: true, waiting: ["bob"], position: START.replace(" X", " O") }, true],
    ["I have bid", { bidding: true, waiting: ["alice"] }, false],
    ["my move is hidden until the other game has one", { waiting: ["alice"] }, false],
    ["the game is adjourned", { adjourned_since: 1 }, false],
    ["a bid waits in an adjourned game", { bidding: true, adjourned_since: 1 }, false],
  ])("say as the game itself whether they wait for me: %s", (_, news: Partial<GameState>, isMine) => {
    const games = new Games();
    const state = { ...standing(summary(7)), ...news };
    enter(games, [summary(7, { to_move: isMine ? "white" : "black" })]);
    tell(games, { event: "state", ...state });
    const game = new Game(7, new FakeHost("alice"));
    game.onNotice({ time: 0, event: "state", ...state });
    expect([games.myTurns.length === 1, game.isMyTurn]).toEqual([isMine, isMine]);
  });

  test("follow a bid, and the colours that the bids decide", () => {
    const games = new Games();
    enter(games, [summary(7)]);
    tell(games, { event: "state", ...standing(summary(7)), bidding: true });
    expect(games.myTurns).toHaveLength(1);
    const clocks = { black: 1, white: 1 };
    tell(games, { event: "bid", name: "alice", clocks }, "game/7");
    expect(games.myTurns).toHaveLength(0);
    const komi = { komi: 0.5, square: "f5", bids: [], exchanged: true };
    tell(games, { event: "komi", black: "bob", white: "alice", ...komi } as unknown as Event, "game/7");
    expect(games.own.map((game) => games.colorIn(game))).toEqual(["white"]);
    expect(games.myTurns).toHaveLength(0);
  });

  test("and own offers are forgotten when the user signs out", () => {
    const games = new Games();
    enter(games, [summary(1)], [offer(2, "bob", "alice"), offer(3, "alice")]);
    tell(games, { event: "offered", ...offer(4, "bob") }, "lobby");
    expect(games.challenges.map(({ game }) => game)).toEqual([2]);
    expect(games.ownOffers.map(({ game }) => game)).toEqual([3]);
    games.clearOwn();
    expect(games.own).toEqual([]);
    expect(games.challenges).toEqual([]);
    expect(games.offers.map(({ game }) => game)).toContain(4);
  });
});
