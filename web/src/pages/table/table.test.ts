// Tests of the game at one device: moves, clocks, passes, takebacks, and what outlives a reload.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { DeviceGame } from "../../protocol/wire";
import { readClock } from "../../state/clock-reading";
import { START, testRules } from "../../tests/rules";
import type { KeepableGame } from "../../study/library-games";
import { noteHint } from "../../state/assisted";
import { clockStateOf, isFlagDown, started, stopped, timesOf, type TableTerms } from "./clock";
import { PLAIN, Table } from "./table.svelte";

const FIVE_PLUS_THREE: TableTerms = { kind: "increment", main: 300_000, extra: 3000 };
const BYOYOMI: TableTerms = { kind: "byoyomi", main: 10_000, extra: 5000 };

const keep = vi.hoisted(() => vi.fn<(games: readonly KeepableGame[]) => void>());
vi.mock("../../study/library.svelte", () => ({ library: { keep } }));
const archive = vi.hoisted(() => vi.fn<(game: DeviceGame) => void>());
vi.mock("../../state/device-games.svelte", () => ({ deviceGames: { add: archive } }));

beforeEach(() => {
  localStorage.clear();
  keep.mockClear();
  archive.mockClear();
});

describe("the clock of the table", () => {
  it("gives the increment after a move", () => {
    const running = started(timesOf(FIVE_PLUS_THREE), "black", 1000);
    expect(stopped(FIVE_PLUS_THREE, running, 11_000, true)).toMatchObject({ black: 293_000, running: null });
    expect(stopped(FIVE_PLUS_THREE, running, 11_000, false).black).toBe(290_000);
  });

  it("falls when the main time and the byoyomi are used up", () => {
    const running = started(timesOf(BYOYOMI), "white", 0);
    expect(isFlagDown(BYOYOMI, running, 14_999)).toBe(false);
    expect(isFlagDown(BYOYOMI, running, 15_000)).toBe(true);
    const later = started(stopped(BYOYOMI, running, 12_000, true), "white", 20_000);
    expect(later.white).toBe(0);
    expect(isFlagDown(BYOYOMI, later, 24_999)).toBe(false);
    expect(isFlagDown(BYOYOMI, later, 25_000)).toBe(true);
  });

  it("gives a first increment to those who would begin without time", () => {
    expect(timesOf({ kind: "increment", main: 0, extra: 5000 })).toMatchObject({ black: 5000, white: 5000 });
    expect(timesOf({ kind: "increment", main: 600, extra: 400 }).white).toBe(1000);
    expect(timesOf(FIVE_PLUS_THREE).white).toBe(300_000);
    expect(timesOf({ ...BYOYOMI, main: 0 }).white).toBe(0);
  });

  it("keeps the used part of a period until the move is played", () => {
    const running = started({ ...timesOf(BYOYOMI), black: 0 }, "black", 0);
    const paused = stopped(BYOYOMI, running, 3000, false);
    expect(readClock(clockStateOf(BYOYOMI, paused), "black", 9000)).toMatchObject({
      left: 2000,
      shown: 2000,
      phase: "byoyomi",
    });
    const again = started(paused, "black", 10_000);
    expect(isFlagDown(BYOYOMI, again, 11_999)).toBe(false);
    expect(isFlagDown(BYOYOMI, again, 12_000)).toBe(true);
    const moved = stopped(BYOYOMI, again, 11_000, true);
    expect(clockStateOf(BYOYOMI, moved).black).toBe(5000);
  });

  it("is read like the clocks of the server", () => {
    const running = started(timesOf(BYOYOMI), "black", 0);
    const clocks = clockStateOf(BYOYOMI, running);
    expect(readClock(clocks, "black", 4000)).toMatchObject({ left: 11_000, shown: 6000, phase: "main" });
    expect(readClock(clocks, "black", 12_000)).toMatchObject({ shown: 3000, phase: "byoyomi" });
    expect(readClock(clocks, "white", 12_000)).toMatchObject({ left: 15_000, shown: 10_000 });
    expect(clockStateOf(PLAIN.terms, running)).toEqual({ black: null, white: null });
  });
});

describe("the game at the table", () => {
  it("starts the clocks with the first move", () => {
    const table = new Table(testRules, { ...PLAIN, terms: FIVE_PLUS_THREE });
    expect(table.times.running).toBeNull();
    expect(table.play("f5", 1000)).toBe(true);
    expect(table.times).toMatchObject({ black: 300_000, running: "white", since: 1000 });
    expect(table.play("d6", 5000)).toBe(true);
    expect(table.times).toMatchObject({ white: 299_000, running: "black" });
  });

  it("takes no illegal move, and none while an earlier position is looked at", () => {
    const table = new Table(testRules, PLAIN);
    expect(table.play("a1", 0)).toBe(false);
    table.play("f5", 0);
    table.lookAt(0);
    expect(table.shown.position).toBe(START);
    expect(table.play("d6", 0)).toBe(false);
    table.lookAt(1);
    expect(table.play("d6", 0)).toBe(true);
  });

  it("passes for the side that has no move, and takes the pass back with the move", () => {
    // After c1 White has no move, and Black has h8.
    const start = `${"XO------".padEnd(56, "-")}XXXXXXO- X`;
    const table = new Table(testRules, { ...PLAIN, start });
    expect(table.play("c1", 0)).toBe(true);
    expect(table.moves).toEqual(["c1", "pass"]);
    expect(table.toMove).toBe("black");
    table.takeBack(0);
    expect(table.moves).toEqual([]);
    table.play("c1", 0);
    table.play("h8", 0);
    // Nobody has a move; the empty squares count for the winner.
    expect(table.result).toMatchObject({ reason: "finished", result: 64 });
  });

  it("ends when the flag falls, and a takeback goes on", () => {
    const table = new Table(testRules, { ...PLAIN, terms: BYOYOMI });
    table.play("f5", 0);
    table.tick(14_999);
    expect(table.isOver).toBe(false);
    table.tick(15_000);
    expect(table.result).toMatchObject({ reason: "timeout", loser: "white", result: 64 });
    expect(table.play("d6", 16_000)).toBe(false);
    table.takeBack(17_000);
    expect(table.isOver).toBe(false);
  });

  it("stands still while the clocks are stopped", () => {
    const table = new Table(testRules, { ...PLAIN, terms: FIVE_PLUS_THREE });
    table.play("f5", 0);
    table.pause(10_000);
    expect(table.times).toMatchObject({ white: 290_000, running: null });
    table.pause(500_000);
    expect(table.times).toMatchObject({ running: "white", since: 500_000 });
  });

  it("takes no move while the clocks are stopped, and stays stopped over a takeback", () => {
    const table = new Table(testRules, { ...PLAIN, terms: FIVE_PLUS_THREE });
    expect(table.isPaused).toBe(false);
    table.play("f5", 0);
    table.play("d6", 1000);
    table.pause(2000);
    expect(table.isPaused).toBe(true);
    expect(table.play("c3", 3000)).toBe(false);
    table.takeBack(4000);
    expect([table.isPaused, table.times.running]).toEqual([true, null]);
    table.pause(5000);
    expect(table.times).toMatchObject({ running: "white", since: 5000 });
    expect(table.play("d6", 6000)).toBe(true);
    table.pause(7000);
    table.takeBack(8000);
    table.takeBack(8000);
    expect(table.isPaused).toBe(false);
    expect(table.play("f5", 9000)).toBe(true);
  });

  it("is not stopped before the first move, though the first side had to pass", () => {
    const start = `${"OX------".padEnd(56, "-")}OOOOOOX- X`;
    const table = new Table(testRules, { ...PLAIN, terms: FIVE_PLUS_THREE, start });
    expect(table.moves).toEqual(["pass"]);
    expect(table.isPaused).toBe(false);
  });

  it("falls at a pause, and while the page was closed", () => {
    const table = new Table(testRules, { ...PLAIN, terms: BYOYOMI });
    table.play("f5", 0);
    expect(Table.restored(testRules, 14_999)?.isOver).toBe(false);
    expect(Table.restored(testRules, 15_000)?.result).toMatchObject({ reason: "timeout", loser: "white" });
    table.pause(15_000);
    expect(table.result).toMatchObject({ reason: "timeout", loser: "white" });
  });

  it("gives a new period after a takeback", () => {
    const table = new Table(testRules, { ...PLAIN, terms: { ...BYOYOMI, main: 0 } });
    table.play("f5", 0);
    table.tick(5000);
    table.takeBack(6000);
    table.play("f5", 7000);
    expect(table.clocks.deadline).toBe(12_000);
  });

  it("ends by a resignation of the side to move", () => {
    const table = new Table(testRules, PLAIN);
    table.play("f5", 0);
    table.resign(0);
    expect(table.result).toMatchObject({ reason: "resigned", loser: "white" });
  });

  it("outlives a reload, with its clocks", () => {
    const table = new Table(testRules, {
      ...PLAIN,
      terms: FIVE_PLUS_THREE,
      names: { black: "花子", white: "Bob" },
    });
    table.play("f5", 1000);
    const again = Table.restored(testRules, 2000);
    expect(again?.setUp.names).toEqual({ black: "花子", white: "Bob" });
    expect(again?.moves).toEqual(["f5"]);
    expect(again?.times).toEqual(table.times);
    Table.forget();
    expect(Table.restored(testRules, 2000)).toBeNull();
  });

  it("forgets what is damaged", () => {
    new Table(testRules, PLAIN);
    const kept = JSON.parse(localStorage.getItem("willow-table") ?? "{}") as object;
    for (const damage of [{ moves: ["a1"] }, { moves: 3 }, { times: null }, { start: "x" }]) {
      localStorage.setItem("willow-table", JSON.stringify({ ...kept, ...damage }));
      expect(Table.restored(testRules, 2000), JSON.stringify(damage)).toBeNull();
    }
  });
});

describe("a game against the program of the device", () => {
  const AGAINST_WHITE = {
    ...PLAIN,
    names: { black: "", white: "W" },
    program: { side: "white", level: 3 },
  } as const;

  it("knows whose turn it is, also after a reload", () => {
    const table = new Table(testRules, AGAINST_WHITE);
    expect(table.isProgramsTurn).toBe(false);
    table.play("f5", 0);
    expect(table.isProgramsTurn).toBe(true);
    expect(Table.restored(testRules, 0)?.isProgramsTurn).toBe(true);
  });

  it("takes the program's answer back with the person's move", () => {
    const table = new Table(testRules, AGAINST_WHITE);
    const answer = () => table.play(table.last.legal[0] ?? "", 0);
    table.play("f5", 0);
    answer();
    expect(table.plies).toBe(2);
    table.takeBack(0);
    expect([table.plies, table.isProgramsTurn]).toEqual([0, false]);
    table.play("f5", 0);
    table.takeBack(0);
    expect(table.plies).toBe(0);
    const begun = new Table(testRules, { ...AGAINST_WHITE, program: { side: "black", level: 3 } });
    begun.play("f5", 0);
    begun.takeBack(0);
    expect([begun.plies, begun.isProgramsTurn]).toEqual([0, true]);
  });

  it("is put into the library when it is over, under its name, and games of two people are not", () => {
    const two = new Table(testRules, PLAIN);
    two.play("f5", 0);
    two.resign(0);
    expect(keep).not.toHaveBeenCalled();
    const table = new Table(testRules, AGAINST_WHITE);
    table.play("f5", 0);
    table.play("d6", 0);
    table.resign(0);
    const again = Table.restored(testRules, 0);
    expect([again?.isOver, keep.mock.calls.length]).toEqual([true, 1]);
    again?.takeBack(0);
    again?.play("d3", 0);
    again?.play("c3", 0);
    again?.resign(0);
    const kept = keep.mock.calls.map(([[game]]) => [game?.id, game?.white, game?.transcript, game?.result]);
    expect(kept).toEqual([
      [table.id, "W", "f5d6", -64],
      [table.id, "W", "d3c3", -64],
    ]);
    expect(keep.mock.calls[0]?.[0][0]?.isAgainstDevice).toBe(true);
    expect(table.game.event).toBe("");
    noteHint(table.id);
    expect(table.game.event, "the engine has helped").toBe("Played with help: 1 hint.");
    expect(new Table(testRules, AGAINST_WHITE).id).not.toBe(table.id);
  });

  it("is sent to the archive when it is over, with the strength of the program and no result", () => {
    const learner = { side: "black", level: 1, temperature: 6.02 } as const;
    const start = `X${START.slice(1, -1)}O`;
    const table = new Table(testRules, { ...AGAINST_WHITE, start, program: learner });
    table.play(table.last.legal[0] ?? "", 0);
    const { transcript } = table.game;
    table.resign(0);
    const early_end = { reason: "resigned", loser: "black" };
    const sent = {
      id: table.id,
      color: "white",
      level: 1,
      like: "learner",
      initial: start,
      moves: transcript,
    };
    expect(archive.mock.calls).toEqual([[{ ...sent, early_end, ended_at: expect.any(Number) as number }]]);
    const usual = new Table(testRules, AGAINST_WHITE);
    usual.play("f5", 0);
    expect(archive).toHaveBeenCalledTimes(1);
    usual.resign(0);
    const last = archive.mock.lastCall?.[0];
    expect([last?.color, last?.level, last?.like, last?.initial]).toEqual(["black", 3, undefined, undefined]);
  });
});
