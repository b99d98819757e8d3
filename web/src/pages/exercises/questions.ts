// What one's openings ask: the positions of their lines in which their side is to move.
import type { Side } from "../../protocol/wire";
import type { Rules } from "../../rules";
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
    const line: OwnLine = { kind: "line", side, moves: legalPart(rules, moves).join("") };
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
