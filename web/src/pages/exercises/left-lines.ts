// Says after a game where it left one's openings.
import type { Side } from "../../protocol/wire";
import { loadRules } from "../../rules";
import { loadExerciseWords, words } from "../../words";
import { repertoireOf } from "./repertoire.svelte";

/** Returns the sentence; empty if the game did not leave them. */
export async function leftLines(side: Side, moves: readonly string[]): Promise<string> {
  const [rules, text] = await Promise.all([loadRules(), loadExerciseWords()]);
  const repertoire = repertoireOf(rules);
  await repertoire.read();
  const left = repertoire.deviationOf(side, moves);
  return left ? text.openings.left(words.analysis.sides[side], left.ply, left.played, left.known) : "";
}
