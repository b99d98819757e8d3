// The reasons of a wrong move as a learner reads them.
import { expect, test } from "vitest";
import type { Reason } from "./analyst";
import { lessonsOf } from "./lessons";
import { findingOf } from "../../tests/analyst";

const rules = {
  legalMoves: (position: string) =>
    position.startsWith("c8") ? ["a1", "b1", "c1", "d1", "e1"] : ["a1", "b1"],
  flips: (_: string, move: string) => (move === "c8" ? ["a1", "a2", "a3", "a4"] : ["a1"]),
  play: (_: string, move: string) => ({ position: `${move} O`, flipped: [] }),
};
const reason = (term: Reason["term"], squares: string[], before = 0, after = 1): Reason => {
  return { term, side: "white", before, after, squares, text: `${term}.`, text_ja: "" };
};
const wrong = findingOf({
  ply: 1,
  side: "black",
  move: "c8",
  best: "a5",
  empties: 30,
  played_pv: ["c8", "b2", "c3", "a1", "a2", "a3", "a4", "h1"],
  pv: ["a5", "b2", "c3"],
});
const headsOf = (reasons: Reason[], empties = 30) =>
  lessonsOf(rules, "X", { ...wrong, empties, reasons }).map(({ head }) => head);

test("the nearest cause comes first, and there are two at most", () => {
  const far = reason("corner-given", ["h1", "c8"]);
  const near = reason("x-square", ["a1", "c8"]);
  expect(headsOf([reason("edge-value", []), far, near], 8)).toEqual([
    "c8 is an X-square beside an empty corner.",
    "White gets a corner.",
  ]);
  // What is seen at once comes before what is seen after eight plies.
  expect(headsOf([far])).toEqual(["White gets many moves.", "Black turns many discs."]);
});

test("tables and sums are reasons only where there is no other one, and no error is without a word", () => {
  expect(headsOf([reason("edge-value", ["a8"]), reason("corner-given", ["a1"])], 8)).toHaveLength(2);
  expect(headsOf([reason("frontier", [], 3, 9)], 8)).toEqual(["White's discs lie open."]);
  expect(headsOf([], 8)).toEqual(["White answers b2, and it is strong."]);
});

test("two causes with one name are told once", () => {
  expect(headsOf([reason("corner-given", ["a1"]), reason("corner-given", ["h1"])], 8)).toEqual([
    "White gets a corner.",
  ]);
});

test("a lesson has squares, and the line until it can be seen", () => {
  const [lesson] = lessonsOf(rules, "X", {
    ...wrong,
    empties: 8,
    reasons: [reason("corner-given", ["a1", "c8"])],
  });
  expect(lesson?.line).toEqual(["c8", "b2", "c3", "a1"]);
  expect(lesson?.squares).toEqual(["a1", "c8"]);
  expect(lesson?.body).toBe("After 1 more move, White takes a1.");
});
