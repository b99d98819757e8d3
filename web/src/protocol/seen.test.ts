// The numbers of events that a reconnection asks for.
import { expect, test } from "vitest";
import { gameOfRoom, SeenEvents } from "./seen";

const said = (room: string, number: number) =>
  ({ room, number, time: 0, event: "said", from: "bob", text: "hi" }) as const;

test("an event is new once", () => {
  const seen = new SeenEvents();
  expect(seen.isNew(said("lobby", 3))).toBe(true);
  expect(seen.isNew(said("lobby", 3))).toBe(false);
  expect(seen.isNew(said("lobby", 2))).toBe(false);
  expect(seen.numbers()).toEqual({ lobby: 3 });
});

test("a game that is watched is asked for from its state on, and no longer when it is left", () => {
  const seen = new SeenEvents();
  seen.watch(7);
  expect(seen.games).toEqual([7]);
  expect(seen.numbers()).toEqual({ "game/7": 0, "watchers/7": 0 });
  seen.forget(7);
  expect(seen.games).toEqual([]);
  expect(seen.numbers()).toEqual({});
});

test("only the last games that are over are remembered", () => {
  const seen = new SeenEvents();
  for (let game = 1; game <= 20; game++) {
    const end = { reason: "finished", result: 0, black_discs: 32, white_discs: 32 } as const;
    seen.isNew({ room: `game/${game}`, number: 9, time: 0, event: "ended", ...end });
  }
  expect(seen.games).toHaveLength(16);
  expect(seen.games).not.toContain(4);
});

test("the rooms of a game name it", () => {
  expect(gameOfRoom("watchers/17")).toBe(17);
  expect(gameOfRoom("lobby")).toBeNull();
});

test("the past of a room is new once more for those who ask for it", () => {
  const seen = new SeenEvents();
  seen.begin("players/7", 5);
  expect(seen.isNew(said("players/7", 2))).toBe(false);
  seen.reread("players/7");
  expect(seen.isNew(said("players/7", 2))).toBe(true);
  expect(seen.isNew(said("players/7", 6))).toBe(true);
  seen.isNew({ time: 0, event: "synced", of: "players/7", last: 6 });
  expect(seen.isNew(said("players/7", 3))).toBe(false);
  expect(seen.numbers()).toEqual({ "players/7": 6 });
});
