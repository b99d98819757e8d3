// Tests of the game under study.
import { describe, expect, test } from "vitest";
import { firstLegalGame, START, testRules } from "../tests/rules";
import { hasVariations, movesOf } from "./tree";
import { Study } from "./study.svelte";

const GAME = { start: START, moves: ["f5", "d6", "c3"], black: "alice", white: "bob" };
const open = (ply: number | null = null) => new Study(testRules, GAME, ply);

describe("the study", () => {
  test("shows the ply of the address, or the start", () => {
    expect([open().node.ply, open(2).node.ply, open(99).node.ply]).toEqual([0, 2, 3]);
    expect(open(2).address).toEqual({ ...GAME, ply: 2 });
  });

  test("refuses a game that breaks the rules", () => {
    expect(() => new Study(testRules, { ...GAME, moves: ["a1"] }, null)).toThrow("not legal");
  });

  test("steps within the line", () => {
    const study = open();
    study.goTo(2);
    study.goTo(study.node.ply + 5);
    expect(study.node.ply).toBe(3);
    study.goTo(-1);
    expect(study.node.ply).toBe(0);
  });

  test("takes any legal move as a variation, and no other", () => {
    const study = open(1);
    expect(study.play("a1")).toBe(false);
    expect(study.play("f6")).toBe(true);
    expect(movesOf(study.line)).toEqual(["f5", "f6"]);
    expect([study.node.ply, hasVariations(study.tree)]).toEqual([2, true]);
    study.goTo(2);
    study.backToMain();
    expect([study.node.ply, movesOf(study.line)]).toEqual([1, ["f5", "d6", "c3"]]);
    study.play("f6");
    study.remove();
    expect([study.node.ply, hasVariations(study.tree), study.plies]).toEqual([1, false, 3]);
  });

  test("follows a line of the engine, and shows any of its positions", () => {
    const study = open(1);
    study.follow(study.at, ["f6", "e6", "f4"], 2);
    expect([movesOf(study.line), study.node.move]).toEqual([["f5", "f6", "e6", "f4"], "e6"]);
  });

  test("makes a variation the main line, and keeps comments", () => {
    const study = open(1);
    study.play("f4");
    study.comment("quiet");
    study.makeMain();
    study.goTo(0);
    expect(movesOf(study.line)).toEqual(["f5", "f4"]);
    study.goTo(2);
    expect(study.node.comment).toBe("quiet");
  });

  test("has nothing to play when the game is over", () => {
    const study = new Study(testRules, { ...GAME, moves: firstLegalGame() }, 200);
    expect([study.isOver, study.legal]).toEqual([true, []]);
  });
});
