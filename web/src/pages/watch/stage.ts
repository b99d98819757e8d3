// Which game is on the large board: the best one of the channel, or the one that was pressed.
import type { GameId } from "../../protocol/wire";

/** How long the result of a game stands before the next game takes its place, in milliseconds. */
export const REST_MS = 10_000;

/** What is on the large board, and since when its game is over. */
export interface Stage {
  readonly game: GameId | null;
  /** When it was first seen that the game is not played any more; `null` while it is. */
  readonly overSince: number | null;
}

export const EMPTY_STAGE: Stage = { game: null, overSince: null };

/**
 * Returns the next stage. A game stays to its end, also when a better one begins: nobody is torn away. Its result stands
 * for a while, and longer if `isHeld`: somebody writes, or looks back.
 *
 * @param running the games in progress
 * @param best the games of the channel, the best first
 */
export function nextStage(
  stage: Stage,
  running: ReadonlySet<GameId>,
  best: readonly GameId[],
  now: number,
  isHeld: boolean,
): Stage {
  const { game, overSince } = stage;
  const next = best[0];
  if (game === null) return next === undefined ? stage : { game: next, overSince: null };
  if (running.has(game)) return overSince === null ? stage : { game, overSince: null };
  if (overSince === null) return { game, overSince: now };
  const isDue = now >= overSince + REST_MS && !isHeld;
  return isDue && next !== undefined ? { game: next, overSince: null } : stage;
}
