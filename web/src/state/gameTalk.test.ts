// The talk in a game: what is read, what is typed, what waits.
import { expect, test } from "vitest";
import type { Notice } from "../protocol/wire";
import { GameTalk } from "./gameTalk.svelte";

const OPENED = 1000;
const said = (room: string, number: number, from: string, text: string, time = OPENED + 1): Notice => ({
  event: "said",
  room,
  number,
  from,
  text,
  time,
});
const newTalk = () => new GameTalk(7, { self: "alice", openedAt: OPENED });

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

test("a message waits until it is acknowledged", async () => {
  const { players } = newTalk();
  let acknowledge = (): void => undefined;
  players.draft = "  good luck ";
  const sending = players.send(() => new Promise<void>((resolve) => (acknowledge = resolve)), String);
  expect(players.draft).toBe("");
  expect(players.waiting).toEqual([{ text: "good luck", problem: null }]);
  acknowledge();
  await sending;
  expect(players.waiting).toEqual([]);
});

test("a refused message says why, and can be sent again", async () => {
  const { players } = newTalk();
  players.draft = "good luck";
  await players.send(
    () => Promise.reject(new Error("too fast")),
    () => "Wait a moment.",
  );
  expect(players.waiting).toEqual([{ text: "good luck", problem: "Wait a moment." }]);
  expect(players.draft).toBe("good luck");
});

test("what is being typed is not overwritten by a message that comes back", async () => {
  const { players } = newTalk();
  players.draft = "first";
  const sending = players.send(() => Promise.reject(new Error("no")), String);
  players.draft = "second";
  await sending;
  expect(players.draft).toBe("second");
});
