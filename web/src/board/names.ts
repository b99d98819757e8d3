// The names of the squares, as a screen reader says them.
import { words } from "../words";
import type { Disc, Square } from "./squares";

export interface SquareFacts {
  square: Square;
  disc: Disc;
  /** It is a legal move of the side to move. */
  legal: boolean;
  /** How many discs the move turns; 0 if that is not known. */
  turns: number;
  lastMove: boolean;
  premove: boolean;
  /** It was pressed once and waits for the second press. */
  chosen: boolean;
  /** More about the square, such as its value. */
  note: string | null;
}

/** Names a square: "f5, empty, legal, turns 2", "d3, black". */
export function squareName(facts: SquareFacts): string {
  const { cell } = words.board;
  const parts: (string | null)[] = [
    facts.square,
    cell[facts.disc ?? "empty"],
    facts.legal ? cell.legal : null,
    facts.legal && facts.turns > 0 ? cell.turns(facts.turns) : null,
    facts.lastMove ? cell.lastMove : null,
    facts.premove ? cell.premove : null,
    facts.chosen ? cell.chosen : null,
    facts.note,
  ];
  return parts.filter((part) => part !== null && part !== "").join(words.board.comma);
}
