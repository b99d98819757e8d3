// Games with variations.
import { describe, expect, test } from "vitest";
import { firstLegalGame, START, testRules } from "../tests/rules";
import {
  asMainLine,
  hasVariations,
  isOnMainLine,
  lineThrough,
  movesOf,
  nodeAt,
  pathTo,
  ROOT,
  treeOf,
  withBranches,
  withComment,
  withMove,
  without,
} from "./tree";

const tree = treeOf(testRules, START, ["f5", "d6", "c3"]);
/** The same with the variation f5 f6 e6. */
function varied() {
  const first = withMove(testRules, tree, 1, "f6");
  return withMove(testRules, first.tree, first.at, "e6");
}

describe("a tree", () => {
  test("of a game is one line", () => {
    expect(movesOf(lineThrough(tree, ROOT))).toEqual(["f5", "d6", "c3"]);
    expect(lineThrough(tree, ROOT).map(({ ply }) => ply)).toEqual([0, 1, 2, 3]);
    expect(hasVariations(tree)).toBe(false);
  });

  test("goes to a move that it has, and adds another one as a variation", () => {
    expect(withMove(testRules, tree, 1, "d6")).toEqual({ tree, at: 2 });
    const { tree: after, at } = varied();
    expect(movesOf(lineThrough(after, at))).toEqual(["f5", "f6", "e6"]);
    expect(movesOf(lineThrough(after, ROOT))).toEqual(["f5", "d6", "c3"]);
    expect([hasVariations(after), isOnMainLine(after, at), isOnMainLine(after, 2)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(tree.size, "the old tree is as it was").toBe(4);
  });

  test("refuses an illegal move", () => {
    expect(() => withMove(testRules, tree, ROOT, "a1")).toThrow("not legal");
    expect(() => treeOf(testRules, START, ["f5", "f5"])).toThrow("not legal");
  });

  test("has the passes of a game, also those that were left out", () => {
    const moves = firstLegalGame();
    const line = lineThrough(treeOf(testRules, START, moves), ROOT);
    expect(movesOf(line)).toEqual(testRules.replay(moves).moves);
    expect(movesOf(line)).toContain("pass");
    expect(line.map(({ ply }) => ply)).toEqual(line.map((_, index) => index));
  });

  test("passes by itself where the side to move has no move", () => {
    const passed = treeOf(testRules, `OX${"-".repeat(62)} X`, []);
    expect(movesOf(lineThrough(passed, ROOT))).toEqual(["pass"]);
  });

  test("keeps comments", () => {
    expect(nodeAt(withComment(tree, 2, "why?"), 2).comment).toBe("why?");
  });

  test("loses a variation with all that follows", () => {
    const { tree: after } = varied();
    const { tree: left, at } = without(after, 4);
    expect([left.size, at, hasVariations(left)]).toEqual([4, 1, false]);
    expect(without(left, ROOT)).toEqual({ tree: left, at: ROOT });
  });

  test("makes a variation the main line", () => {
    const { tree: after, at } = varied();
    const turned = asMainLine(after, at);
    expect(movesOf(lineThrough(turned, ROOT))).toEqual(["f5", "f6", "e6"]);
    expect(movesOf(pathTo(turned, 3))).toEqual(["f5", "d6", "c3"]);
  });

  test("takes the remarks and variations of a record; what is there already stays", () => {
    const line = lineThrough(tree, ROOT);
    const branches = [
      { after: { ply: 0 }, move: null, comment: "A game." },
      { after: { ply: 1 }, move: "f6", comment: "" },
      { after: { branch: 1 }, move: "e6", comment: "Two." },
      { after: { ply: 1 }, move: "d6", comment: "As played." },
      { after: { ply: 99 }, move: "a1", comment: "Nowhere." },
    ];
    const after = withBranches(testRules, tree, line, branches);
    expect(nodeAt(after, ROOT).comment).toBe("A game.");
    const children = nodeAt(after, 1).children.map((id) => nodeAt(after, id));
    expect(children.map(({ move, comment }) => [move, comment])).toEqual([
      ["d6", "As played."],
      ["f6", ""],
    ]);
    const variation = lineThrough(after, children[1]?.id ?? ROOT);
    expect(movesOf(variation)).toEqual(["f5", "f6", "e6"]);
    expect(variation.at(-1)?.comment).toBe("Two.");
    const commented = withComment(tree, ROOT, "Mine.");
    expect(nodeAt(withBranches(testRules, commented, line, branches), ROOT).comment).toBe("Mine.");
  });

  test("of ten thousand moves is made at once", () => {
    const line = lineThrough(tree, ROOT);
    const branches = Array.from({ length: 10_000 }, () => ({ after: { ply: 0 }, move: "d3", comment: "" }));
    expect(withBranches(testRules, tree, line, branches).size).toBe(5);
  });
});
