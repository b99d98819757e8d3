// What a player may do in a game. The server decides; this only spares presses that it would refuse.
import type { GameState } from "../protocol/wire";
import type { Game } from "./game.svelte";
import { lastMoveOf } from "./game-record";

/** A game can be aborted while fewer plies than this were played. */
const ABORT_BEFORE = 2;

/** Whether the game can still be aborted, so that nobody loses. */
export function isAbortable(state: GameState | null): boolean {
  return state !== null && state.moves.length < ABORT_BEFORE;
}

/** Whether the user may ask to take a move back: not in rated games, and only a move that was made. */
export function canTakeBack({ state, color }: Game): boolean {
  if (!state || !color || state.rated || state.lockstep || state.takeback === color) return false;
  return lastMoveOf(state, color) !== null;
}

/** Whether the clock can be given time: it has a main time, and is none of days. */
export function canGiveTime(state: GameState | null): boolean {
  const parts = state?.clocks.parts;
  return parts != null && !/d$/.test(state?.clock ?? "") && !isPerMove(state?.clock ?? "");
}

/** A time for each move alone, such as `1s` or `3d`, has no main time. */
function isPerMove(clock: string): boolean {
  return !clock.includes(":");
}

/** Whether a result may be offered: not in a pair in lock-step, and not before the bids. */
export function canOfferResult({ state, color }: Game): boolean {
  return state !== null && color !== null && !state.lockstep && !state.bidding;
}

/** Whether the user may ask to adjourn the game or, if it is adjourned, to go on. */
export function canAdjourn({ state, color }: Game): boolean {
  return state !== null && color !== null && !state.bidding && state.adjourn_asked !== color;
}
