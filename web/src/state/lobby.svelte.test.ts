// The lobby: chat in the order of its numbers, people before bots, quiet lines.
import { flushSync } from "svelte";
import { describe, expect, test, vi } from "vitest";
import type { Command, Event, Notice } from "../protocol/wire";
import { CHAT_LINES, Lobby } from "./lobby.svelte";

function said(number: number, text = `line ${number}`): Notice {
  return { room: "lobby", number, time: number, event: "said", from: "bob", text };
}

function tell(lobby: Lobby, event: Event, time = 1000): void {
  lobby.onNotice({ time, ...event });
}

describe("the chat", () => {
  test("is in the order of the numbers, and has each line once", () => {
    const lobby = new Lobby();
    for (const number of [5, 7, 6, 7]) lobby.onNotice(said(number));
    expect(lobby.chat.map(({ number }) => number)).toEqual([5, 6, 7]);
  });

  test("begins with the past that a snapshot has, without its games", () => {
    const lobby = new Lobby();
    const recent: Notice[] = [
      said(301),
      { room: "lobby", number: 302, time: 0, event: "withdrawn", game: 1, declined: false },
    ];
    tell(lobby, { event: "snapshot", of: "lobby", last: 302, recent });
    lobby.onNotice(said(303));
    expect(lobby.chat.map(({ number }) => number)).toEqual([301, 303]);
  });

  test("keeps the newest lines", () => {
    const lobby = new Lobby();
    const recent = Array.from({ length: CHAT_LINES }, (_, index) => said(index + 1));
    tell(lobby, { event: "snapshot", of: "lobby", last: CHAT_LINES, recent });
    lobby.onNotice(said(CHAT_LINES + 1));
    expect(lobby.chat).toHaveLength(CHAT_LINES);
    expect(lobby.chat[0]?.number).toBe(2);
  });

  test("is drawn once a frame, however many lines come", () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
    const lobby = new Lobby();
    const drawn: number[] = [];
    const end = $effect.root(() => {
      $effect(() => void drawn.push(lobby.chat.length));
    });
    for (let number = 1; number <= 100; number++) {
      lobby.onNotice(said(number));
      flushSync();
    }
    frames.shift()?.();
    flushSync();
    expect(drawn).toEqual([1, 100]);
    end();
  });

  test("counts what came while it was not on the screen, but not the past", () => {
    const lobby = new Lobby();
    lobby.onNotice(said(1), false);
    lobby.onNotice(said(2));
    expect(lobby.unread).toBe(1);
    lobby.show(true);
    lobby.onNotice(said(3));
    expect(lobby.unread).toBe(0);
  });
});

describe("the users", () => {
  test("who come stand before the bots, and keep what is known of them", () => {
    const lobby = new Lobby();
    const rating = { rating: 1600, deviation: 60, provisional: false };
    tell(lobby, {
      event: "users",
      users: [
        { name: "ann", role: "player", playing: 1, ratings: { blitz: rating } },
        { name: "iago", role: "bot", playing: 0 },
      ],
    });
    tell(lobby, { event: "online", name: "carl", role: "guest" });
    tell(lobby, { event: "online", name: "ann", role: "player" });
    expect(lobby.users.map(({ name }) => name)).toEqual(["carl", "ann", "iago"]);
    expect(lobby.users[1]?.ratings?.blitz).toEqual(rating);
    tell(lobby, { event: "offline", name: "carl" });
    expect(lobby.users.map(({ name }) => name)).toEqual(["ann", "iago"]);
  });
});

describe("earlier lines", () => {
  test("are read page by page, until there are none", async () => {
    const lobby = new Lobby();
    lobby.onNotice(said(90), false);
    const asked: Command[] = [];
    const answers: Notice[] = [
      { event: "chat", time: 0, messages: [said(40), said(70), said(90)], next: 30 },
      { event: "chat", time: 0, messages: [said(20)] },
    ];
    const ask = (command: Command) => {
      asked.push(command);
      return Promise.resolve<Notice>(answers.shift() ?? { event: "ok", time: 0 });
    };
    await lobby.readEarlier(ask);
    expect(lobby.hasEarlier).toBe(true);
    await lobby.readEarlier(ask);
    expect(asked).toEqual([
      { do: "chat", before: 90 },
      { do: "chat", before: 30 },
    ]);
    expect(lobby.chat.map(({ number }) => number)).toEqual([20, 40, 70, 90]);
    expect(lobby.hasEarlier).toBe(false);
    expect(lobby.unread).toBe(0);
  });

  const withdrawn = (number: number): Notice => ({
    room: "lobby",
    number,
    time: 0,
    event: "withdrawn",
    game: 1,
    declined: false,
  });

  test("are those before the newest block, if lines were missed that the server no longer keeps", async () => {
    const lobby = new Lobby();
    for (const number of [1, 2]) lobby.onNotice(said(number));
    await lobby.readEarlier(() => Promise.resolve({ event: "chat", time: 0, messages: [] }));
    expect(lobby.hasEarlier).toBe(false);
    tell(lobby, {
      event: "snapshot",
      of: "lobby",
      last: 301,
      recent: [withdrawn(102), said(300), said(301)],
    });
    expect(lobby.chat.map(({ number }) => number)).toEqual([300, 301]);
    expect(lobby.hasEarlier).toBe(true);
    const asked: Command[] = [];
    await lobby.readEarlier((command) => {
      asked.push(command);
      return Promise.resolve({ event: "chat", time: 0, messages: [said(2), said(50)] });
    });
    expect(asked).toEqual([{ do: "chat", before: 300 }]);
    expect(lobby.chat.map(({ number }) => number)).toEqual([2, 50, 300, 301]);
  });

  test("stay where a snapshot goes on with what is known, of whatever kind the events between are", () => {
    const lobby = new Lobby();
    lobby.onNotice(said(1));
    lobby.onNotice(withdrawn(101));
    tell(lobby, { event: "snapshot", of: "lobby", last: 301, recent: [withdrawn(102), said(301)] });
    expect(lobby.chat.map(({ number }) => number)).toEqual([1, 301]);
  });

  test("that were asked for before a gap are not put behind it", async () => {
    const lobby = new Lobby();
    lobby.onNotice(said(90));
    let answer: (notice: Notice) => void = () => undefined;
    const reading = lobby.readEarlier(() => new Promise((resolve) => (answer = resolve)));
    tell(lobby, { event: "snapshot", of: "lobby", last: 500, recent: [said(301), said(500)] });
    answer({ event: "chat", time: 0, messages: [said(40)], next: 30 });
    await reading;
    expect(lobby.chat.map(({ number }) => number)).toEqual([301, 500]);
  });

  test("can be asked for again if the server does not answer", async () => {
    const lobby = new Lobby();
    await expect(lobby.readEarlier(() => Promise.reject(new Error("offline")))).rejects.toThrow("offline");
    expect(lobby.hasEarlier).toBe(true);
  });
});

test("how many games a user plays follows the games that begin and end", () => {
  const lobby = new Lobby();
  tell(lobby, { event: "users", users: [{ name: "ann", role: "player", playing: 0 }] });
  const terms = { clock: "5:00", rated: false, color: "random", start: "standard", private: false } as const;
  const game = { game: 1, black: "ann", white: "bob", plies: 0, ...terms };
  const at = (event: "playing" | "over", room: string, isLive = true) =>
    lobby.onNotice({ room, number: 1, time: 0, event, ...game }, isLive);
  at("playing", "lobby");
  at("playing", "private");
  at("playing", "lobby", false);
  expect(lobby.users[0]?.playing).toBe(1);
  at("over", "lobby");
  at("over", "lobby");
  expect(lobby.users[0]?.playing).toBe(0);
});

describe("quiet lines", () => {
  test("tell announcements and what moderators did", () => {
    const lobby = new Lobby();
    tell(lobby, { event: "announced", text: "The server restarts at noon." });
    tell(lobby, { event: "moderated", by: "mona", name: "bob", action: "silence", reason: "insults" });
    expect(lobby.news.map(({ news }) => news.event)).toEqual(["announced", "moderated"]);
  });

  test("are told when they are new, and not when a page reads the past", () => {
    const told: string[] = [];
    const lobby = new Lobby(({ news }) => told.push(news.event));
    const moderated = {
      event: "moderated",
      by: "mona",
      name: "bob",
      action: "silence",
      reason: "insults",
    } as const;
    lobby.onNotice({ time: 1, ...moderated }, false);
    expect(told).toEqual([]);
    lobby.onNotice({ time: 2, ...moderated });
    expect(told).toEqual(["moderated"]);
    expect(lobby.news).toHaveLength(2);
  });

  test("tell only the latest of each user whom one follows", () => {
    const lobby = new Lobby();
    const ann = { name: "ann", role: "player" as const, friend: true };
    tell(lobby, { event: "presence", ...ann, online: true });
    tell(lobby, { event: "presence", ...ann, online: false });
    expect(lobby.news.map(({ news }) => news)).toEqual([
      expect.objectContaining({ event: "presence", online: false }),
    ]);
  });
});

test("users are called by their names in any script while they are online", () => {
  const lobby = new Lobby();
  tell(lobby, { event: "online", name: "yuki", role: "player", display_name: "由紀" });
  tell(lobby, { event: "online", name: "bob", role: "player" });
  expect(["yuki", "bob", "carl"].map((name) => lobby.nameOf(name))).toEqual(["由紀", "bob", "carl"]);
  tell(lobby, { event: "offline", name: "yuki" });
  expect(lobby.nameOf("yuki")).toBe("yuki");
});

test("a removed message is a stub, whether it was heard or not", () => {
  const lobby = new Lobby();
  const said = (number: number): Notice => ({
    room: "lobby",
    number,
    time: number,
    event: "said",
    from: "bob",
    text: "idiot",
  });
  lobby.onNotice(said(1));
  lobby.onNotice(said(2));
  lobby.onNotice({ room: "lobby", number: 3, time: 3, event: "removed", from: "bob", message: 2 });
  lobby.onNotice({ room: "lobby", number: 4, time: 4, event: "removed", from: "bob", message: 4 });
  lobby.onNotice({ room: "lobby", number: 5, time: 5, event: "removed", from: "bob", message: 4 });
  expect(lobby.chat.map(({ number, text, isRemoved = false }) => [number, text, isRemoved])).toEqual([
    [1, "idiot", false],
    [2, "", true],
    [4, "", true],
  ]);
});
