// Clocks: what they show at a moment, and when that changes.
import { describe, expect, test } from "vitest";
import type { ClockState } from "../protocol/wire";
import { clockFace, isLow, lowTimeAt, msToNextFace, readClock, stopClocks } from "./clock-reading";

const NOW = 1_000_000;

/** White waits with 30 s; Black's clock runs, with these parts left at `NOW`. */
function running(
  black: { main: number; byoyomi?: number; extension?: number },
  phase: "main" | "byoyomi" | "extension" = "main",
): ClockState {
  const left = black.main + (black.byoyomi ?? 0) + (black.extension ?? 0);
  return {
    black: left,
    white: 30_000,
    running: "black",
    deadline: NOW + left,
    parts: { black: { phase, ...black }, white: { phase: "main", main: 30_000 } },
  };
}

describe("a clock that runs", () => {
  test.each([
    ["main time", running({ main: 300_000 }), 60_000, "main", 240_000],
    ["main time before byoyomi", running({ main: 5000, byoyomi: 10_000 }), 4000, "main", 1000],
    ["byoyomi after it", running({ main: 5000, byoyomi: 10_000 }), 8000, "byoyomi", 7000],
    ["byoyomi from the start", running({ main: 0, byoyomi: 10_000 }, "byoyomi"), 3000, "byoyomi", 7000],
    ["extension after main time", running({ main: 5000, extension: 20_000 }), 6000, "extension", 19_000],
    [
      "extension that has begun",
      running({ main: 0, extension: 20_000 }, "extension"),
      6000,
      "extension",
      14_000,
    ],
  ] as const)("%s", (_, clocks, used, phase, shown) => {
    expect(readClock(clocks, "black", NOW + used)).toMatchObject({ phase, shown, isRunning: true });
  });

  test("is read from the deadline: a page that has slept shows the right time at once", () => {
    expect(readClock(running({ main: 300_000 }), "black", NOW + 299_000).left).toBe(1000);
    expect(readClock(running({ main: 300_000 }), "black", NOW + 400_000).left).toBe(0);
  });

  test("leaves the other one alone", () => {
    expect(readClock(running({ main: 5000 }), "white", NOW + 4000)).toMatchObject({
      left: 30_000,
      isRunning: false,
    });
  });

  test("can be stopped", () => {
    const stopped = stopClocks(running({ main: 5000, byoyomi: 10_000 }), NOW + 8000);
    expect(stopped).toMatchObject({ black: 7000, white: 30_000, running: null, deadline: null });
    expect(readClock(stopped, "black", NOW + 50_000)).toMatchObject({ phase: "byoyomi", shown: 7000 });
  });
});

test("a game without a clock shows none", () => {
  const clocks: ClockState = { black: null, white: null, running: "black" };
  expect(readClock(clocks, "black", NOW)).toMatchObject({ left: null, shown: null });
  expect(lowTimeAt(clocks, "black")).toBeNull();
});

describe("faces", () => {
  test.each([
    [300_000, "5:00"],
    [299_999, "4:59"],
    [10_000, "0:10"],
    [9999, "9.9"],
    [0, "0.0"],
    [3_723_000, "1:02:03"],
    [86_399_999, "23:59:59"],
  ])("%d ms is %s", (time, text) => {
    expect(clockFace(time)).toEqual({ kind: "figures", text });
  });

  test("a day and more is told in days and hours", () => {
    expect(clockFace(86_400_000)).toEqual({ kind: "days", days: 1, hours: 0 });
    expect(clockFace(3 * 86_400_000 - 1)).toEqual({ kind: "days", days: 2, hours: 23 });
  });

  test.each([300_000, 299_999, 61_000, 10_000, 9999, 9900, 86_400_000, 90_000_123])(
    "the face of %d ms stays until it is said to change",
    (time) => {
      const pause = msToNextFace(time);
      expect(clockFace(time - pause + 1)).toEqual(clockFace(time));
      expect(clockFace(time - pause)).not.toEqual(clockFace(time));
    },
  );
});

describe("low time", () => {
  test("is the last ten seconds of all that is left", () => {
    const clocks = running({ main: 60_000 });
    expect(lowTimeAt(clocks, "black")).toBe(NOW + 50_000);
    expect(isLow(clocks, "black", NOW + 49_999)).toBe(false);
    expect(isLow(clocks, "black", NOW + 50_000)).toBe(true);
    expect(lowTimeAt(clocks, "white")).toBeNull();
  });

  test("is less in byoyomi, so that not every move of ten seconds begins with it", () => {
    expect(lowTimeAt(running({ main: 0, byoyomi: 9000 }, "byoyomi"), "black")).toBe(NOW + 6000);
  });
});
