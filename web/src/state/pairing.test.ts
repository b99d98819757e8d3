// Finding an opponent: pools and seeks by the terms, stopping, arriving in the game.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal } from "../protocol/refusal";
import type { Command, Event, GameSummary, Notice, Offer, PoolSummary } from "../protocol/wire";
import { Pairing } from "./pairing.svelte";

const TERMS = { rated: true, color: "random", start: "standard", private: false } as const;
const POOLS: PoolSummary[] = [{ pool: "blitz", clock: "5:00", waiting: 1 }];

function setUp(isGuest = false) {
  const sent: Command[] = [];
  const answers = new Map<string, Notice | Refusal>();
  const arrived: number[] = [];
  const enter = vi.fn(() => Promise.resolve());
  const ask = (command: Command): Promise<Notice> => {
    sent.push(command);
    const answer = answers.get(command.do) ?? { time: 0, event: "ok" };
    return answer instanceof Refusal ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const pairing = new Pairing({
    ask,
    enter,
    onBegun: (game) => arrived.push(game),
    isGuest: () => isGuest,
    now: () => 1000,
  });
  const tell = (event: Event, room?: string) =>
    pairing.onNotice({ time: 0, ...(room === undefined ? {} : { room }), ...event }, "alice");
  return { pairing, sent, answers, arrived, enter, tell };
}

function playing(game: number, clock: string): { event: "playing" } & GameSummary {
  return { event: "playing", game, black: "alice", white: "bob", plies: 0, clock, ...TERMS };
}

function seek(game: number, clock: string): { event: "offered" } & Offer {
  return { event: "offered", game, from: "alice", clock, seek: true, ...TERMS };
}

function poolsAnswer(joined: boolean): Notice {
  return { time: 0, event: "pools", pools: joined ? POOLS.map((pool) => ({ ...pool, joined })) : POOLS };
}

const done = (game: number): Notice => ({ time: 0, event: "ok", done: { game } });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("one press", () => {
  test.each([
    ["a pool's clock", { clock: "5:00", rated: true, range: null }, false, { do: "pool", pool: "blitz" }],
    [
      "another clock",
      { clock: "5+3", rated: true, range: null },
      false,
      { do: "seek", clock: "5+3", rated: true, range: null },
    ],
    [
      "a range",
      { clock: "5:00", rated: true, range: "1400-" },
      false,
      { do: "seek", clock: "5:00", rated: true, range: "1400-" },
    ],
    [
      "an unrated game",
      { clock: "5:00", rated: false, range: null },
      false,
      { do: "seek", clock: "5:00", rated: false, range: null },
    ],
    ["a guest in a pool", { clock: "5:00", rated: false, range: null }, true, { do: "pool", pool: "blitz" }],
    [
      "a guest, who plays unrated",
      { clock: "5+3", rated: true, range: null },
      true,
      { do: "seek", clock: "5+3", rated: false, range: null },
    ],
  ] as const)("sends what fits %s", async (_, terms, isGuest, command) => {
    const { pairing, sent, enter } = setUp(isGuest);
    pairing.choose(terms);
    await pairing.play();
    expect(enter).toHaveBeenCalledOnce();
    expect(sent).toEqual([command]);
    expect(pairing.wait?.kind).toBe(command.do);
  });

  test("plays what was played last, also after a reload", () => {
    setUp().pairing.choose({ clock: "10:00", rated: false, range: null });
    expect(setUp().pairing.terms).toEqual({ clock: "10:00", rated: false, range: null });
    localStorage.setItem("willow-play", '{"clock":"soon","rated":true}');
    expect(setUp().pairing.terms.clock).toBe("5:00");
  });

  test("forgets a kept range that is none", () => {
    localStorage.setItem("willow-play", '{"clock":"5:00","rated":true,"range":"-5-"}');
    expect(setUp().pairing.terms).toEqual({ clock: "5:00", rated: true, range: null });
    localStorage.setItem("willow-play", '{"clock":"5:00","rated":true,"range":"1400-"}');
    expect(setUp().pairing.terms.range).toBe("1400-");
  });

  test("that is refused waits for nobody", async () => {
    const { pairing, answers } = setUp();
    answers.set("pool", new Refusal("limit", "too-many-games", "too many games"));
    await expect(pairing.play()).rejects.toThrow("too many games");
    expect(pairing.wait).toBeNull();
  });
});

describe("the wait", () => {
  test("ends in the game", async () => {
    const { pairing, arrived, tell } = setUp();
    await pairing.play();
    tell(playing(3, "5:00"), "lobby");
    expect(arrived).toEqual([]);
    tell(playing(3, "5:00"), "private");
    expect(arrived).toEqual([3]);
    expect(pairing.wait).toBeNull();
  });

  test("ends in the game that begins before the command is answered", async () => {
    const { pairing, answers, arrived, tell } = setUp();
    answers.set("challenge", done(4));
    const challenge = pairing.challenge("iago", { clock: "1:00" });
    tell(playing(4, "1:00"), "private");
    await challenge;
    expect(arrived).toEqual([4]);
  });

  test("for a challenge lasts until it is accepted", async () => {
    const { pairing, answers, arrived, tell } = setUp();
    answers.set("challenge", done(5));
    expect(await pairing.challenge("bob", { clock: "5:00" })).toBe(5);
    expect(arrived).toEqual([]);
    tell(playing(5, "5:00"), "private");
    expect(arrived).toEqual([5]);
  });

  test("goes on while a game with a bot stays where the user is", async () => {
    const { pairing, sent, answers, arrived, tell } = setUp();
    await pairing.play();
    answers.set("challenge", done(4));
    const challenge = pairing.challenge("iago", { clock: "none" }, true);
    tell(playing(4, "none"), "private");
    expect(await challenge).toBe(4);
    expect(arrived).toEqual([]);
    expect(sent.map((command) => command.do)).toEqual(["pool", "challenge", "pool"]);
    expect(pairing.wait?.kind).toBe("pool");
  });

  test("goes on while the user plays a bot, with the same clock too", async () => {
    const { pairing, sent, answers, arrived, tell } = setUp();
    await pairing.play();
    answers.set("challenge", done(4));
    const challenge = pairing.challenge("bob", { clock: "5:00" });
    tell(playing(4, "5:00"), "private");
    expect(arrived).toEqual([]);
    await challenge;
    expect(arrived).toEqual([4]);
    expect(sent.map((command) => command.do)).toEqual(["pool", "challenge", "pool"]);
    expect(pairing.wait?.kind).toBe("pool");
    tell(playing(5, "5:00"), "private");
    expect(arrived).toEqual([4, 5]);
  });

  test("does not take the user to a game that another tab began", () => {
    const { arrived, tell } = setUp();
    tell(playing(6, "5:00"), "private");
    expect(arrived).toEqual([]);
  });

  test("does not take the user to the game of a seek that another tab has made", () => {
    const { arrived, tell } = setUp();
    tell(seek(6, "5:00"), "lobby");
    tell(playing(6, "5:00"), "private");
    expect(arrived).toEqual([]);
  });

  test("for a rematch ends in the game, for who offered it and for who accepts", async () => {
    const { pairing, answers, arrived, tell } = setUp();
    answers.set("rematch", done(6));
    await pairing.rematch(5);
    tell(playing(6, "5:00"), "private");
    expect(arrived).toEqual([6]);
    tell(playing(7, "5:00"), "private");
    answers.set("rematch", done(7));
    await pairing.rematch(6);
    expect(arrived).toEqual([6, 7]);
  });

  test("can be stopped; an ended one needs no stop", async () => {
    const { pairing, sent, answers } = setUp();
    await pairing.play();
    answers.set("unseek", new Refusal("not-now", "no-seek", "you have no seek"));
    await pairing.stop();
    expect(sent.at(-1)).toEqual({ do: "unseek" });
    expect(pairing.wait).toBeNull();
  });

  test("goes on in a correspondence seek when another game begins", async () => {
    const { pairing, tell } = setUp();
    await pairing.seek({ clock: "3d", rated: true }, null);
    tell(playing(8, "5:00"), "private");
    expect(pairing.wait?.clock).toBe("3d");
  });

  test("ends when the server withdraws the seek", async () => {
    const { pairing, tell } = setUp();
    await pairing.seek({ clock: "5+3" }, null);
    tell(seek(9, "5:00+3"), "lobby");
    tell({ event: "withdrawn", game: 77, declined: false }, "lobby");
    expect(pairing.wait).not.toBeNull();
    tell({ event: "withdrawn", game: 9, declined: false }, "lobby");
    expect(pairing.wait).toBeNull();
  });
});

describe("after a login", () => {
  const entered = { event: "entered", name: "alice", role: "player", lobby: 0, private: 0 } as const;

  test("an open seek waits again", () => {
    const { pairing, tell } = setUp();
    tell({ ...entered, offers: [seek(9, "10:00")] });
    expect(pairing.wait).toMatchObject({ kind: "seek", clock: "10:00" });
  });

  test("whoever accepts an open offer is waited for, as before the page was loaded anew", async () => {
    const before = setUp();
    before.answers.set("new", done(9));
    await before.pairing.offer("new", { clock: "10:00" });
    const { arrived, tell } = setUp();
    tell({ ...entered, offers: [{ ...seek(9, "10:00"), seek: false }] });
    tell(playing(9, "10:00"), "private");
    expect(arrived).toEqual([9]);
  });

  test("a page that is loaded anew in a game stays where the user goes", async () => {
    const before = setUp();
    before.answers.set("join", done(9));
    const join = before.pairing.join(9);
    await Promise.resolve();
    before.tell(playing(9, "10:00"), "private");
    await join;
    expect(before.arrived).toEqual([9]);
    const { arrived, tell } = setUp();
    // What has happened lately is told again before the login is answered.
    tell(playing(9, "10:00"), "private");
    tell(entered);
    expect(arrived).toEqual([]);
  });

  test("the search goes on in the tab that began it, and is shown in the others", async () => {
    const before = setUp();
    await before.pairing.seek({ clock: "10:00" }, null);
    const reloaded = setUp();
    sessionStorage.clear();
    const other = setUp();
    for (const tab of [reloaded, other]) {
      tab.tell({ ...entered, offers: [seek(9, "10:00")] });
      expect(tab.pairing.wait?.clock).toBe("10:00");
      tab.tell(playing(9, "10:00"), "private");
      expect(tab.pairing.wait).toBeNull();
    }
    expect(reloaded.arrived).toEqual([9]);
    expect(other.arrived).toEqual([]);
  });

  test("so does a pool, and a pool that has ended does not", async () => {
    const { pairing, answers, tell } = setUp();
    answers.set("pools", poolsAnswer(true));
    tell(entered);
    await vi.waitFor(() => expect(pairing.wait).toMatchObject({ kind: "pool", pool: "blitz" }));
    answers.set("pools", poolsAnswer(false));
    tell(entered);
    await vi.waitFor(() => expect(pairing.wait).toBeNull());
  });

  test.each([
    ["pool", "5:00"],
    ["seek", "5+3"],
  ] as const)("an earlier game, told again, does not end the search in a %s", async (kind, clock) => {
    const before = setUp();
    before.pairing.choose({ clock, rated: true, range: null });
    await before.pairing.play();
    const { pairing, answers, arrived, tell } = setUp();
    answers.set("pools", poolsAnswer(kind === "pool"));
    tell(playing(3, clock), "private");
    tell({ ...entered, offers: kind === "seek" ? [seek(9, clock)] : [] });
    await vi.waitFor(() => expect(pairing.wait?.kind).toBe(kind));
    // The opponent's seek may be the older one, and gives the game its number.
    tell(playing(8, clock), "private");
    expect(arrived).toEqual([8]);
  });

  test("a search that has ended meanwhile is forgotten: another tab may search now", async () => {
    const before = setUp();
    await before.pairing.play();
    const { pairing, answers, arrived, tell } = setUp();
    answers.set("pools", poolsAnswer(false));
    tell(entered);
    await vi.waitFor(() => expect(pairing.pools).toEqual(POOLS));
    answers.set("pools", poolsAnswer(true));
    tell(entered);
    await vi.waitFor(() => expect(pairing.wait?.kind).toBe("pool"));
    tell(playing(9, "5:00"), "private");
    expect(arrived).toEqual([]);
  });

  test("an older list of pools does not end a new wait", async () => {
    const { pairing, answers } = setUp();
    answers.set("pools", poolsAnswer(false));
    pairing.readPools();
    await pairing.play();
    await Promise.resolve();
    expect(pairing.wait?.kind).toBe("pool");
  });
});
