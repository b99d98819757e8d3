// What the analysis draws over the board: values, and the squares of a reason.
import type { OverlayMark, Tone } from "../../board/overlay";
import { isSquare } from "../../board/squares";
import type { MoveValue } from "../../study/analyst";
import { figureText, roundText } from "../../study/figures";
import { words } from "../../words";

/** From so many discs on a move is worse than one that is as good as the best, and from so many on it is bad. */
const [SLIP, BAD] = [2, 5];

/** What is drawn of the values. */
export interface Shown {
  /** The move that was played in the position. */
  readonly played: string | null;
  /** How many of the best moves have a value. */
  readonly most: number;
  /** Whether the depth stands below each value. */
  readonly hasDepth: boolean;
}

/** The values from the best one on. */
export function ranked<T extends MoveValue>(values: readonly T[]): T[] {
  return values.toSorted((one, other) => other.value - one.value);
}

/** The marks of the values, and frames around squares. One move has the ring, also where others are as good. */
export function marksOf(
  values: readonly MoveValue[],
  framed: readonly string[],
  { played, most, hasDepth }: Shown,
): OverlayMark[] {
  const frames = framed.filter(isSquare).map((square): OverlayMark => ({ kind: "frame", square }));
  const sorted = ranked(values);
  const [best] = sorted;
  const marks = sorted.flatMap((value, index): OverlayMark[] => {
    const { move: square, certainty, depth } = value;
    const isPlayed = square === played;
    if (!isSquare(square) || (index >= most && !isPlayed)) return [];
    const tone = value === best ? "best" : toneOf(value, best);
    const below = hasDepth && certainty === "estimate" ? String(depth ?? "") : "";
    return [{ kind: "value", square, text: roundText(value), certainty, below, tone, isPlayed }];
  });
  return [...marks, ...frames];
}

/** Of proven values only the signs can be compared. */
function toneOf(value: MoveValue, best: MoveValue = value): Tone {
  if ([value, best].some(({ certainty }) => certainty === "proven")) {
    return Math.sign(value.value) === Math.sign(best.value) ? "good" : "bad";
  }
  const loss = best.value - value.value;
  return loss < SLIP ? "good" : loss < BAD ? "slip" : "bad";
}

/** What a screen reader hears of a square: the value of its move. */
export function noteOf(values: readonly MoveValue[], square: string): string | null {
  const value = values.find(({ move }) => move === square);
  if (!value) return null;
  const note = words.analysis.board.valueNote(figureText(value));
  return value === ranked(values)[0] ? `${note}, ${words.analysis.board.best}` : note;
}
