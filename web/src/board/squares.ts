// The squares of the board: names, positions as text, and the order in which a move's discs turn.
import type { Side } from "../protocol/wire";

/** The columns, from the left as Black sees the board. */
export const COLUMNS = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;
/** The rows, from the top as Black sees the board. */
export const ROWS = ["1", "2", "3", "4", "5", "6", "7", "8"] as const;

export type Column = (typeof COLUMNS)[number];
export type Row = (typeof ROWS)[number];
/** The name of a square, such as `f5`. */
export type Square = `${Column}${Row}`;
/** What lies on a square. */
export type Disc = Side | null;

/** All squares in the order of the protocol: a1, b1, ... h8. */
export const SQUARES: readonly Square[] = ROWS.flatMap((row) => COLUMNS.map((column) => nameOf(column, row)));

/** Where each square stands in `SQUARES`. */
const INDEX: ReadonlyMap<string, number> = new Map(SQUARES.map((square, index) => [square, index]));

/** A position as the protocol writes it, read. */
export interface ReadPosition {
  /** The contents of the squares, from a1 to h8. */
  discs: readonly Disc[];
  /** The side to move; none if the text has only the 64 cells. */
  toMove: Side | null;
}

export function nameOf(column: Column, row: Row): Square {
  return `${column}${row}`;
}

/** Tells whether a word is the name of a square. */
export function isSquare(word: string): word is Square {
  return INDEX.has(word);
}

/** Tells whether two squares touch. */
export function isBeside(one: string, other: string): boolean {
  const apart = [0, 1].map((at) => Math.abs(one.charCodeAt(at) - other.charCodeAt(at)));
  return Math.max(...apart) === 1;
}

/** Tells whether a letter names a column. */
export function isColumn(letter: string): letter is Column {
  return letter.length === 1 && "abcdefgh".includes(letter);
}

/** Tells whether a digit names a row. */
export function isRow(digit: string): digit is Row {
  return digit.length === 1 && "12345678".includes(digit);
}

/** Returns the index of a square, from a1 = 0 to h8 = 63. */
export function indexOf(square: Square): number {
  return INDEX.get(square) ?? 0;
}

/** Returns the square that stands at a column and a row from 0 to 7, or none outside the board. */
export function squareAt(column: number, row: number): Square | null {
  const [letter, digit] = [COLUMNS[column], ROWS[row]];
  return letter && digit ? nameOf(letter, digit) : null;
}

/** Reads the 64 cells of a position (`X` black, `O` white) and, behind a blank or `/`, the side to move. */
export function readPosition(text: string): ReadPosition {
  const discs = SQUARES.map((_, index) => discOf(text.charAt(index)));
  return { discs, toMove: discOf(text.charAt(SQUARES.length + 1)) };
}

/** Puts discs on squares of the 64 cells of a position. */
export function withDiscs(position: string, squares: readonly string[], disc: "X" | "O"): string {
  return SQUARES.map((square, index) => (squares.includes(square) ? disc : position.charAt(index))).join("");
}

export function opponentOf(side: Side): Side {
  return side === "black" ? "white" : "black";
}

export function countDiscs(discs: readonly Disc[]): Record<Side, number> {
  const count = (side: Side) => discs.filter((disc) => disc === side).length;
  return { black: count("black"), white: count("white") };
}

/**
 * Returns the squares whose discs a move flipped, in the order of the animation, by comparing the positions before
 * and after. `null` if the positions are not those before and after this move: then no flip is animated.
 */
export function flippedBetween(
  before: readonly Disc[],
  after: readonly Disc[],
  move: Square,
): readonly Square[] | null {
  const mover = after[indexOf(move)] ?? null;
  if (mover === null || before[indexOf(move)] !== null) return null;
  const changed = SQUARES.filter((square, index) => square !== move && before[index] !== after[index]);
  const flipped = changed.every(
    (square) => before[indexOf(square)] === opponentOf(mover) && after[indexOf(square)] === mover,
  );
  return flipped ? inFlipOrder(move, changed) : null;
}

/** The eight directions as steps of column and row, clockwise from the top. */
const DIRECTIONS: readonly (readonly [number, number])[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
];

/** Puts the squares that a move turns in order: direction by direction, clockwise from the top, the nearest first. */
export function inFlipOrder(move: Square, flipped: readonly string[]): readonly Square[] {
  const rank = (square: Square) => {
    const [columns, rows] = stepsBetween(move, square);
    const direction = DIRECTIONS.findIndex(([x, y]) => x === Math.sign(columns) && y === Math.sign(rows));
    return direction * COLUMNS.length + Math.max(Math.abs(columns), Math.abs(rows));
  };
  return flipped.filter(isSquare).sort((a, b) => rank(a) - rank(b));
}

function stepsBetween(from: Square, to: Square): [number, number] {
  const [a, b] = [indexOf(from), indexOf(to)];
  return [(b % 8) - (a % 8), Math.floor(b / 8) - Math.floor(a / 8)];
}

function discOf(cell: string): Disc {
  if (cell === "X") return "black";
  return cell === "O" ? "white" : null;
}
