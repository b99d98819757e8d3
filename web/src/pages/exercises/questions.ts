// What one's openings ask: the positions of their lines in which their side is to move.
import type { Side } from "../../protocol/wire";
import type { Rules } from "../../rules";
import { indexOf, isSquare, squareAt, SQUARES } from "../../board/squares";
import { sideToMove } from "../../state/game-record";
import { USUAL_START } from "../../state/games-new.svelte";
import { movesIn } from "../../study/address";

/** A line that somebody plays with a side, as `f5d6c3`. */
export interface OwnLine {
  readonly kind: "line";
  readonly side: Side;
  readonly moves: string;
}

/** A position of the lines in which the side is to move. */
export interface Question {
  readonly key: string;
  readonly side: Side;
  readonly position: string;
  /** The moves that lead there. */
  readonly path: readonly string[];
  /** What the lines play. */
  readonly answers: readonly string[];
}

/** Where a square comes to on a turned board. */
type Turn = (square: string) => string;

/** The turns of the board that bring the other first moves to f5: each turns back in the same way. */
const TURNS: Readonly<Record<string, (column: number, row: number) => [number, number]>> = {
  c4: (column, row) => [7 - column, 7 - row],
  d3: (column, row) => [7 - row, 7 - column],
  e6: (column, row) => [row, column],
};

/** Returns the turn of the board that brings a first move to f5. */
export function turnOf(first: string | undefined): Turn {
  const turn = TURNS[first ?? ""];
  return (square) => {
    if (!turn || !isSquare(square)) return square;
    const index = indexOf(square);
    return squareAt(...turn(index % 8, Math.floor(index / 8))) ?? square;
  };
}

/** A position on a turned board. */
export function turned(position: string, turn: Turn): string {
  const cells = new Map(SQUARES.map((square, index) => [turn(square), position.charAt(index)]));
  return SQUARES.map((square) => cells.get(square)).join("") + position.slice(SQUARES.length);
}

/** The moves of a game as if it began on f5: the four first moves are one. */
function fromF5(moves: readonly string[]): string[] {
  return moves.map(turnOf(moves[0]));
}

export function keyOf(side: Side, position: string): string {
  return `${side} ${position}`;
}

export function keyOfLine({ side, moves }: OwnLine): string {
  return `line ${side} ${moves}`;
}

/** Makes lines of moves that are not among the known ones. */
export function newLines(
  rules: Pick<Rules, "play" | "mustPass">,
  known: readonly OwnLine[],
  side: Side,
  all: readonly (readonly string[])[],
): OwnLine[] {
  const fresh = new Map<string, OwnLine>();
  for (const moves of all) {
    const line: OwnLine = { kind: "line", side, moves: fromF5(legalPart(rules, moves)).join("") };
    if (line.moves !== "") fresh.set(keyOfLine(line), line);
  }
  for (const line of known) fresh.delete(keyOfLine(line));
  return [...fresh.values()];
}

/** The moves of a line until one breaks the rules; passes are part of it. */
function legalPart(rules: Pick<Rules, "play" | "mustPass">, moves: readonly string[]): string[] {
  const legal: string[] = [];
  let position: string = USUAL_START;
  for (const move of moves) {
    if (move === "pass" || rules.mustPass(position)) break;
    try {
      position = rules.play(position, move).position;
    } catch {
      break;
    }
    legal.push(move);
  }
  return legal;
}

/** The positions of lines in which their side is to move. Lines that meet share them. */
export function questionsOf(rules: Pick<Rules, "play">, lines: readonly OwnLine[]): Question[] {
  const found = new Map<string, Question>();
  for (const { side, moves } of lines) {
    let position: string = USUAL_START;
    const path: string[] = [];
    for (const move of movesIn(moves)) {
      if (sideToMove(position) === side) {
        const key = keyOf(side, position);
        const known = found.get(key) ?? { key, side, position, path: [...path], answers: [] };
        if (!known.answers.includes(move)) found.set(key, { ...known, answers: [...known.answers, move] });
      }
      position = rules.play(position, move).position;
      path.push(move);
    }
  }
  return [...found.values()];
}
