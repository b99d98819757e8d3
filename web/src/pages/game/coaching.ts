// What a coach says: hints in three steps, and what a move missed.
import { isSquare, indexOf } from "../../board/squares";
import type { MoveReport } from "../../engine";
import type { Rules } from "../../rules";
import { loadExerciseWords, words } from "../../words";
import { isError } from "../../study/findings";
import { verdictText } from "../../study/figures";
import { whyOf } from "../exercises/sentences";
import { ask, LEVEL, MIN_LOSS } from "./advice";

/** A step of a hint, or what was missed: a sentence, and the squares that it is about. */
export interface Told {
  readonly text: string;
  readonly squares: readonly string[];
}

/** The parts of the board where one may be told to look. */
export type Area = "top-left" | "top-right" | "bottom-left" | "bottom-right" | "top" | "bottom" | "board";

function areasOf(square: string): readonly [Area, Area, Area] {
  const index = isSquare(square) ? indexOf(square) : 0;
  const [row, column] = [index < 32 ? "top" : "bottom", index % 8 < 4 ? "left" : "right"] as const;
  return [`${row}-${column}`, row, "board"];
}

/** Returns the smallest part of the board that has the move and another one, and its legal moves. */
export function areaOf(best: string, legal: readonly string[]): { area: Area; squares: readonly string[] } {
  for (const area of areasOf(best)) {
    const squares = legal.filter((square) => areasOf(square).includes(area));
    if (squares.length > 1) return { area, squares };
  }
  return { area: areasOf(best)[0], squares: legal };
}

/** The three steps of a hint: where to look, why, and the move. */
export async function hintsFor(rules: Rules, position: string): Promise<readonly Told[]> {
  const text = (await loadExerciseWords()).coach;
  const { findings } = await ask((engine) => engine.analyze({ start: position, moves: [] }, LEVEL));
  const best = findings[0]?.move;
  if (best === undefined) return [];
  const { area, squares } = areaOf(best, rules.legalMoves(position));
  return [
    { text: text.look[area], squares },
    { text: await reasonOf(rules, position, best, findings), squares },
    { text: words.game.actions.hinted(best), squares: [best] },
  ];
}

/** Says what is wrong with the worst of the other moves: it does not give the best one away. */
async function reasonOf(
  rules: Rules,
  position: string,
  best: string,
  findings: readonly MoveReport[],
): Promise<string> {
  const text = await loadExerciseWords();
  const wrong = findings.filter((finding) => isError(finding.class) && finding.loss >= MIN_LOSS);
  const worst = wrong.toSorted((one, other) => other.loss - one.loss)[0];
  if (!worst) return text.coach.even;
  return text.coach.avoid(worst.move, whyOf(text, rules, position, worst, [best], "nothing"));
}

/** Says what a move missed; `null` if it was good enough. */
export async function missedBy(rules: Rules, before: string, move: string): Promise<Told | null> {
  const { findings } = await ask((engine) => engine.analyze({ start: before, moves: [move] }, LEVEL));
  const [finding] = findings;
  if (!finding || finding.move === finding.best || finding.loss < MIN_LOSS) return null;
  const text = await loadExerciseWords();
  const why = whyOf(text, rules, before, finding, [], "all");
  return { text: `${text.coach.missed(verdictText(finding), finding.best)} ${why}`, squares: [finding.best] };
}
