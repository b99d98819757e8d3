// The discs of a finished game, from its result.
import type { ArchivedGameSummary } from "../../protocol/wire";

/** The discs of Black and White, the empty squares counted to the winner; `null` if the result is unknown. */
export function discsOf({ result }: Pick<ArchivedGameSummary, "result">): readonly [number, number] | null {
  if (result == null) return null;
  return [32 + result / 2, 32 - result / 2];
}
