// Ranges of ratings as text.
import { expect, test } from "vitest";
import { joinRange, splitRange } from "./range";

test.each([
  ["1400-1600", { from: 1400, to: 1600 }],
  ["1400-", { from: 1400, to: null }],
  ["-1600", { from: null, to: 1600 }],
])("%s is taken apart and written again", (text, range) => {
  expect(splitRange(text)).toEqual(range);
  expect(joinRange(range)).toBe(text);
});

test("no range is open at both ends", () => {
  expect(splitRange(null)).toEqual({ from: null, to: null });
  expect(joinRange({ from: null, to: null })).toBeNull();
});
