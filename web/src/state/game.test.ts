// Games from recorded dialogues with a real server: what the record, the talk and the board show after each event.
import { beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "../protocol/refusal";
import type { Notice } from "../protocol/wire";
import playerDialogue from "./dialogues/takeback-player.ndjson?raw";
import resumedDialogue from "./dialogues/resumed-player.ndjson?raw";
import spectatorDialogue from "./dialogues/takeback-spectator.ndjson?raw";
import { Game } from "./game.svelte";
import { claimAtOf } from "./game-record";
import { FakeHost, read, tellUntil } from "../tests/game";

const START = "---------------------------OX------XO--------------------------- X";
const AFTER_F5 = "---------------------------OX------XXX-------------------------- O";

describe("a player's game", () => {
  let host: FakeHost;
  let game: Game;
  let rest: Notice[];
  const tell = (isLast: (notice: Notice) => boolean) => (rest = tellUntil(game, rest, isLast));

  beforeEach(() => {
    host = new FakeHost("alice");
    game = new Game(1, host);
    rest = read(playerDialogue);
  });

  test("begins with the user to move", () => {
    tell(({ event }) => event === "started");
    expect(game.color).toBe("black");
    expect(game.isMyTurn).toBe(true);
    expect(game.view).toMatchObject({ ply: 0, position: START, playable: true });
    expect(game.view.legal).toEqual(["d3", "c4", "f5", "e6"]);
  });

  test("shows an own move before the server has told it, and keeps it after a reconnection", () => {
    tell(({ event }) => event === "started");
    const started = game.record?.state;
    game.play("f5");
    expect(host.asked.map(({ command }) => command)).toEqual([{ do: "move", game: 1, move: "f5", ply: 0 }]);
    expect(game.moves).toEqual(["f5"]);
    expect(game.isMyTurn).toBe(false);
    // After a reconnection the server tells the state as it was before the move.
    if (started) game.onNotice({ event: "state", time: 0, ...started });
    expect(game.moves).toEqual(["f5"]);
    tell((notice) => notice.event === "moved");
    expect(game.sent).toBeNull();
    expect(game.view).toMatchObject({ ply: 1, position: AFTER_F5, lastMove: "f5", playable: false });
  });

  test("shows the position after an own move", () => {
    tell(({ event }) => event === "started");
    game.play("f5");
    expect(game.view).toMatchObject({ ply: 1, position: AFTER_F5, flipped: ["e5"], legal: [] });
  });

  test("takes a refused move back and says why", async () => {
    tell(({ event }) => event === "started");
    game.play("f5");
    host.asked[0]?.refuse(new Refusal("not-now", "clock-stopped", "your time is up"));
    await Promise.resolve();
    await Promise.resolve();
    expect(game.moves).toEqual([]);
    expect(game.problem).toBe("your time is up");
  });

  test("plays no illegal move and none out of turn", () => {
    tell(({ event }) => event === "started");
    game.play("a1");
    tell((notice) => notice.event === "moved");
    game.play("f4");
    expect(host.asked).toEqual([]);
  });

  test("plays a premove as soon as it is legal", () => {
    tell((notice) => notice.event === "moved");
    game.choosePremove("c5");
    tell((notice) => notice.event === "moved");
    expect(host.asked.map(({ command }) => command)).toEqual([{ do: "move", game: 1, move: "c5", ply: 2 }]);
    expect(game.premove).toBeNull();
  });

  test("drops a premove that is not legal", () => {
    tell((notice) => notice.event === "moved");
    game.choosePremove("a1");
    tell((notice) => notice.event === "moved");
    expect(host.asked).toEqual([]);
    expect(game.premove).toBeNull();
    expect(game.isMyTurn).toBe(true);
  });

  test("hears of takebacks: asked, refused, asked again, made", () => {
    tell(({ event }) => event === "takeback-asked");
    expect(game.state?.takeback).toBe("white");
    tell(({ event }) => event === "takeback-refused");
    expect(game.state?.takeback).toBeNull();
    tell(({ event }) => event === "taken-back");
    expect(game.moves).toEqual(["f5"]);
    expect(game.state).toMatchObject({ takeback: null, position: AFTER_F5, legal: ["f4", "d6", "f6"] });
    expect(game.state?.times).toHaveLength(1);
  });

  test.each(["taken-back", "state"] as const)("gives a premove up at a takeback, told by `%s`", (event) => {
    tell(({ event }) => event === "started");
    const started = game.state;
    tell((notice) => notice.event === "moved");
    if (!started) throw new Error("the game has begun");
    game.choosePremove("e6");
    game.onNotice(
      event === "state"
        ? { ...started, event, time: 0 }
        : { ...started, event, plies: 0, time: 0, room: "game/1", number: 3 },
    );
    expect(game.moves).toEqual([]);
    expect(game.premove).toBeNull();
    expect(game.isMyTurn).toBe(true);
    expect(host.asked).toEqual([]);
  });

  test("keeps the place while the user looks back, and counts the new moves", () => {
    tell((notice) => notice.event === "moved");
    game.lookAt(0);
    expect(game.view).toMatchObject({ ply: 0, position: START, playable: false });
    tell((notice) => notice.event === "moved");
    expect(game.view.ply).toBe(0);
    expect(game.newMoves).toBe(1);
    game.goLive();
    expect(game.view).toMatchObject({ ply: 2, playable: true });
  });

  test("a look back ends at the game itself", () => {
    tell((notice) => notice.event === "moved" && notice.ply === 2);
    game.step(-1);
    expect(game.view).toMatchObject({ ply: 1, position: AFTER_F5, lastMove: "f5" });
    game.step(1);
    expect(game.isLive).toBe(true);
  });

  test("knows from when the win can be claimed, and that the opponent is back", () => {
    tell(({ event }) => event === "gone");
    expect(claimAtOf(game.state, "white")).toBeGreaterThan(1_795_000_000_000);
    tell(({ event }) => event === "back");
    expect(claimAtOf(game.state, "white")).toBeUndefined();
  });

  test("knows it after a new load of the page, too: the state says who is away", () => {
    tell(({ event }) => event === "gone");
    const { state } = game;
    if (!state) throw new Error("the game has begun");
    const reread = new Game(1, new FakeHost("alice"));
    const gone = [{ color: "white" as const, claim_at: 1_795_000_060_000 }];
    reread.onNotice({ ...state, event: "state", time: 0, gone });
    expect(claimAtOf(reread.state, "white")).toBe(1_795_000_060_000);
    reread.onNotice({ ...state, event: "state", time: 0, gone: [] });
    expect(claimAtOf(reread.state, "white")).toBeUndefined();
  });

  test("given time is on the clock", () => {
    tell(({ event }) => event === "time-given");
    expect(game.state?.clocks.parts?.white.main).toBeGreaterThan(70_000);
  });

  test("ends with stopped clocks", () => {
    tell(({ event }) => event === "ended");
    expect(game.isOver).toBe(true);
    expect(game.state).toMatchObject({ end: { reason: "resigned", result: 64, loser: "white" }, legal: [] });
    expect(game.state?.clocks).toMatchObject({ running: null, deadline: null });
    expect(game.state?.clocks.black).toBeLessThan(69_000);
  });

  test("follows the offers of a rematch to the next game", () => {
    tell(({ event }) => event === "offered");
    expect(game.rematch.offer).toMatchObject({ from: "alice", to: "bob" });
    tell(({ event }) => event === "withdrawn");
    expect(game.rematch.offer).toBeNull();
    expect(game.rematch.isDeclined).toBe(true);
    tell(({ event }) => event === "offered");
    expect(game.rematch.offer).toMatchObject({ from: "bob" });
    tell((notice) => notice.event === "playing");
    expect(game.rematch.begun).toBe(3);
  });

  test("says why no rematch is offered", async () => {
    tell(({ event }) => event === "ended");
    const isOffered = game.askRematch();
    const asked = host.asked.at(-1);
    expect(asked?.command).toEqual({ do: "rematch", game: 1 });
    asked?.refuse(new Refusal("limit", "just-declined", "alice has declined"));
    expect(await isOffered).toBe(false);
    expect(game.problem).toBe("alice has declined");
  });

  test("has the talk of the players alone", () => {
    tell(({ event }) => event === "ended");
    expect(game.talk.players.lines.map(({ from, text }) => [from, text])).toEqual([["alice", "good luck"]]);
    expect(game.talk.spectators.lines).toEqual([]);
    expect(game.talk.players.unread).toBe(0);
  });
});

describe("a spectator's game", () => {
  test("names who watches, and has the talk of the spectators alone", () => {
    const host = new FakeHost("carl");
    const game = new Game(1, host);
    const rest = tellUntil(game, read(spectatorDialogue), ({ event }) => event === "spectators");
    expect(game.color).toBeNull();
    expect(game.state).toMatchObject({ spectators: 1, spectator_names: ["carl"] });
    rest.forEach((notice) => game.onNotice(notice));
    expect(game.talk.players.lines).toEqual([]);
    expect(game.talk.spectators.lines.map(({ text }) => text)).toEqual(["nice"]);
    expect(game.view.playable).toBe(false);
    expect(game.moves).toEqual(["f5", "f6"]);
  });

  test("asks for the state again if an event is missing", () => {
    const host = new FakeHost("carl");
    const game = new Game(1, host);
    const notices = read(spectatorDialogue);
    const lost = notices.findIndex(({ event }) => event === "moved");
    notices.toSpliced(lost, 1).forEach((notice) => game.onNotice(notice));
    expect(host.asked[0]?.command).toEqual({ do: "watch", game: 1 });
  });
});

describe("a game after a new load of the page", () => {
  test("is made of the events that `resume` sends, without sounds for them", () => {
    const host = new FakeHost("bob");
    const game = new Game(1, host);
    const rest = read(resumedDialogue);
    const entered = rest.findIndex(({ event }) => event === "entered");
    rest.slice(0, entered).forEach((notice) => game.onNotice(notice, true));
    expect(game.moves).toEqual(["f5", "f6"]);
    expect(game.color).toBe("white");
    expect(host.news).toEqual([]);
    game.lookAt(1);
    expect(game.view.position).toBe(AFTER_F5);
    rest.slice(entered).forEach((notice) => game.onNotice(notice));
    expect(game.isOver).toBe(true);
    expect(host.news).toContain("ended");
  });
});

describe("an imported game", () => {
  const archived: Notice = {
    event: "archived",
    time: 0,
    summary: {
      game: 1,
      black: "Graham Brightwell",
      white: "Ben Seeley",
      date: "1999-05-02",
      event: "Club",
      result: 2,
      moves: 1,
      transcript: "f5",
    },
    initial: "---------------------------OX------XO--------------------------- X",
    position: AFTER_F5,
  };
  const imported = () => {
    const host = new FakeHost("carl");
    const game = new Game(1, host);
    game.onNotice(archived);
    return game;
  };

  test("is over, and belongs to nobody who reads it", () => {
    const game = imported();
    expect(game.reading).toBe("known");
    expect(game.isOver).toBe(true);
    expect(game.color).toBeNull();
    expect(game.state?.end).toMatchObject({ black_discs: 4, white_discs: 1 });
  });

  test("has its moves, and says where it comes from", () => {
    const game = imported();
    expect(game.moves).toEqual(["f5"]);
    expect(game.view.position).toBe(AFTER_F5);
    expect(game.record?.source).toMatchObject({ event: "Club", place: "", onDevice: false });
  });

  test("ends as it ended, and a program of a device is called in the page's words", () => {
    const resigned = {
      black: "ann",
      white: "Willow on a device (level 4)",
      result: -64,
      ending: "resigned",
    } as const;
    const game = new Game(1, new FakeHost("carl"));
    game.onNotice({ ...archived, summary: { ...archived.summary, ...resigned, on_device: true } });
    expect(game.state?.end).toMatchObject({ reason: "resigned", loser: "black", result: -64 });
    expect(game.nameOf("white")).toBe("Willow, level 4, on a device");
    expect(game.record?.source?.onDevice).toBe(true);
  });
});
