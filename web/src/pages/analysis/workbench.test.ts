// The record on the table.
import { describe, expect, test } from "vitest";
import { firstLegalGame, START, testRules } from "./test-rules";
import { hasVariations, movesOf } from "./tree";
import { Workbench } from "./workbench.svelte";

const GAME = { start: START, moves: ["f5", "d6", "c3"], black: "alice", white: "bob" };
const open = (ply: number | null = null) => new Workbench(testRules, GAME, ply);

describe("the table", () => {
  test("shows the ply of the address, or the start", () => {
    expect([open().node.ply, open(2).node.ply, open(99).node.ply]).toEqual([0, 2, 3]);
    expect(open(2).address).toEqual({ ...GAME, ply: 2 });
  });

  test("refuses a game that breaks the rules", () => {
    expect(() => new Workbench(testRules, { ...GAME, moves: ["a1"] }, null)).toThrow("not legal");
  });

  test("steps within the line", () => {
    const bench = open();
    bench.goTo(2);
    bench.goTo(bench.node.ply + 5);
    expect(bench.node.ply).toBe(3);
    bench.goTo(-1);
    expect(bench.node.ply).toBe(0);
  });

  test("takes any legal move as a variation, and no other", () => {
    const bench = open(1);
    expect(bench.play("a1")).toBe(false);
    expect(bench.play("f6")).toBe(true);
    expect(movesOf(bench.line)).toEqual(["f5", "f6"]);
    expect([bench.node.ply, hasVariations(bench.tree)]).toEqual([2, true]);
    bench.goTo(2);
    bench.backToMain();
    expect([bench.node.ply, movesOf(bench.line)]).toEqual([1, ["f5", "d6", "c3"]]);
    bench.play("f6");
    bench.remove();
    expect([bench.node.ply, hasVariations(bench.tree), bench.plies]).toEqual([1, false, 3]);
  });

  test("follows a line of the engine, and shows any of its positions", () => {
    const bench = open(1);
    bench.follow(bench.at, ["f6", "e6", "f4"], 2);
    expect([movesOf(bench.line), bench.node.move]).toEqual([["f5", "f6", "e6", "f4"], "e6"]);
  });

  test("makes a variation the main line, and keeps comments", () => {
    const bench = open(1);
    bench.play("f4");
    bench.comment("quiet");
    bench.makeMain();
    bench.goTo(0);
    expect(movesOf(bench.line)).toEqual(["f5", "f4"]);
    bench.goTo(2);
    expect(bench.node.comment).toBe("quiet");
  });

  test("has nothing to play when the game is over", () => {
    const bench = new Workbench(testRules, { ...GAME, moves: firstLegalGame() }, 200);
    expect([bench.isOver, bench.legal]).toEqual([true, []]);
  });
});
