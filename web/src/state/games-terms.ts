// The terms of a game as clients read and write them: the notation of clocks, speed classes, pools.
import type { Pool, SpeedClass } from "../protocol/wire";

/** A clock, taken apart. Times are in seconds. */
export type Clock =
  | { kind: "none" }
  | { kind: "move"; each: number }
  | { kind: "game"; main: number }
  | { kind: "increment"; main: number; increment: number }
  | { kind: "byoyomi"; main: number; period: number }
  | { kind: "extension"; main: number; increment: number; extension: number };

/** All speed classes, fastest first. */
export const SPEED_CLASSES: readonly SpeedClass[] = [
  "bullet",
  "blitz",
  "rapid",
  "classical",
  "correspondence",
];

/** The pools and their clocks, as the server has them (`pools` tells how many wait in each). */
export const POOL_CLOCKS: Readonly<Record<Pool, string>> = {
  bullet: "1:00",
  blitz: "5:00",
  rapid: "15:00",
  classical: "30:00",
};

/** All pools, fastest first. */
export const POOLS: readonly Pool[] = ["bullet", "blitz", "rapid", "classical"];

const DAY = 24 * 3600;
/** The units of a time for a move, in milliseconds. */
const UNITS = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["d", DAY * 1000],
]);

/** Reads a clock as the server writes it (`5:00+3`, `0:10+0.1`, `5:00/10`, `15:00//2:00`, `3d`, `none`), or `null`. */
export function readClock(text: string): Clock | null {
  if (text === "none") return { kind: "none" };
  const [, number = "", unit = ""] = /^(\d+)(ms|s|m|d)$/.exec(text) ?? [];
  if (unit !== "") return { kind: "move", each: (Number(number) * (UNITS.get(unit) ?? 1)) / 1000 };
  const increment = text.split("+");
  if (increment.length === 2) {
    const [main = "", ...rest] = increment;
    const minutes = /^\d+$/.test(main) ? `${main}:00` : main;
    return withTimes([minutes, ...rest], ([main = 0, increment = 0]) => {
      return { kind: "increment", main, increment };
    });
  }
  const parts = text.split("/");
  if (parts.length === 1) return withTimes(parts, ([main = 0]) => ({ kind: "game", main }));
  if (parts.length === 2) {
    return withTimes(parts, ([main = 0, period = 0]) => ({ kind: "byoyomi", main, period }));
  }
  if (parts.length > 3) return null;
  return withTimes(parts, ([main = 0, increment = 0, extension = 0]) => {
    return { kind: "extension", main, increment, extension };
  });
}

/** Reads the parts of a clock: the main time as `M:SS` or `H:MM:SS`, the others also as seconds. */
function withTimes(parts: string[], make: (times: number[]) => Clock): Clock | null {
  const times = parts.map((part, index) => readTime(part, index > 0));
  return times.every((time) => time !== null) ? make(times) : null;
}

function readTime(text: string, mayBeSeconds: boolean): number | null {
  if (text === "") return mayBeSeconds ? 0 : null;
  const form = mayBeSeconds ? /^\d+(:[0-5]\d){0,2}(\.\d+)?$/ : /^\d+(:[0-5]\d){1,2}(\.\d+)?$/;
  if (!form.test(text)) return null;
  return text.split(":").reduce((sum, number) => sum * 60 + Number(number), 0);
}

/** Writes a clock as the server reads it. */
export function writeClock(clock: Clock): string {
  switch (clock.kind) {
    case "none":
      return "none";
    case "move":
      if (clock.each % DAY === 0) return `${clock.each / DAY}d`;
      return Number.isInteger(clock.each) ? `${clock.each}s` : `${Math.round(clock.each * 1000)}ms`;
    case "game":
      return writeTime(clock.main);
    case "increment":
      return `${writeTime(clock.main)}+${clock.increment}`;
    case "byoyomi":
      return `${writeTime(clock.main)}/${clock.period}`;
    case "extension": {
      const increment = clock.increment === 0 ? "" : writeTime(clock.increment);
      return `${writeTime(clock.main)}/${increment}/${writeTime(clock.extension)}`;
    }
  }
}

function writeTime(seconds: number): string {
  const two = (number: number) => (number < 10 ? `0${number}` : String(number));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = Math.round((seconds % 60) * 1000) / 1000;
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`;
}

/** Returns the class of a clock, by the time for thirty moves (docs/protocol.md, "Fair ratings"). */
export function speedClassOf(text: string): SpeedClass {
  const clock = readClock(text);
  const seconds = clock === null ? Infinity : secondsForThirtyMoves(clock);
  if (seconds < 180) return "bullet";
  if (seconds < 480) return "blitz";
  if (seconds < 1500) return "rapid";
  return seconds < 6 * 3600 ? "classical" : "correspondence";
}

function secondsForThirtyMoves(clock: Clock): number {
  switch (clock.kind) {
    case "none":
      return Infinity;
    case "move":
      return clock.each * 30;
    case "game":
      return clock.main;
    case "byoyomi":
      return clock.main + clock.period * 30;
    case "increment":
    case "extension":
      return clock.main + clock.increment * 30;
  }
}

/** Returns the pool whose games have this clock. */
export function poolOf(clock: string): Pool | null {
  return POOLS.find((pool) => isSameClock(POOL_CLOCKS[pool], clock)) ?? null;
}

/** Returns whether two texts are the same clock: `5+3` is `5:00+3`. */
export function isSameClock(a: string, b: string): boolean {
  const [first, second] = [readClock(a), readClock(b)];
  return first !== null && second !== null && writeClock(first) === writeClock(second);
}
