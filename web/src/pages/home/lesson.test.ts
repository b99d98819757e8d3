// The boards of the rules are those of games.
import { expect, test } from "vitest";
import { START as USUAL, testRules } from "../../tests/rules";
import { afterFirst, LESSON, START } from "./lesson";

/** The game of the last boards. */
const GAME =
  "f5d6c5f6e6f4e7c7c6b5c4b4a5a6a7f7a4f8c8b6d7d8e8b7g5g6a3h6a8b8g8b3b2g7h7h8c3d3d2c2g4e3h5d1f3h4e2c1g3f2f1a1a2b1e1h3g2h2g1h1";

function cellsAfter(moves: string): string {
  return testRules.replay(moves.match(/../g) ?? []).position.slice(0, 64);
}

test.each([
  [1, "f5"],
  [2, "f5f6"],
  [4, GAME.slice(0, 58)],
  [5, GAME],
])("board %i stands after moves", (at, moves) => {
  expect(LESSON[at]?.position.slice(0, 64)).toBe(cellsAfter(moves));
});

test("each first move turns what the rules say", () => {
  expect(START.legal.toSorted()).toEqual(testRules.legalMoves(USUAL).toSorted());
  for (const square of START.legal)
    expect(afterFirst(square).position).toBe(testRules.play(USUAL, square).position);
});
