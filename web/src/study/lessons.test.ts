// The reasons of a wrong move as a learner reads them.
import { expect, test } from "vitest";
import type { Reason } from "./analyst";
import { lessonOf, lessonsOf } from "./lessons";
import { findingOf } from "../tests/analyst";

const rules = {
  legalMoves: () => ["a1", "b1"],
  flips: () => ["a1"],
  play: (_: string, move: string) => ({ position: `${move} O`, flipped: [] }),
};
const reason = (
  term: Reason["term"],
  squares: string[],
  plies: number,
  more: Partial<Reason> = {},
): Reason => {
  const common = { side: "white", before: 0, after: 1, line: "played", turn: "black" };
  return { ...(common as Reason), term, squares, plies, ...more };
};
const wrong = findingOf({
  ply: 1,
  side: "black",
  move: "c8",
  best: "a5",
  empties: 30,
  loss: 5.4,
  value: -3.6,
  best_value: 1.8,
  played_pv: ["c8", "b2", "c3", "a1", "a2", "a3", "a4", "h1"],
  pv: ["a5", "b2", "c3", "d3", "a8"],
});
const told = (reasons: Reason[], more: Partial<typeof wrong> = {}) =>
  lessonsOf(rules, "X", { ...wrong, empties: 8, reasons, ...more });
const headsOf = (...of: Parameters<typeof told>) => told(...of).map(({ head }) => head);

const given = reason("corner-given", ["a1", "c8"], 4);
const count = reason("mobility", [], 6, { side: "white", before: 8, after: 12 });

const wall = reason("wall", ["a3", "b3", "c3", "d3"], 1, { side: "black" });

test("before the ending what is seen soon is told, in the engine's order, and two at most", () => {
  const near = [wall, reason("flips", ["c7"], 1, { side: "black", before: 1, after: 4 }), given];
  expect(headsOf([...near, count], { empties: 30 })).toEqual([
    "Black builds a wall.",
    "Black turns many discs.",
  ]);
  expect(headsOf([count, wall], { empties: 30 })).toEqual(["Black builds a wall."]);
});

test("where nothing near shows it, the loss is told", () => {
  const far = [count, reason("stable-discs", [], 6), reason("corner-given", ["h1", "c8"], 8)];
  const bodyOf = (more: Partial<typeof wrong>) => {
    const [lesson, ...others] = told(far, { empties: 30, ...more });
    expect([lesson?.head, others]).toEqual(["Nothing near shows it.", []]);
    return lesson?.body;
  };
  expect(bodyOf({ certainty: "estimate" })).toBe("A search says that a5 is 6 discs better.");
  expect(bodyOf({ certainty: "exact", value: -12, best_value: -6 })).toBe(
    "Counted to the end, Black gets 26-38 after c8 and 29-35 after a5.",
  );
  expect(bodyOf({ certainty: "proven", outcome: "loss", best_outcome: "draw" })).toBe(
    "Searched to the end, c8 is a loss and a5 a draw.",
  );
});

test("in the ending the engine's first reason is told, near or not", () => {
  const far = reason("corner-given", ["h1", "c8"], 8);
  expect(headsOf([far, given])).toEqual(["White gets a corner."]);
  expect(headsOf([given, count])).toEqual(["White gets a corner."]);
  // Numbers of a later position are not told.
  expect(headsOf([count, far])).toEqual(["White gets a corner."]);
  expect(headsOf([count])).toEqual(["Nothing near shows it."]);
});

const reply = reason("reply", ["b2"], 2);

test("what the reply does is said before what is seen only later", () => {
  const [lesson, ...more] = told([reason("corner-given", ["h1", "c8"], 8), reply]);
  expect([lesson?.head, lesson?.body, more]).toEqual([
    "c8 opens b2 to White.",
    "White gets a corner. Later, Black's a4 opens h1 to White. White turns 1 disc there. In the line after a5, White never gets h1.",
    [],
  ]);
  expect(lesson?.line.at(-1)).toBe("h1");
});

test("each reply has its sentence", () => {
  const headOf = (of: Reason, more: Partial<typeof wrong> = {}) => headsOf([of], more)[0];
  expect(headOf(reply)).toBe("c8 opens b2 to White.");
  const [corner, left] = [reason("reply", ["a1"], 2), reason("reply", ["b1"], 2)];
  expect(headOf(corner, { played_pv: ["c8", "a1"] })).toBe("c8 leaves the corner a1 to White.");
  expect(headOf(left, { played_pv: ["c8", "b1"] })).toBe("c8 leaves b1 to White.");
  expect(headOf(reply, { best: "b2" })).toBe("c8 opens b2 to White.");
  const own = { side: "black" } as const;
  expect(headOf(reason("reply", ["a5", "b2"], 2, own))).toBe("Black loses the move a5.");
  const bodyOf = (of: Reason, more: Partial<typeof wrong> = {}) => told([of], more)[0]?.body;
  expect(bodyOf(reason("reply", ["a5", "b2", "c4"], 2, own))).toBe(
    "a5 needs Black's disc on c4; White's b2 turns it.",
  );
  expect(bodyOf(reason("reply", ["a5", "b2", "c4", "d5"], 2, own))).toBe(
    "a5 needs one of Black's discs on c4, d5; White's b2 turns them all.",
  );
  expect(bodyOf(reason("reply", ["a5", "b5"], 1, own))).toBe("c8 turns b5: a5 can no longer be played.");
  expect(bodyOf(reason("reply", ["b2", "c3"], 2), { best: "b2" })).toBe(
    "c8 turns c3; White, who could not play b2 before, plays there next. White turns 1 disc there.",
  );
  expect(headOf(reason("reply", ["a5"], 3, own))).toBe("Black plays a5 too late.");
  expect(headOf(reason("reply", ["b2", "e2"], 1))).toBe("c8 opens b2, e2 to White.");
});

test("moves are counted right after the move and after the answer", () => {
  const bodyOf = (of: Reason) => told([of])[0]?.body;
  expect(bodyOf(reason("mobility", ["a1", "b1"], 1, { before: 5, after: 9 }))).toBe(
    "c8 gives White 9 moves; a5 gives 5.",
  );
  const own = { side: "black", turn: "black", before: 4, after: 1 } as const;
  expect(bodyOf(reason("mobility", ["a1"], 2, own))).toBe(
    "After the answer b2, Black has 1 move; after a5 and b2, 4.",
  );
  expect(bodyOf(reason("safe-moves", ["a1"], 2, own))).toBe(
    "After the answer b2, Black has 1 move that gives no corner away; after a5 and b2, 4.",
  );
});

test("an odd number of squares with the opponent to move is seen at once, if the better move leaves an even one", () => {
  const parity = reason("parity", ["a5", "h7", "h8"], 9, { side: "black" });
  const [lesson] = told([parity, reply]);
  expect([lesson?.head, lesson?.body]).toEqual([
    "White plays last around a5.",
    "c8 leaves 3 empty squares there with White to move: in turns, White fills the last. a5 leaves 2, and with best play Black fills the last.",
  ]);
  // Both lines can be played: to White's last move, and to Black's.
  const instead = { line: "best", plies: 3, turn: "white" } as const;
  const [both] = told([{ ...parity, plies: 5, instead }]);
  expect([both?.line, both?.better]).toEqual([wrong.played_pv.slice(0, 5), wrong.pv.slice(0, 3)]);
  for (const squares of [
    ["c8", "h7", "h8"],
    ["g8", "h7", "h8"],
    ["a5", "c8", "h7", "h8"],
  ]) {
    expect(told([{ ...parity, squares }])[0]?.body).toBe(
      `Of ${squares.join(", ")}, White fills the last; after a5, with best play, Black does.`,
    );
    expect(headsOf([{ ...parity, squares }], { empties: 30 })).toEqual(["Nothing near shows it."]);
  }
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
  expect(corner?.body).toBe(
    "3 moves later, White takes a1. White turns 1 disc there. Better: a5, by 6 discs.",
  );
  const moves = lessonOf(rules, "X", wrong, count);
  expect(moves.line).toHaveLength(6);
  // It is Black's turn there.
  expect(moves.parts[0]).toBe(
    "Later, White would have 12 moves if it were White's turn; in the line after a5, 8.",
  );
  const [missed] = told([reason("corner-missed", ["a8"], 5, { line: "best", side: "black" })]);
  expect(missed?.line).toEqual(wrong.pv);
  expect(missed?.body).toBe(
    "After a5, White opens a8 to Black with d3, 3 moves later. In the line after c8, Black never gets a8.",
  );
});

test("who gives away the corner of the better move reads what it loses", () => {
  const [lesson] = told([given], { best: "a1", pv: ["a1", "b2"] });
  expect(lesson?.body).toContain("Better: a1, by 6 discs.");
});

test("a pass on the way is no move", () => {
  const [lesson] = told([given], { played_pv: ["c8", "pass", "c3", "a1"] });
  expect(lesson?.body).toBe(
    "2 moves later, White takes a1. White turns 1 disc there. Better: a5, by 6 discs.",
  );
});

test("an exchange of corners is named, and a corner that is had for another one is not missed", () => {
  const played_pv = ["c8", "b2", "c3", "a1", "h8", "a3"];
  const [lesson] = told([given], { played_pv });
  expect(lesson?.body).toBe(
    "3 moves later, White takes a1. White turns 1 disc there. Black gets h8 in return. Better: a5, by 6 discs.",
  );
  expect(lesson?.line.at(-1)).toBe("h8");
  const missed = reason("corner-missed", ["a8"], 5, { line: "best", side: "black" });
  const pv = ["a5", "b2", "c3", "h1", "a8"];
  expect(headsOf([missed], { played_pv, pv })).toEqual(["Nothing near shows it."]);
});

test("a wall that stood before the move is not its fault", () => {
  const stood = `${"-".repeat(16)}XXXX${"-".repeat(44)} X`;
  const headsAfter = (before: string) =>
    lessonsOf(rules, before, {
      ...wrong,
      empties: 8,
      reasons: [reason("wall", ["a3", "b3", "c3", "d3"], 3, { side: "black" })],
    }).map(({ head }) => head);
  expect(headsAfter(stood)).not.toContain("Black builds a wall.");
  expect(headsAfter(stood.replace("XXXX", "XXX-"))).toContain("Black builds a wall.");
});

test("an edge is told by what is bad about it", () => {
  const edge = (cause: Reason["cause"]) =>
    told([reason("edge-value", ["a1", "a8"], 6, { side: "black", ...(cause && { cause }) })])[0];
  const lost = edge({ term: "corner-given", squares: ["a1"] });
  expect([lost?.body, lost?.line.length]).toEqual([
    "3 moves later, White takes a1. White turns 1 disc there. Better: a5, by 6 discs.",
    4,
  ]);
  const alone = edge({ term: "lone-c-square", squares: ["a2", "a1", "a3"] });
  expect(alone?.body).toBe("Later, a2 stands alone beside an empty corner. After a5, that does not happen.");
  expect(edge({ term: "x-square", squares: ["a1", "b2"] })?.body).toBe(
    "Later, Black has b2, and a1 is still empty. After a5, that does not happen.",
  );
});

test("where no cause is known, the loss is told", () => {
  expect(told([], { certainty: "estimate" })).toEqual([
    {
      head: "Nothing near shows it.",
      body: "A search says that a5 is 6 discs better.",
      squares: [],
      line: [],
      better: [],
      reason: null,
    },
  ]);
});
