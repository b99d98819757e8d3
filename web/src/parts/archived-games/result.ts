// What a list says of the result of a game of the archive.
import type { ArchivedGameSummary } from "../../protocol/wire";
import { words } from "../../words";

type Ended = Pick<ArchivedGameSummary, "result" | "ending">;

/** Whether the result says something about discs: that all count for the winner of a resigned game does not. */
export function hasDiscs({ result, ending }: Ended): boolean {
  return result != null && (ending == null || ending === "agreed" || Math.abs(result) < 64);
}

/** The discs of Black and White, the empty squares counted to the winner; or who won and how. */
export function resultText(game: Ended): string {
  const { result, ending } = game;
  if (result == null) return words.archive.unknown;
  if (hasDiscs(game)) return words.archive.score(32 + result / 2, 32 - result / 2);
  const end = { reason: ending ?? "finished", result, black_discs: 32, white_discs: 32 };
  return words.terms.result(end, words.analysis.sides);
}
