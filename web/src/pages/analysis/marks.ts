// What the analysis draws over the board: values, and the squares of a reason.
import type { OverlayMark } from "../../board/overlay";
import { isSquare } from "../../board/squares";
import type { MoveValue } from "./analyst";
import { errorText, figureText, valueText } from "./figures";
import { words } from "../../words";

/** The marks of the values, and frames around squares. */
export function marksOf(values: readonly MoveValue[], framed: readonly string[]): OverlayMark[] {
  const frames = framed.filter(isSquare).map((square): OverlayMark => ({ kind: "frame", square }));
  return [...values.flatMap(markOf), ...frames];
}

function markOf(value: MoveValue): OverlayMark[] {
  if (!isSquare(value.move)) return [];
  const { move: square, certainty } = value;
  const isBest = value.class === "best";
  return [{ kind: "value", square, text: valueText(value), certainty, error: errorText(value), isBest }];
}

/** What a screen reader hears of a square: the value of its move. */
export function noteOf(values: readonly MoveValue[], square: string): string | null {
  const value = values.find(({ move }) => move === square);
  if (!value) return null;
  const note = words.analysis.board.valueNote(figureText(value));
  return value.class === "best" ? `${note}, ${words.analysis.board.best}` : note;
}
