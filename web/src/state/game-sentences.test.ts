// Sentences about a game: lengths of time.
import { expect, test } from "vitest";
import type { GameState } from "../protocol/wire";
import { clockNote, lengthText, timeUsed } from "./game-sentences";

test("a length of time stands in its largest unit if it is round, else in minutes and seconds", () => {
  const lengths = [15, 60, 90, 120, 855, 3600, 5400, 7261, 259_200];
  const texts = ["15 s", "60 s", "1:30", "2 min", "14:15", "1 h", "90 min", "2:01:01", "3 days"];
  expect(lengths.map((seconds) => lengthText(seconds * 1000))).toEqual(texts);
});

test("a length of time keeps its decimals", () => {
  const lengths = [0.1, 2.25, 60.5, 65.07];
  expect(lengths.map((seconds) => lengthText(seconds * 1000))).toEqual([
    "0.1 s",
    "2.25 s",
    "1:00.5",
    "1:05.07",
  ]);
});

test("what stands under a clock tells an increment of less than a second", () => {
  const parts = { phase: "main", main: 10_500, increment: 100 } as const;
  expect(clockNote({ left: 10_500, phase: "main", shown: 10_500, parts, isRunning: false }, null)).toBe(
    "+0.1 s a move",
  );
});

test("the time of whoever ran out of it is not told: the last thought is not among the times", () => {
  const state = { initial: `${"-".repeat(64)} X`, moves: ["f5"], times: [1500] } as unknown as GameState;
  expect(timeUsed(state, "black")).toBe(1500);
  const end = { reason: "timeout", loser: "white" };
  expect(timeUsed({ ...state, end } as unknown as GameState, "white")).toBeNull();
});
