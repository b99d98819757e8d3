// The notation of clocks and their speed classes, with the cases of crates/board and crates/protocol.
import { describe, expect, test } from "vitest";
import { isSameClock, readClock, speedClassOf, writeClock, type Clock } from "./games-terms";

const CLOCKS: [string, Clock, string][] = [
  ["none", { kind: "none" }, "none"],
  ["1s", { kind: "move", each: 1 }, "1s"],
  ["250ms", { kind: "move", each: 0.25 }, "250ms"],
  ["700ms", { kind: "move", each: 0.7 }, "700ms"],
  ["1500ms", { kind: "move", each: 1.5 }, "1500ms"],
  ["2m", { kind: "move", each: 120 }, "120s"],
  ["3d", { kind: "move", each: 259_200 }, "3d"],
  ["30:00", { kind: "game", main: 1800 }, "30:00"],
  ["1:30:00", { kind: "game", main: 5400 }, "1:30:00"],
  ["0:01.5", { kind: "game", main: 1.5 }, "0:01.5"],
  ["1:00:00.250", { kind: "game", main: 3600.25 }, "1:00:00.25"],
  ["0:10+0.1", { kind: "increment", main: 10, increment: 0.1 }, "0:10+0.1"],
  ["5+3", { kind: "increment", main: 300, increment: 3 }, "5:00+3"],
  ["0:10+0", { kind: "increment", main: 10, increment: 0 }, "0:10+0"],
  ["5:00/10", { kind: "byoyomi", main: 300, period: 10 }, "5:00/10"],
  ["15:00//02:00", { kind: "extension", main: 900, increment: 0, extension: 120 }, "15:00//2:00"],
  ["5:00/10/1:00", { kind: "extension", main: 300, increment: 10, extension: 60 }, "5:00/0:10/1:00"],
];

describe("a clock", () => {
  test.each(CLOCKS)("%s", (text, clock, written) => {
    expect(readClock(text)).toEqual(clock);
    expect(writeClock(clock)).toBe(written);
    expect(readClock(written)).toEqual(clock);
  });

  test.each(["", "5", ":00", "abc", "5:60", "1h", "5:00/1/2/3", "-5:00", "5.5s", "0:01.", "5:00+x"])(
    "not %j",
    (text) => {
      expect(readClock(text)).toBeNull();
    },
  );

  test("is the same in another spelling", () => {
    expect(isSameClock("5+3", "5:00+3")).toBe(true);
    expect(isSameClock("5+3", "5:00")).toBe(false);
  });
});

test.each([
  ["2:59", "bullet"],
  ["3:00", "blitz"],
  ["5+3", "blitz"],
  ["5+6", "rapid"],
  ["15:00//2:00", "rapid"],
  ["0:00/10", "blitz"],
  ["30:00", "classical"],
  ["12m", "correspondence"],
  ["3d", "correspondence"],
  ["none", "correspondence"],
] as const)("%s is %s", (clock, speedClass) => expect(speedClassOf(clock)).toBe(speedClass));
