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
const reason = (
  term: Reason["term"],
  squares: string[],
  plies: number,
  more: Partial<Reason> = {},
): Reason => {
  const common = { side: "white", before: 0, after: 1, line: "played", turn: "black", text: "", text_ja: "" };
  return { ...(common as Reason), term, squares, plies, ...more };
};
const wrong = findingOf({
  ply: 1,
  side: "black",
  move: "c8",
  best: "a5",
  empties: 30,
  loss: 6.4,
  played_pv: ["c8", "b2", "c3", "a1", "a2", "a3", "a4", "h1"],
  pv: ["a5", "b2", "c3", "d3", "a8"],
});
const told = (reasons: Reason[], more: Partial<typeof wrong> = {}) =>
  lessonsOf(rules, "X", { ...wrong, empties: 8, reasons, ...more });
const headsOf = (...of: Parameters<typeof told>) => told(...of).map(({ head }) => head);

const given = reason("corner-given", ["a1", "c8"], 4);
const count = reason("mobility", [], 6, { side: "white", before: 8, after: 12 });

test("the order is the engine's, and there are two at most", () => {
  const far = reason("corner-given", ["h1", "c8"], 8);
  const stoner = reason("stoner-trap", ["g7", "g8", "h8"], 7);
  expect(headsOf([reason("x-square", ["a1", "c8"], 4), stoner, far])).toEqual([
    "c8 is an X-square, diagonal to an empty corner.",
    "White sets a Stoner trap.",
  ]);
  // What is seen at once comes before what is seen after eight plies.
  expect(headsOf([far], { empties: 30 })).toEqual(["White gets many moves.", "Black turns many discs."]);
});

test("a number far away is said only where there is no nearer cause, and two ways to count moves are one idea", () => {
  expect(headsOf([count, given])).toEqual(["White gets a corner."]);
  const frontier = reason("frontier", [], 6, { side: "black", before: 3, after: 9 });
  expect(headsOf([frontier, count])).toEqual(["More of Black's discs lie open."]);
  const stable = reason("stable-discs", [], 6);
  expect(headsOf([count, stable])).toEqual([
    "White has more moves later than after a5.",
    "White has more stable discs than after a5.",
  ]);
});

test("one corner, and two causes with one name, are told once", () => {
  expect(headsOf([given, reason("corner-given", ["h1"], 8)])).toEqual(["White gets a corner."]);
  const missed = reason("corner-missed", ["a1"], 5, { line: "best" });
  expect(headsOf([given, missed], { pv: ["a5", "b2", "c3", "d3", "a1"] })).toHaveLength(1);
});

test("the line ends where the reason is seen, in the line and after the plies that the engine names", () => {
  const [corner] = told([given]);
  expect(corner?.line).toEqual(["c8", "b2", "c3", "a1"]);
  expect(corner?.squares).toEqual(["a1", "c8"]);
  expect(corner?.body).toBe("3 moves later, White takes a1. Better: a5, by 6 discs.");
  const [moves] = told([count]);
  expect(moves?.line).toHaveLength(6);
  // It is Black's turn there.
  expect(moves?.body).toBe(
    "5 moves later, White would have 12 moves if it were White's turn; in the line after a5, 8.",
  );
  const [missed] = told([reason("corner-missed", ["a8"], 5, { line: "best", side: "black" })]);
  expect(missed?.line).toEqual(wrong.pv);
  expect(missed?.body).toBe(
    "After a5, White opens a8 to Black with d3, 3 moves later. In the line after c8, Black never gets a8.",
  );
});

test("a pass on the way is no move", () => {
  const [lesson] = told([given], { played_pv: ["c8", "pass", "c3", "a1"] });
  expect(lesson?.body).toBe("2 moves later, White takes a1. Better: a5, by 6 discs.");
});

test("an exchange of corners is named, and a corner that is had for another one is not missed", () => {
  const played_pv = ["c8", "b2", "c3", "a1", "h8", "a3"];
  const [lesson] = told([given], { played_pv });
  expect(lesson?.body).toBe(
    "3 moves later, White takes a1. Black gets h8 in return. Better: a5, by 6 discs.",
  );
  expect(lesson?.line.at(-1)).toBe("h8");
  const missed = reason("corner-missed", ["a8"], 5, { line: "best", side: "black" });
  const pv = ["a5", "b2", "c3", "h1", "a8"];
  expect(headsOf([missed], { played_pv, pv })).toEqual(["White answers b2, and it is strong."]);
});

test("a wall that stood before the move is not its fault", () => {
  const stood = `${"-".repeat(16)}XXXX${"-".repeat(44)} X`;
  const headsAfter = (before: string) =>
    lessonsOf(rules, before, {
      ...wrong,
      empties: 8,
      reasons: [reason("wall", ["a3", "b3", "c3", "d3"], 5, { side: "black" })],
    }).map(({ head }) => head);
  expect(headsAfter(stood)).not.toContain("Black has a wall.");
  expect(headsAfter(stood.replace("XXXX", "XXX-"))).toContain("Black has a wall.");
});

test("an edge is told by what is bad about it", () => {
  const edge = (cause: Reason["cause"]) =>
    told([reason("edge-value", ["a1", "a8"], 6, { side: "black", ...(cause && { cause }) })])[0];
  const lost = edge({ term: "corner-given", squares: ["a1"] });
  expect([lost?.body, lost?.line.length]).toEqual([
    "3 moves later, White takes a1. Better: a5, by 6 discs.",
    4,
  ]);
  const alone = edge({ term: "lone-c-square", squares: ["a2", "a1", "a3"] });
  expect(alone?.body).toBe(
    "5 moves later, a2 stands alone beside an empty corner. After a5, that does not happen.",
  );
  expect(edge({ term: "x-square", squares: ["a1", "b2"] })?.body).toBe(
    "5 moves later, Black has b2, and a1 is still empty. After a5, that does not happen.",
  );
});

test("where no cause is known, what the best move would have done to the answer is said if it is true", () => {
  const bodyOf = (more: Partial<typeof wrong>) => told([], more)[0]?.body;
  expect(bodyOf({})).toBe("After a5, White cannot play there.");
  expect(bodyOf({ best: "b2" })).toBe("b2 was the best square, and now White has it.");
  expect(bodyOf({ played_pv: ["c8", "b1"] })).toBe("No single cause stands out; a5 is 6 discs better.");
});
