// The values of a book in words, and as the analysis shows values on the squares.
import type { BookEntry, BookMove, BookPage, BookValue } from "../../protocol/wire";
import { sideToMove } from "../../state/game-record";
import { words } from "../../words";
import type { MoveValue } from "../../study/analyst";

/** The results that stand for "nothing is proven". */
const [MIN, MAX] = [-64, 64];

/** Whether searches to the end of the game have proven the value. */
export function isExact({ lower, upper }: BookValue): boolean {
  return lower === upper;
}

/** Writes a value in discs. Exact ones are whole, others have one digit. */
export function discsText(of: BookValue): string {
  return isExact(of) ? words.numbers.signed(of.value) : words.numbers.tenths(of.value);
}

/** Says what searches to the end of the game have proven; empty if nothing. */
export function solvedText(value: BookValue): string {
  const { solved } = words.book;
  const { lower, upper } = value;
  if (isExact(value)) return solved.exact;
  if (lower > MIN && upper < MAX)
    return solved.between(words.numbers.signed(lower), words.numbers.signed(upper));
  if (lower > MIN) return solved.atLeast(words.numbers.signed(lower));
  return upper < MAX ? solved.atMost(words.numbers.signed(upper)) : "";
}

/** Says a value and how far it can be trusted: "+0.5, level 18, looks 22 plies ahead". */
export function trustText(value: BookValue): string {
  const { level, depth } = words.book;
  return [solvedText(value), level(value.level), depth(value.depth)].filter(Boolean).join(words.board.comma);
}

/** Says where a value comes from. */
export function originText({ origin }: BookEntry): string {
  return words.book.origin(origin.program, origin.version ?? null, origin.date ?? null);
}

/** The values of a page as they stand on the squares. */
export function squareValues(moves: readonly BookMove[]): MoveValue[] {
  return moves.flatMap(({ move, value }): MoveValue[] =>
    value
      ? [{ move, value: value.value, certainty: isExact(value) ? "exact" : "estimate", error: null }]
      : [],
  );
}

/** Says what the book and the proof know, sentence by sentence, for readers of the screen and the command line. */
export function pageSentences({ position, entry, proven, moves }: BookPage): string[] {
  const text = words.book;
  const side = sideToMove(position) ?? "black";
  const here = entry
    ? `${text.value(side, discsText(entry))}${words.board.comma}${trustText(entry)}.`
    : text.absent;
  const next = moves.map(({ move, value, proven }) => {
    const parts = [value && discsText(value), value && solvedText(value), proven && text.proven[proven]];
    return `${move}: ${parts.filter(Boolean).join(words.board.comma)}.`;
  });
  return [here, ...(proven ? [text.provenHere(side, proven)] : []), ...next];
}
