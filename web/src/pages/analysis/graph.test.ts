// The curves of a game.
import { describe, expect, test } from "vitest";
import { discsOf, mobilityOf, pathOf, topOf, xOf, yOf } from "./curves";
import type { GraphValue } from "../../study/findings";
import { bandOf, partOf, provenOf } from "./graph";
import { START, testRules } from "../../tests/rules";
import { lineThrough, ROOT, treeOf } from "../../study/tree";

const line = lineThrough(treeOf(testRules, START, ["f5", "d6", "c3"]), ROOT);
const scale = { width: 300, height: 100, plies: 3, top: 8 };
const at = (value: number, certainty: GraphValue["certainty"], error: number | null = null): GraphValue => ({
  value,
  certainty,
  error,
});

describe("curves", () => {
  test("count discs and moves, Black's less White's", () => {
    expect(discsOf(line)).toEqual([0, 3, 0, 3]);
    expect(mobilityOf(testRules, line)).toEqual([0, 0, 1, 0]);
  });

  test("have a scale of eights that holds all values", () => {
    expect([topOf([]), topOf([3, null, -8]), topOf([9]), topOf([-64]), topOf([70])]).toEqual([
      8, 8, 16, 64, 64,
    ]);
  });

  test("lie between the edges", () => {
    expect([xOf(scale, 0), xOf(scale, 3), xOf({ ...scale, plies: 0 }, 0)]).toEqual([0, 300, 0]);
    expect([yOf(scale, 8), yOf(scale, 0), yOf(scale, -8), yOf(scale, 99)]).toEqual([0, 50, 100, 0]);
  });

  test("have a gap where a value is missing", () => {
    expect(pathOf(scale, [0, 8, null, -8])).toBe("M0 50L100 0M300 100");
  });
});

describe("the curve of values", () => {
  const values = [at(0, "estimate", 4), at(4, "estimate", 2), at(4, "exact"), at(-4, "exact")];

  test("keeps estimates and exact values apart", () => {
    expect(partOf(scale, values, "estimate")).toBe("M0 50L100 25M100 25L200 25");
    expect(partOf(scale, values, "exact")).toBe("M200 25L300 75");
    expect(partOf(scale, [at(8, "exact")], "exact"), "alone").toBe("M-1 0h2");
  });

  test("shows the error of estimates as an area", () => {
    expect(bandOf(scale, values)).toBe("M0 25L100 12.5L100 37.5L0 75ZM100 12.5L200 25L200 25L100 37.5Z");
    expect(bandOf(scale, [at(1, "exact"), at(1, "exact")])).toBe("");
  });

  test("has no points where only the outcome is proven", () => {
    const proven = [at(0, "exact"), at(20, "proven", 3), at(-1, "proven", 3), at(0, "proven")];
    expect(partOf(scale, proven, "estimate") + bandOf(scale, proven)).toBe("");
    expect(provenOf(proven)).toEqual([
      { ply: 1, sign: 1 },
      { ply: 2, sign: -1 },
      { ply: 3, sign: 0 },
    ]);
  });
});
