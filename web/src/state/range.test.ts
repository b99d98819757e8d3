// Ranges of ratings as text.
import { expect, test } from "vitest";
import { joinRange, readRating, splitRange } from "./range";

test.each([
  ["1400-1600", { from: 1400, to: 1600 }],
  ["1400-", { from: 1400, to: null }],
  ["-1600", { from: null, to: 1600 }],
])("%s is taken apart and written again", (text, range) => {
  expect(splitRange(text)).toEqual(range);
  expect(joinRange(range)).toBe(text);
});

test.each(["-5-", "10000-", "soon", "1400"])("%s is no range", (text) => {
  expect(splitRange(text)).toEqual({ from: null, to: null });
});

test.each([
  ["1400", 1400],
  [" １４００ ", 1400],
  ["0", 0],
  ["9999", 9999],
  ["", null],
  [" ", null],
  ["abc", undefined],
  ["-5", undefined],
  ["10000", undefined],
  ["1400.5", undefined],
  ["1e3", undefined],
])("“%s” is read as the rating %s", (text, rating) => {
  expect(readRating(text)).toBe(rating);
});

test("no range is open at both ends", () => {
  expect(splitRange(null)).toEqual({ from: null, to: null });
  expect(joinRange({ from: null, to: null })).toBeNull();
});
