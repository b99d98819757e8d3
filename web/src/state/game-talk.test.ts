// The talk in a game: what is read, what is typed, what waits.
import { describe, expect, test } from "vitest";
import type { Command, GameId, Notice } from "../protocol/wire";
import playerDialogue from "./dialogues/takeback-player.ndjson?raw";
import spectatorDialogue from "./dialogues/takeback-spectator.ndjson?raw";
import { Game } from "./game.svelte";
import { GameTalk } from "./game-talk.svelte";
import { FakeHost, read, tellUntil } from "../tests/game";

const OPENED = 1000;
const said = (room: string, number: number, from: string, text: string, time = OPENED + 1): Notice => ({
  event: "said",
  room,
  number,
  from,
  text,
  time,
});
const newTalk = () =>
  new GameTalk(7, { self: "alice", openedAt: OPENED, say: () => Promise.reject(new Error("no")) });

test("lines of the two rooms are never mixed, and stand in order", () => {
  const talk = newTalk();
  talk.onNotice(said("players/7", 2, "bob", "second"));
  talk.onNotice(said("players/7", 1, "bob", "first"));
  talk.onNotice(said("watchers/7", 1, "carl", "who is ahead?"));
  talk.onNotice(said("players/8", 1, "dora", "another game"));
  expect(talk.players.lines.map(({ text }) => text)).toEqual(["first", "second"]);
  expect(talk.spectators.lines.map(({ text }) => text)).toEqual(["who is ahead?"]);
});

test("a line that comes again is one line", () => {
  const talk = newTalk();
  expect(talk.onNotice(said("players/7", 1, "bob", "hi"))).toBe(true);
  expect(talk.onNotice(said("players/7", 1, "bob", "hi"))).toBe(false);
  expect(talk.players.lines).toHaveLength(1);
});

test("lines of others are unread until somebody looks; own and old ones never are", () => {
  const { players } = newTalk();
  const line = (number: number, from: string, time = OPENED + 1) =>
    players.add({ room: "players/7", number, from, text: "hi", time });
  line(1, "bob", OPENED - 1);
  line(2, "alice");
  line(3, "bob");
  expect(players.unread).toBe(1);
  players.show(true);
  line(4, "bob");
  expect(players.unread).toBe(0);
  players.show(false);
  expect(players.unread).toBe(0);
  line(5, "bob");
  expect(players.unread).toBe(1);
});

describe("what the spectators said", () => {
  /** Plays the dialogue to the end of the game, and answers what it asks. */
  async function playToEnd(twin: GameId | null, more: readonly Notice[]): Promise<[Game, Command[]]> {
    const host = new FakeHost("alice");
    const game = new Game(1, host);
    const notices = read(playerDialogue).map((notice) =>
      notice.event === "started" ? { ...notice, twin } : notice,
    );
    tellUntil(game, notices, ({ event }) => event === "ended");
    more.forEach((notice) => game.onNotice(notice));
    for (let answered = 0; answered < host.asked.length; answered++) {
      host.asked[answered]?.answer();
      await new Promise((resolve) => setTimeout(resolve));
    }
    return [game, host.asked.map(({ command }) => command)];
  }

  const READ = ["players/1", "watchers/1"].map((room) => ({ do: "sync", room, after: 0 }));

  test("is read by the players when the game is over, and each line is there once", async () => {
    const [game, asked] = await playToEnd(null, []);
    expect(asked).toEqual(READ);
    for (const [number, text] of [
      [2, "well played"],
      [1, "nice"],
      [2, "well played"],
    ] as const)
      game.onNotice(said("watchers/1", number, "carl", text));
    expect(game.talk.spectators.lines.map(({ text }) => text)).toEqual(["nice", "well played"]);
  });

  test("is read when both games of a pair are over", async () => {
    const pair = { games: [1, 2] as [GameId, GameId], first: "alice", second: "bob", total: 4 };
    expect((await playToEnd(2, []))[1]).toEqual([]);
    const paired: Notice = { event: "paired", time: 0, room: "game/1", ...pair };
    expect((await playToEnd(2, [paired]))[1]).toEqual(READ);
  });

  test("is not asked for by a spectator, who has heard it", () => {
    const host = new FakeHost("carl");
    const game = new Game(1, host);
    read(spectatorDialogue).forEach((notice) => game.onNotice(notice));
    expect(game.isOver).toBe(true);
    expect(host.asked).toEqual([]);
  });
});
