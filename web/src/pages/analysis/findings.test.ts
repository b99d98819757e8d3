// What is known about the moves of a line.
import { describe, expect, test } from "vitest";
import { errorText, figureText, lossText, shortLossText, valueText, verdictText } from "../../study/figures";
import {
  findingAt,
  graphOf,
  inAgreement,
  isComplete,
  mistakesOf,
  NO_FINDINGS,
  openingAt,
  withFindings,
} from "../../study/findings";
import { marksOf, noteOf } from "./marks";
import { findingOf } from "../../tests/analyst";
import { START, testRules } from "../../tests/rules";
import { lineThrough, ROOT, treeOf, withMove } from "../../study/tree";

const tree = treeOf(testRules, START, ["f5", "d6", "c3"]);
const line = lineThrough(tree, ROOT);
const FOUND = [
  findingOf({ ply: 1, move: "f5", value: 0.5, best_value: 0.5 }),
  findingOf({
    ply: 2,
    move: "d6",
    value: -1,
    best_value: 4,
    loss: 5,
    best: "f6",
    class: "mistake",
    opening: "X",
  }),
  findingOf({ ply: 3, move: "c3", value: 2, best_value: 2, certainty: "exact", error: null }),
];
const findings = withFindings(NO_FINDINGS, line, FOUND);

describe("findings", () => {
  test("belong to positions: a variation shares what it has in common", () => {
    const { tree: varied, at } = withMove(testRules, tree, 1, "f6");
    const variation = lineThrough(varied, at);
    expect(findingAt(findings, variation, 1)?.move).toBe("f5");
    expect(findingAt(findings, variation, 2)).toBeNull();
    expect([isComplete(findings, line), isComplete(findings, variation)]).toEqual([true, false]);
  });

  test("that were searched deeper stay", () => {
    const quick = findingOf({ ply: 1, move: "f5", value: 9, depth: 2 });
    expect(findingAt(withFindings(findings, line, [quick]), line, 1)?.value).toBe(0.5);
    expect(findingAt(withFindings(findings, line, [{ ...quick, depth: 20 }]), line, 1)?.value).toBe(9);
    const shallow = findingOf({ ply: 3, move: "c3", value: 9, depth: 40 });
    expect(findingAt(withFindings(findings, line, [shallow]), line, 3)?.value, "exact ones most").toBe(2);
  });

  test("outside of the line are left out", () => {
    expect(withFindings(NO_FINDINGS, line, [findingOf({ ply: 9, move: "a1" })]).size).toBe(0);
  });

  test("make a list of mistakes, of a side or of both", () => {
    expect(mistakesOf(findings, line).map(({ node }) => node.ply)).toEqual([2]);
    expect(mistakesOf(findings, line)[0]?.before).toBe(line[1]?.position);
    expect(mistakesOf(findings, line, "black")).toEqual([]);
    expect(mistakesOf(findings, line, "white")).toHaveLength(1);
  });

  test("make a curve in Black's view, which begins with the value of the best move", () => {
    expect(graphOf(findings, line).map((point) => point?.value)).toEqual([0.5, 0.5, 1, 2]);
    expect(graphOf(NO_FINDINGS, line)).toEqual([null, null, null, null]);
  });

  test("name the last opening of the line", () => {
    expect([1, 2, 3].map((ply) => openingAt(findings, line, ply))).toEqual([null, "X", "X"]);
  });
});

describe("values", () => {
  const exact = { value: -4, certainty: "exact", error: null } as const;
  const proven = { value: 13, certainty: "proven", error: 3 } as const;
  const estimate = { value: 2.34, certainty: "estimate", error: 2.06 } as const;

  test("are written by their certainty, never mixed", () => {
    expect([exact, proven, estimate].map(valueText)).toEqual(["−4", "win", "+2.3"]);
    expect([exact, proven, estimate].map(errorText)).toEqual(["", "", "±2.1"]);
    expect([exact, proven, estimate].map(figureText)).toEqual([
      "−4, exact",
      "win, proven",
      "+2.3, estimate ±2.1",
    ]);
  });

  test("that are large estimates have no decimal", () => {
    const values = [9.94, -10.04, 18.5].map((value) => valueText({ ...estimate, value }));
    expect(values).toEqual(["+9.9", "−10", "+19"]);
  });

  test("stand on their squares, with frames around the squares of a reason", () => {
    const values = [
      findingOf({ ply: 1, move: "f5", ...estimate }),
      findingOf({ ply: 1, move: "d3", ...exact, class: "blunder" }),
    ];
    const drawn = { played: "d3", most: Infinity, hasDepth: true };
    const [value, played, frame] = marksOf(values, ["a1", "x"], drawn);
    expect(value).toMatchObject({ square: "f5", text: "+2", below: "8", tone: "best", isPlayed: false });
    expect(played).toMatchObject({ square: "d3", text: "−4", below: "", tone: "bad", isPlayed: true });
    expect(frame).toEqual({ kind: "frame", square: "a1" });
    expect(noteOf(values, "f5")).toBe("value +2.3, estimate ±2.1, best");
    expect(noteOf(values, "d3")).toBe("value −4, exact");
    expect(noteOf(values, "e6")).toBeNull();
  });

  test("one alone has the ring, also where others are as good", () => {
    const values = ["f5", "d3", "c4"].map((move) => findingOf({ ply: 1, move, value: 2, class: "best" }));
    const tones = (most: number) =>
      marksOf(values, [], { played: "c4", most, hasDepth: false }).map((mark) => "tone" in mark && mark.tone);
    expect(tones(Infinity)).toEqual(["best", "good", "good"]);
    // The move of the game has its value in any case.
    expect(tones(1)).toEqual(["best", "good"]);
  });
});

test("a move has one value: that of the analysis of the game, which stands on its square, too", () => {
  const value = (move: string, value: number, depth = 14) => findingOf({ ply: 3, move, value, depth });
  const found = findingOf({
    ply: 3,
    move: "d3",
    value: -6.8,
    best: "e6",
    best_value: 0.9,
    loss: 7.7,
    class: "mistake",
    depth: 16,
  });
  const agreed = inAgreement(
    [value("c4", 1.4), value("d3", -6.3), value("e6", 0.4), value("f7", -11)],
    found,
  );
  const drawn = marksOf(agreed, [], { played: "d3", most: Infinity, hasDepth: false });
  const texts = drawn.map((mark) => "text" in mark && [mark.square, mark.text, mark.tone]);
  expect(texts).toEqual([
    ["e6", "+1", "best"],
    ["c4", "+1", "good"],
    ["d3", "−7", "bad"],
    ["f7", "−11", "bad"],
  ]);
  // What it lost is the difference of the two values that are seen.
  expect([verdictText(found), shortLossText(found)]).toEqual(["d3 loses 8 discs", "−8"]);
  const deeper = [value("d3", -5, 20), value("e6", 1, 20)];
  expect(inAgreement(deeper, found).map(({ value }) => value)).toEqual([1, -5]);
  expect(inAgreement(deeper, null)).toBe(deeper);
});

describe("the sentence about a move", () => {
  const bad = findingOf({
    ply: 2,
    move: "d6",
    best: "f6",
    value: -6.2,
    best_value: -0.95,
    loss: 5.25,
    class: "mistake",
  });
  test.each([
    [findingOf({ ply: 1, move: "f5" }), "f5 is the best move."],
    [bad, "Mistake: d6 loses 5 discs. Best is f6."],
    [
      { ...bad, certainty: "exact" as const, best_value: 0, value: -6 },
      "Mistake: d6 loses 6 discs. Best is f6.",
    ],
    [
      {
        ...bad,
        certainty: "exact" as const,
        best_value: 1,
        value: -1,
        outcome: "loss" as const,
        best_outcome: "win" as const,
      },
      "Mistake: d6 loses 2 discs. Best is f6. It turns a win into a loss.",
    ],
    [
      { ...bad, certainty: "proven" as const, outcome: "draw" as const, best_outcome: "win" as const },
      "Mistake: d6 turns a win into a draw. Best is f6.",
    ],
    [
      { ...bad, certainty: "proven" as const, outcome: "loss" as const, best_outcome: "loss" as const },
      "Mistake: d6 loses about 5 discs, and the outcome stays. Best is f6.",
    ],
  ])("%#", (finding, sentence) => expect(lossText(finding)).toBe(sentence));

  test("has one disc in the singular", () => {
    expect(lossText({ ...bad, class: "good", best_value: -5 })).toBe(
      "Good move: d6 loses 1 disc. Best is f6.",
    );
  });
});
