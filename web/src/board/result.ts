// What the result of a game counts.
import type { GameEnd } from "../protocol/wire";

/** Black's result less the komi; `null` without a result. */
export function correctedResult({ result, komi }: Pick<GameEnd, "result" | "komi">): number | null {
  // Komi has three digits after the point: rounding takes away what a double adds.
  return result == null ? null : Math.round((result - Number(komi ?? 0)) * 1000) / 1000;
}
