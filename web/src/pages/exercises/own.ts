// Exercises from one's own games: the moves that cost the most, each solved before it is asked.
import type { MoveReport } from "../../engine";
import type { Mistake } from "../../study/findings";
import { emptiesOf, SOLVED_EMPTIES, type Exercise } from "./exercise";

/** A game gives so many exercises, of the first so many mistakes that may be worth one. */
export const MOST = 2;
const TRIED = 6;
/** Fewer legal moves ask nothing. */
const MIN_MOVES = 3;
/** The mistake lost so many discs at least. */
const MIN_LOSS = 2;
/** How much better than the others right moves are at least: where they are proven, and where they are an estimate. */
const [PROVEN_MARGIN, ESTIMATED_MARGIN] = [2, 3];
/** Estimated moves that are worse by no more are right, too. */
const AS_GOOD = 1;

/** Returns the mistakes that are worth an exercise, the best one first: those that changed the outcome, and cost the most. */
export function candidatesOf(mistakes: readonly Mistake[]): Mistake[] {
  const turned = ({ finding: { outcome, best_outcome: best } }: Mistake) =>
    Number(outcome !== null && best !== null && outcome !== best);
  const solved = ({ before }: Mistake) => Number(emptiesOf(before) <= SOLVED_EMPTIES);
  return mistakes
    .filter(({ finding }) => finding.loss >= MIN_LOSS)
    .sort(
      (one, other) =>
        turned(other) - turned(one) || solved(other) - solved(one) || other.finding.loss - one.finding.loss,
    )
    .slice(0, TRIED);
}

/** Makes an exercise of a mistake and the values of all legal moves; `null` if it asks nothing, or the searches disagree. */
export function exerciseOf({ before, finding }: Mistake, values: readonly MoveReport[]): Exercise | null {
  const isProven = values.every(({ certainty }) => certainty === "exact");
  const score = Math.max(...values.map(({ value }) => value));
  const [slack, margin] = isProven ? [0, PROVEN_MARGIN] : [AS_GOOD, ESTIMATED_MARGIN];
  const isRight = ({ value }: MoveReport) => value >= score - slack;
  const wrong = values.filter((value) => !isRight(value));
  const right = values.filter(isRight).map(({ move }) => move);
  const next = Math.max(...wrong.map(({ value }) => value));
  if (values.length < MIN_MOVES || wrong.length === 0 || score - next < margin) return null;
  if (right.includes(finding.move) || !right.includes(finding.best)) return null;
  // What the reply does is no theme.
  const reason = finding.reasons.find(({ term }) => term !== "reply");
  const theme = reason ? (reason.cause?.term ?? reason.term) : null;
  const whole = [score, next].map((value) => (isProven ? value : Math.round(value)));
  const [rounded = 0, roundedNext = 0] = whole;
  return { position: before, right, score: rounded, next: roundedNext, theme, rating: null, isProven };
}
