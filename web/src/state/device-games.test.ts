// Tests of the games against the device: whose they are, and that each is sent until the archive has it.
import { beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../protocol/refusal";
import type { DeviceGame } from "../protocol/wire";
import { DeviceGames, type DeviceGamesHost, type PlayedGame } from "./device-games.svelte";

type Mutable = { -readonly [key in keyof DeviceGamesHost]: DeviceGamesHost[key] };

const gameOf = (id: string): PlayedGame => ({ id, color: "black", level: 1, moves: "f5", ended_at: 1 });
const send = vi.fn<(game: DeviceGame) => Promise<{ game: number }>>();
let host: Mutable;

/** The games as a page finds them that is loaded now. */
function load(): DeviceGames {
  const games = new DeviceGames(send);
  games.attach(host);
  return games;
}

const sent = () => send.mock.calls.map(([game]) => game.id);

beforeEach(() => {
  localStorage.clear();
  send.mockReset();
  send.mockImplementation(({ id }) => Promise.resolve({ game: Number(id.slice(-1)) }));
  host = { account: "ann", isConnected: true, wants: true };
});

test("a game is sent at once, and its number is known", async () => {
  const games = load();
  games.add(gameOf("game-1"));
  expect(games.stateOf("game-1")).toBe("waiting");
  await vi.waitFor(() => expect(games.stateOf("game-1")).toBe(1));
  await load().send();
  expect(sent()).toEqual(["game-1"]);
  expect(send.mock.calls[0]?.[0].account).toBe("ann");
});

test("what was played offline is sent by a later page, once", async () => {
  load().onKnown();
  Object.assign(host, { account: undefined, isConnected: false });
  const offline = load();
  offline.add(gameOf("game-1"));
  offline.add(gameOf("game-2"));
  offline.add(gameOf("game-2"));
  expect(sent()).toEqual([]);
  Object.assign(host, { account: "ann", isConnected: true });
  const later = load();
  later.onKnown();
  await vi.waitFor(() => expect(later.stateOf("game-2")).toBe(2));
  expect(sent()).toEqual(["game-1", "game-2"]);
});

test("a game belongs to who played it: to nobody without an account, and to no other account", async () => {
  host.account = null;
  const games = load();
  games.onKnown();
  games.add(gameOf("game-1"));
  host.account = undefined;
  games.add(gameOf("game-2"));
  host.account = "ann";
  host.wants = false;
  games.add(gameOf("game-3"));
  expect(["game-1", "game-2", "game-3"].map((id) => games.stateOf(id))).toEqual([null, null, null]);
  Object.assign(host, { wants: true, isConnected: false });
  games.add(gameOf("game-4"));
  Object.assign(host, { account: "bob", isConnected: true });
  await games.send();
  expect(sent()).toEqual([]);
  host.account = "ann";
  await games.send();
  expect(sent()).toEqual(["game-4"]);
});

test.each(["offline", "not-logged-in", "internal-error"] as const)(
  "a game waits after: %s",
  async (detail) => {
    send.mockRejectedValueOnce(new Refusal("internal", detail, ""));
    const games = load();
    games.add(gameOf("game-1"));
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
    expect(load().stateOf("game-1")).toBe("waiting");
    await load().send();
    expect(load().stateOf("game-1")).toBeNull();
  },
);

test("a pause that the server asks for is kept", async () => {
  vi.useFakeTimers();
  send.mockRejectedValueOnce(new Refusal("limit", "too-many-queries", ""));
  const games = load();
  games.add(gameOf("game-1"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent()).toEqual(["game-1"]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(games.stateOf("game-1")).toBe(1);
  vi.useRealTimers();
});

test("a game that the server takes at no time is given up, and the next one is sent", async () => {
  send.mockRejectedValueOnce(new Refusal("syntax", "invalid-body", ""));
  host.isConnected = false;
  const games = load();
  games.add(gameOf("game-1"));
  games.add(gameOf("game-2"));
  host.isConnected = true;
  await games.send();
  expect([games.stateOf("game-1"), games.stateOf("game-2")]).toEqual(["refused", 2]);
  await load().send();
  expect(sent()).toEqual(["game-1", "game-2"]);
});

test("nothing is sent, and no game waits, while the user does not want it", async () => {
  host.isConnected = false;
  const games = load();
  games.add(gameOf("game-1"));
  Object.assign(host, { isConnected: true, wants: false });
  games.onKnown();
  expect([sent(), games.stateOf("game-1")]).toEqual([[], null]);
  host.wants = true;
  await games.send();
  expect(sent()).toEqual(["game-1"]);
});

test("the server has another account at this browser than the page: its game waits", async () => {
  send.mockRejectedValueOnce(new Refusal("forbidden", "request-forbidden", ""));
  const games = load();
  games.add(gameOf("game-1"));
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  expect(games.stateOf("game-1")).toBe("waiting");
});

test("without room in the storage a game waits in the page, and each is sent once", async () => {
  host.isConnected = false;
  const games = load();
  games.add(gameOf("game-1"));
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  games.add(gameOf("game-2"));
  games.add(gameOf("game-3"));
  expect(games.stateOf("game-2")).toBe("waiting");
  host.isConnected = true;
  await games.send();
  vi.restoreAllMocks();
  expect(sent()).toEqual(["game-1", "game-2", "game-3"]);
  expect([1, 2, 3].map((n) => games.stateOf(`game-${n}`))).toEqual([1, 2, 3]);
});
