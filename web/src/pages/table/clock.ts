// The clock of two people at one device. Pure: a time goes in, nothing is counted down.
import type { ClockState, Side } from "../../protocol/wire";

/** The clocks of the table. */
export const TABLE_CLOCKS = ["none", "game", "increment", "byoyomi"] as const;

/** How much time there is, in milliseconds. */
export interface TableTerms {
  readonly kind: (typeof TABLE_CLOCKS)[number];
  readonly main: number;
  /** The increment, or the time for a move when the main time is used up. */
  readonly extra: number;
}

/**
 * The main times that are left, and whose clock runs since when (milliseconds since 1970). A time below zero is the part
 * of the byoyomi that the move has used.
 */
export interface TableTimes {
  readonly black: number;
  readonly white: number;
  readonly running: Side | null;
  readonly since: number;
}

/** The shortest time with which a game can begin, in milliseconds. */
const SHORTEST = 1000;

/** The clocks at the start: both stand still. Who would begin without time has the first increment at once. */
export function timesOf({ kind, main, extra }: TableTerms): TableTimes {
  const first = kind === "increment" && main < SHORTEST ? main + extra : main;
  return { black: first, white: first, running: null, since: 0 };
}

/** Returns all the time that a side has for its move when its clock starts. */
function available(terms: TableTerms, times: TableTimes, side: Side): number {
  return times[side] + (terms.kind === "byoyomi" ? terms.extra : 0);
}

/** Whether the running clock has no time left. */
export function isFlagDown(terms: TableTerms, times: TableTimes, now: number): boolean {
  if (terms.kind === "none" || times.running === null) return false;
  return now - times.since >= available(terms, times, times.running);
}

/** Stops the running clock. After a move its side gets the increment, or a new period. */
export function stopped(terms: TableTerms, times: TableTimes, now: number, moved: boolean): TableTimes {
  const side = times.running;
  if (side === null) return times;
  const left = times[side] - (now - times.since);
  const gain = moved && terms.kind === "increment" ? terms.extra : 0;
  const least = terms.kind === "byoyomi" && !moved ? -terms.extra : 0;
  return { ...times, [side]: Math.max(least, left) + gain, running: null };
}

/** Gives back the used part of a period, as after a move. */
export function withNewPeriods(times: TableTimes): TableTimes {
  return { ...times, black: Math.max(0, times.black), white: Math.max(0, times.white) };
}

/** Lets the clock of a side run. */
export function started(times: TableTimes, side: Side, now: number): TableTimes {
  return { ...times, running: side, since: now };
}

/** Writes the clocks as the page reads those of the server. */
export function clockStateOf(terms: TableTerms, times: TableTimes): ClockState {
  if (terms.kind === "none") return { black: null, white: null };
  const parts = (side: Side) => ({
    phase: times[side] > 0 || terms.kind !== "byoyomi" ? ("main" as const) : ("byoyomi" as const),
    main: Math.max(0, times[side]),
    ...(terms.kind === "increment" ? { increment: terms.extra } : {}),
    ...(terms.kind === "byoyomi" ? { byoyomi: terms.extra + Math.min(0, times[side]) } : {}),
  });
  const { running, since } = times;
  return {
    black: available(terms, times, "black"),
    white: available(terms, times, "white"),
    parts: { black: parts("black"), white: parts("white") },
    ...(running === null ? {} : { running, deadline: since + available(terms, times, running) }),
  };
}
