// What a clock shows at a moment. Pure: the server's deadline and a time go in, and nothing is counted down, so a clock
// is right again as soon as it is read, however long the page has slept.
import type { ClockParts, ClockPhase, ClockState, Side } from "../protocol/wire";

/** The time of one player at a moment, in milliseconds. */
export interface ClockReading {
  /** All that is left until the flag falls; `null` in a game without a clock. */
  readonly left: number | null;
  /** The part of the time that is used now, or at the player's next turn. */
  readonly phase: ClockPhase;
  /** What is left of this part: the number that a clock shows. */
  readonly shown: number | null;
  readonly parts: ClockParts | null;
  readonly isRunning: boolean;
}

/** A time as a clock writes it: figures, or days and hours. */
export type ClockFace =
  | { readonly kind: "none" }
  | { readonly kind: "figures"; readonly text: string }
  | { readonly kind: "days"; readonly days: number; readonly hours: number };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this, tenths of a second are shown. */
const TENTHS_BELOW = 10 * SECOND;
/** A player hears that the time is low when so much is left, at most a third of the time for a move. */
const LOW = 10 * SECOND;

/** Reads the clock of a colour at a time of the server. */
export function readClock(clocks: ClockState, side: Side, now: number): ClockReading {
  const told = clocks[side];
  const isRunning = clocks.running === side;
  const parts = clocks.parts?.[side] ?? null;
  if (told == null) return { left: null, phase: "main", shown: null, parts, isRunning };
  const left = isRunning && clocks.deadline != null ? Math.max(0, clocks.deadline - now) : told;
  const now_parts = parts && afterUse(parts, Math.max(0, told - left));
  const phase = now_parts?.phase ?? "main";
  return { left, phase, shown: now_parts?.[phase] ?? left, parts: now_parts, isRunning };
}

/** Takes used time from the main time first, then from what comes after it. */
function afterUse(parts: ClockParts, used: number): ClockParts {
  const main = Math.max(0, parts.main - used);
  const excess = used - (parts.main - main);
  if (excess === 0) return { ...parts, main };
  const rest = (part: number | null | undefined) => Math.max(0, (part ?? 0) - excess);
  if (parts.byoyomi != null) return { ...parts, main, phase: "byoyomi", byoyomi: rest(parts.byoyomi) };
  if (parts.extension != null) {
    return { ...parts, main, phase: "extension", extension: rest(parts.extension) };
  }
  return { ...parts, main };
}

/** Stops the clocks at a time of the server: they show for ever what they show then. */
export function stopClocks(clocks: ClockState, now: number): ClockState {
  const [black, white] = (["black", "white"] as const).map((side) => readClock(clocks, side, now));
  const parts = black?.parts && white?.parts ? { black: black.parts, white: white.parts } : null;
  return {
    black: black?.left ?? null,
    white: white?.left ?? null,
    parts,
    running: null,
    deadline: null,
  };
}

/** Writes a time: `4:57`, `1:02:03`, `9.4`; days and hours from a day on. */
export function clockFace(time: number | null): ClockFace {
  if (time === null) return { kind: "none" };
  if (time >= DAY) {
    return { kind: "days", days: Math.floor(time / DAY), hours: Math.floor((time % DAY) / HOUR) };
  }
  if (time < TENTHS_BELOW) return { kind: "figures", text: (Math.floor(time / 100) / 10).toFixed(1) };
  const [hours, minutes, seconds] = [time / HOUR, (time % HOUR) / MINUTE, (time % MINUTE) / SECOND].map(
    Math.floor,
  ) as [number, number, number];
  const two = (number: number) => String(number).padStart(2, "0");
  const text = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  return { kind: "figures", text };
}

/** How long a face stays the same, in milliseconds, if its clock runs. */
export function msToNextFace(time: number): number {
  const step = time >= DAY ? HOUR : time < TENTHS_BELOW ? 100 : SECOND;
  return (time % step) + 1;
}

/** At which time of the server a player's time becomes low, if the player's clock runs; `null` if it never does. */
export function lowTimeAt(clocks: ClockState, side: Side): number | null {
  if (clocks.running !== side || clocks.deadline == null) return null;
  const byoyomi = clocks.parts?.[side].byoyomi;
  return clocks.deadline - (byoyomi == null ? LOW : Math.min(LOW, byoyomi / 3));
}

/** Whether so little time is left that the clock says so. */
export function isLow(clocks: ClockState, side: Side, now: number): boolean {
  const low = lowTimeAt(clocks, side);
  return low !== null && now >= low;
}
