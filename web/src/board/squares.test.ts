// Names of squares, positions, and the order in which discs turn.
import { describe, expect, test } from "vitest";
import {
  COLUMNS,
  countDiscs,
  indexOf,
  inFlipOrder,
  isSquare,
  readPosition,
  ROWS,
  squareAt,
  SQUARES,
  flippedBetween,
} from "./squares";

const START = "---------------------------OX------XO--------------------------- X";
const AFTER_F5 = "---------------------------OX------XXX-------------------------- O";

describe("squares", () => {
  test("stand in the order of the protocol", () => {
    expect(SQUARES.slice(0, 9)).toEqual(["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2"]);
    expect(SQUARES).toHaveLength(COLUMNS.length * ROWS.length);
    expect(SQUARES.map(indexOf)).toEqual(SQUARES.map((_, index) => index));
  });

  test("have their names only", () => {
    expect(["a1", "h8", "f5"].every(isSquare)).toBe(true);
    expect(["", "a9", "i1", "F5", "f5 ", "pass", "constructor"].some(isSquare)).toBe(false);
  });

  test("do not lie outside the board", () => {
    expect(squareAt(5, 4)).toBe("f5");
    expect([squareAt(-1, 0), squareAt(8, 0), squareAt(0, -1), squareAt(0, 8)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("positions", () => {
  test("are read with the side to move", () => {
    const { discs, toMove } = readPosition(START);
    expect(toMove).toBe("black");
    expect(discs[indexOf("d4")]).toBe("white");
    expect(discs[indexOf("e4")]).toBe("black");
    expect(countDiscs(discs)).toEqual({ black: 2, white: 2 });
  });

  test("may lack the side, or have it behind a stroke", () => {
    expect(readPosition(START.slice(0, 64)).toMove).toBeNull();
    expect(readPosition(START.replace(" X", "/O")).toMove).toBe("white");
  });
});

describe("flipped discs", () => {
  test("are found by comparing positions", () => {
    expect(flippedBetween(readPosition(START).discs, readPosition(AFTER_F5).discs, "f5")).toEqual(["e5"]);
  });

  test("are not shown when a position is not the next one", () => {
    const [before, after] = [readPosition(START).discs, readPosition(AFTER_F5).discs];
    expect(flippedBetween(after, before, "f5")).toBeNull();
    expect(flippedBetween(before, after, "d3")).toBeNull();
    expect(flippedBetween(after, after, "f5")).toBeNull();
  });

  test("turn clockwise from the top, the nearest first", () => {
    const flipped = ["c4", "b4", "d3", "d2", "e5", "e3", "c5", "d5", "e4", "c3"];
    expect(inFlipOrder("d4", flipped)).toEqual([
      ...["d3", "d2"], // up
      "e3",
      "e4", // right
      "e5",
      "d5", // down
      "c5",
      ...["c4", "b4"], // left
      "c3",
    ]);
    expect(inFlipOrder("g6", ["e4", "f5", "f6"])).toEqual(["f6", "f5", "e4"]);
  });
});
