// The open games: which are opened, which come on the screen, and what is asked for after a reconnection.
import { flushSync, untrack } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Command, GameId, GameState, Notice, OwnGame } from "../protocol/wire";
import { gameState } from "../tests/game";
import { GameTabs, type TabHost } from "./game-tabs.svelte";

const NOW = 1_795_000_000_000;

class FakeHost implements TabHost {
  asked: Command[] = [];
  screen: GameId | null = null;
  heard: string[] = [];

  self = "alice";
  rules = null;
  reasonOf = String;
  serverNow = () => Date.now();
  connected = true;
  isConnected = () => this.connected;
  shown = () => this.screen;
  rematch = () => Promise.resolve();
  isBot = (name: string) => name === "iago";
  show = (game: GameId) => (this.screen = game);
  onNews = (_game: unknown, notice: Notice) => this.heard.push(notice.event);
  onTalk = () => this.heard.push("talk");
  onLowTime = () => this.heard.push("low time");
  ask = (command: Command): Promise<Notice> => {
    this.asked.push(command);
    return new Promise(() => undefined);
  };
}

const state = (game: GameId, more: Partial<GameState> = {}) =>
  gameState({
    game,
    clocks: { black: 300_000, white: 300_000, running: "black", deadline: NOW + 300_000 },
    legal: ["d3", "c4", "f5", "e6"],
    ...more,
  });

const started = (game: GameId, time = NOW, more: Partial<GameState> = {}): Notice => ({
  event: "started",
  room: `game/${game}`,
  number: 1,
  time,
  ...state(game, more),
});
const resigned = (game: GameId, number: number, time = NOW): Notice => ({
  event: "ended",
  room: `game/${game}`,
  number,
  time,
  reason: "resigned",
  result: 64,
  black_discs: 2,
  white_discs: 2,
  loser: "white",
});

let host: FakeHost;
let tabs: GameTabs;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  host = new FakeHost();
  tabs = new GameTabs(host);
});
afterEach(() => vi.useRealTimers());

describe("a game that begins", () => {
  test("is open, with a sound, and waits as a tab: another window may have asked for it", () => {
    tabs.onNotice(started(7));
    expect(tabs.open.has(7)).toBe(true);
    expect(host.heard).toEqual(["started"]);
    expect(host.screen).toBeNull();
  });

  test("comes on the screen if this tab has asked for it", () => {
    tabs.onNotice(started(7));
    tabs.arrive(7);
    expect(host.screen).toBe(7);
  });

  test("does not tear the user away from a person", () => {
    tabs.onNotice(started(7));
    tabs.arrive(7);
    tabs.onNotice(started(8));
    tabs.arrive(8);
    expect(host.screen).toBe(7);
    expect(tabs.list.map(({ number }) => number)).toEqual([7, 8]);
  });

  test("stands behind those in which the user is to move", () => {
    tabs.onNotice(started(7, NOW, { legal: undefined, position: `${state(7).position.slice(0, 64)} O` }));
    tabs.onNotice(started(8));
    expect(tabs.list.map(({ number }) => number)).toEqual([8, 7]);
  });

  test("takes the place of a game with a bot, of one that is watched, and of one that is over", () => {
    for (const more of [{ white: "iago" }, { black: "carl" }]) {
      tabs.openGame(5);
      tabs.onNotice({ event: "state", time: NOW, ...state(5, more) });
      host.screen = 5;
      tabs.arrive(7);
      expect(host.screen).toBe(7);
      tabs.open.delete(5);
    }
    tabs.onNotice(started(7));
    tabs.onNotice(resigned(7, 2));
    tabs.arrive(8);
    expect(host.screen).toBe(8);
  });

  test("is told silently if it began long ago", () => {
    tabs.onNotice(started(7, NOW - 60_000));
    expect(host.heard).toEqual([]);
    expect(tabs.open.has(7)).toBe(true);
  });

  test("is not opened if it ended before the page was loaded", () => {
    tabs.onNotice(started(7, NOW - 60_000));
    tabs.onNotice(resigned(7, 2, NOW - 50_000));
    expect(tabs.open.has(7)).toBe(false);
  });
});

describe("after the connection", () => {
  const own = (game: GameId, clock: string): OwnGame => ({ ...state(game, { clock }), to_move: "black" });

  test("own games of fast clocks are opened, those of days are not", () => {
    const games = [own(1, "5:00+3"), own(2, "3d"), own(3, "none")];
    tabs.onNotice({
      event: "entered",
      id: "greet-1",
      time: NOW,
      name: "alice",
      role: "player",
      lobby: 0,
      private: 0,
      games,
    });
    expect([...tabs.open.keys()]).toEqual([1]);
    expect(host.asked).toEqual([{ do: "watch", game: 1 }]);
  });

  test("a visitor's games are watched again; those that are over are not", () => {
    tabs.openGame(1);
    tabs.openGame(2);
    tabs.onNotice(started(1));
    tabs.onNotice(started(2));
    tabs.onNotice(resigned(2, 2));
    host.asked = [];
    tabs.onNotice({ event: "ok", id: "greet-1", time: NOW });
    expect(host.asked).toEqual([{ do: "watch", game: 1 }]);
  });
});

describe("closing", () => {
  test("a spectator stops watching", () => {
    tabs.openGame(4);
    tabs.onNotice({ event: "state", time: NOW, ...state(4, { black: "carl" }) });
    host.asked = [];
    tabs.close(4);
    expect(host.asked).toEqual([{ do: "leave", game: 4 }]);
    expect(tabs.open.has(4)).toBe(false);
  });

  test("a game that the user plays stays", () => {
    tabs.onNotice(started(7));
    tabs.close(7);
    expect(tabs.open.has(7)).toBe(true);
  });

  test("another user finds only the game that is on the screen, to be read again", () => {
    tabs.onNotice(started(7));
    host.screen = 7;
    tabs.onNotice(started(8));
    tabs.clear();
    expect([...tabs.open.keys()]).toEqual([7]);
    expect(tabs.open.get(7)?.record).toBeNull();
  });
});

test("low time is heard once, and not after the move", () => {
  tabs.onNotice(started(7));
  vi.advanceTimersByTime(289_000);
  expect(host.heard).toEqual(["started"]);
  vi.advanceTimersByTime(2000);
  expect(host.heard).toEqual(["started", "low time"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a game outlives the component that opened it", () => {
  // The page of a game opens it while the component is made, in an effect that ends with the component.
  const end = $effect.root(() => {
    $effect.pre(() => untrack(() => void tabs.openGame(7)));
  });
  flushSync();
  tabs.onNotice(started(7));
  expect(tabs.open.get(7)?.isMyTurn).toBe(true);
  end();
  tabs.onNotice(resigned(7, 2));
  expect(tabs.open.get(7)?.isOver).toBe(true);
  expect(tabs.open.get(7)?.isMyTurn).toBe(false);
});
