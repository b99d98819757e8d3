// What the result of a game counts, and how it sounds.
import type { Sound } from "../parts/sounds";
import type { GameEnd, Side } from "../protocol/wire";

/** Black's result less the komi; `null` without a result. */
export function correctedResult({ result, komi }: Pick<GameEnd, "result" | "komi">): number | null {
  // Komi has three digits after the point: rounding takes away what a double adds.
  return result == null ? null : Math.round((result - Number(komi ?? 0)) * 1000) / 1000;
}

/** Returns the sound of an end: that of the winner or the loser for a player, a neutral one for others and for draws. */
export function soundOfEnd(end: Pick<GameEnd, "result" | "komi">, you: Side | null): Sound {
  const result = correctedResult(end) ?? 0;
  if (you === null || result === 0) return "end";
  return result > 0 === (you === "black") ? "won" : "lost";
}
