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

/** The main times that are left, and whose clock runs since when (milliseconds since 1970). */
export interface TableTimes {
  readonly black: number;
  readonly white: number;
  readonly running: Side | null;
  readonly since: number;
}

/** The clocks at the start: both stand still. */
export function timesOf({ main }: TableTerms): TableTimes {
  return { black: main, white: main, running: null, since: 0 };
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

/** Stops the running clock. After a move its side gets the increment. */
export function stopped(terms: TableTerms, times: TableTimes, now: number, moved: boolean): TableTimes {
  const side = times.running;
  if (side === null) return times;
  const gain = moved && terms.kind === "increment" ? terms.extra : 0;
  return { ...times, [side]: Math.max(0, times[side] - (now - times.since)) + gain, running: null };
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
    main: times[side],
    ...(terms.kind === "increment" ? { increment: terms.extra } : {}),
    ...(terms.kind === "byoyomi" ? { byoyomi: terms.extra } : {}),
  });
  const { running, since } = times;
  return {
    black: available(terms, times, "black"),
    white: available(terms, times, "white"),
    parts: { black: parts("black"), white: parts("white") },
    ...(running === null ? {} : { running, deadline: since + available(terms, times, running) }),
  };
}
