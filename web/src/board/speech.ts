// What is said aloud of a game: short sentences for the live regions, in three steps of how much.
import type { GameEnd, Side } from "../protocol/wire";
import { words } from "../words";
import { correctedResult } from "./result";
import {
  COLUMNS,
  countDiscs,
  indexOf,
  inFlipOrder,
  isSquare,
  nameOf,
  readPosition,
  ROWS,
  type Column,
  type Disc,
  squareAt,
  type Row,
  type Square,
} from "./squares";

/** How much is said: the move only; also discs, moves and score; also the list of the legal moves. */
export type SpeechLevel = "little" | "normal" | "much";

/** A move or a pass, and the position after it. */
export interface SpokenMove {
  side: Side;
  /** A square or `pass`. */
  move: string;
  /** The squares whose discs it flipped, in any order. */
  flipped: readonly string[];
  /** The position after it, with the side to move. */
  position: string;
  /** The legal moves after it; `null` if they are not known. */
  legal: readonly string[] | null;
  over: boolean;
}

/** Says a move, for the polite live region: "White g6, turned 3: f6 f5 e4. You have 9 moves. 12 to 15." */
export function sayMove(move: SpokenMove, you: Side | null, level: SpeechLevel): string {
  const { speech } = words.board;
  if (level === "little") {
    return isSquare(move.move) ? speech.movedOnly(move.side, move.move) : speech.passed(move.side);
  }
  const { discs, toMove } = readPosition(move.position);
  const score = countDiscs(discs);
  return [
    sayFlipped(move),
    move.over || toMove === null || move.legal === null ? "" : sayMoves(toMove, move.legal, you, level),
    level === "much" ? speech.scoreLong(score) : speech.score(score),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** Says a move and the discs that it flipped, in the order of the animation. */
export function sayFlipped({ side, move, flipped }: Pick<SpokenMove, "side" | "move" | "flipped">): string {
  const { speech } = words.board;
  return isSquare(move) ? speech.moved(side, move, inFlipOrder(move, flipped)) : speech.passed(side);
}

/** Says how many moves a side has; which ones, where much is said. */
export function sayMoves(side: Side, legal: readonly string[], you: Side | null, level: SpeechLevel): string {
  const { speech } = words.board;
  const person = whoIs(side, you);
  const listed = level === "much" && legal.length > 0;
  return listed ? speech.movesListed(person, legal) : speech.moves(person, legal.length);
}

/** Says how a game ended, for the assertive live region. */
export function sayResult(end: GameEnd, you: Side | null): string {
  const { speech } = words.board;
  if (end.reason === "aborted") return speech.aborted;
  if (end.reason === "finished" || end.reason === "agreed") return `${speech.over} ${sayScore(end, you)}`;
  if (end.loser !== "black" && end.loser !== "white") return speech.over;
  const winner = end.loser === "black" ? "white" : "black";
  return `${speech[end.reason](whoIs(end.loser, you))} ${speech.wins(whoIs(winner, you))}`;
}

function sayScore(end: GameEnd, you: Side | null): string {
  const { speech } = words.board;
  // The result counts empty squares for the winner, as the rules of tournaments do.
  const result = end.result ?? end.black_discs - end.white_discs;
  const corrected = correctedResult({ ...end, result });
  if (corrected !== null && corrected !== result) return sayMargin(corrected, you);
  const [high, low] = [(64 + Math.abs(result)) / 2, (64 - Math.abs(result)) / 2];
  if (result === 0) return speech.drawn(high);
  return speech.winsBy(whoIs(result > 0 ? "black" : "white", you), high, low);
}

/** Says who wins a game with komi: the discs do not tell it. */
function sayMargin(result: number, you: Side | null): string {
  if (result === 0) return words.game.end.draw;
  return words.board.speech.winsByMargin(whoIs(result > 0 ? "black" : "white", you), Math.abs(result));
}

/** Says that a clock runs low, for the assertive live region. */
export function sayLowTime(side: Side, seconds: number, you: Side | null): string {
  return words.board.speech.timeLeft(whoIs(side, you), words.board.speech.seconds(seconds));
}

/** Says a time: its two largest units, such as "4 minutes 57 seconds" or "2 days 3 hours". */
export function sayTime(milliseconds: number): string {
  const { days, hours, minutes, seconds } = words.board.speech;
  const total = Math.max(0, Math.ceil(milliseconds / 1000));
  const units = [
    [Math.floor(total / 86_400), days],
    [Math.floor(total / 3_600) % 24, hours],
    [Math.floor(total / 60) % 60, minutes],
    [total % 60, seconds],
  ] as const;
  const first = units.findIndex(([count]) => count > 0);
  if (first < 0) return seconds(0);
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, name]) => name(count))
    .join(" ");
}

/** Says what lies on a row: "Row 3: a to c empty, d black, e to h empty." */
export function sayRow(discs: readonly Disc[], row: Row): string {
  const cells = COLUMNS.map((column) => [column, discs[indexOf(nameOf(column, row))] ?? null] as const);
  return words.board.speech.row(row, sayCells(cells));
}

/** Says what lies on a column: "Column d: 1 and 2 empty, ...". */
export function sayColumn(discs: readonly Disc[], column: Column): string {
  const cells = ROWS.map((row) => [row, discs[indexOf(nameOf(column, row))] ?? null] as const);
  return words.board.speech.column(column, sayCells(cells));
}

/** Says what lies on the two diagonals through a square: "Diagonal a1 to h8: ...". */
export function sayDiagonals(discs: readonly Disc[], square: Square): string[] {
  return [1, -1].map((slope) => {
    const line = diagonalThrough(square, slope);
    const cells = line.map((on) => [on, discs[indexOf(on)] ?? null] as const);
    return words.board.speech.diagonal(line[0] ?? square, line.at(-1) ?? square, sayCells(cells));
  });
}

/** The squares of a diagonal from left to right; a slope of 1 goes down. */
function diagonalThrough(square: Square, slope: number): Square[] {
  const [column, row] = [indexOf(square) % 8, Math.floor(indexOf(square) / 8)];
  const line = COLUMNS.map((_, at) => squareAt(at, row + (at - column) * slope));
  return line.filter((on) => on !== null);
}

/** Says what lies on the whole board, a sentence for each row. */
export function sayBoard(discs: readonly Disc[]): string[] {
  return ROWS.map((row) => sayRow(discs, row));
}

/** Neighbours with the same contents are said together. */
function sayCells(cells: readonly (readonly [string, Disc])[]): string {
  const { speech, cell, comma } = words.board;
  const runs: { from: string; to: string; disc: Disc }[] = [];
  for (const [name, disc] of cells) {
    const run = runs.at(-1);
    if (run && run.disc === disc) run.to = name;
    else runs.push({ from: name, to: name, disc });
  }
  const contents = (disc: Disc) => cell[disc ?? "empty"];
  if (runs.length === 1) return contents(runs[0]?.disc ?? null);
  return runs.map(({ from, to, disc }) => speech.run(from, to, contents(disc))).join(comma);
}

/** The reader is called "you". */
function whoIs(side: Side, you: Side | null): Side | "you" {
  return side === you ? "you" : side;
}
