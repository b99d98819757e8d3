// What becomes of a premove when the position changes.
import { indexOf, isSquare, readPosition } from "./squares";

export type PremoveFate = "wait" | "play" | "drop";

/**
 * Tells what becomes of a premove in a new position. On the user's turn it is played if it is legal, else dropped; before
 * that it waits, unless its square is taken.
 */
export function fateOfPremove(
  premove: string,
  now: { position: string; legal: readonly string[]; myTurn: boolean; over: boolean },
): PremoveFate {
  if (now.over || !isSquare(premove)) return "drop";
  if (now.myTurn) return now.legal.includes(premove) ? "play" : "drop";
  return readPosition(now.position).discs[indexOf(premove)] === null ? "wait" : "drop";
}
