// Tests of the game at one device: moves, clocks, passes, takebacks, and what outlives a reload.
import { beforeEach, describe, expect, it } from "vitest";
import { readClock } from "../../state/clockReading";
import { START, testRules } from "../analysis/test-rules";
import { clockStateOf, isFlagDown, started, stopped, timesOf, type TableTerms } from "./clock";
import { PLAIN, Table } from "./table.svelte";

const FIVE_PLUS_THREE: TableTerms = { kind: "increment", main: 300_000, extra: 3000 };
const BYOYOMI: TableTerms = { kind: "byoyomi", main: 10_000, extra: 5000 };

beforeEach(() => localStorage.clear());

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
    const again = Table.restored(testRules);
    expect(again?.setUp.names).toEqual({ black: "花子", white: "Bob" });
    expect(again?.moves).toEqual(["f5"]);
    expect(again?.times).toEqual(table.times);
    Table.forget();
    expect(Table.restored(testRules)).toBeNull();
  });

  it("forgets what is damaged", () => {
    new Table(testRules, PLAIN);
    const kept = JSON.parse(localStorage.getItem("willow-table") ?? "{}") as object;
    for (const damage of [{ moves: ["a1"] }, { moves: 3 }, { times: null }, { start: "x" }]) {
      localStorage.setItem("willow-table", JSON.stringify({ ...kept, ...damage }));
      expect(Table.restored(testRules), JSON.stringify(damage)).toBeNull();
    }
  });
});
