// The moves of a game as rows of a list: Black's in the first column, White's in the second.
import type { GameState, Side } from "../protocol/wire";
import { opponentOf } from "../board/squares";
import { sideToMove } from "./game-record";

/** A move or a pass in the list. */
export interface MoveCell {
  /** The number of plies after it. */
  readonly ply: number;
  readonly color: Side;
  /** A square or `pass`. */
  readonly move: string;
  /** The time that it took in milliseconds, if it is known. */
  readonly time: number | null;
}

/** A row: one move of each colour. A side that did not move in this row has `null`. */
export type MoveRow = readonly [MoveCell | null, MoveCell | null];

/** Puts moves into rows. `moves` may have one more than the state: the user's, on its way to the server. */
export function moveRows(state: Pick<GameState, "initial" | "times">, moves: readonly string[]): MoveRow[] {
  const first = sideToMove(state.initial) ?? "black";
  const cells: (MoveCell | null)[] = first === "white" ? [null] : [];
  moves.forEach((move, index) => {
    const color = index % 2 === 0 ? first : opponentOf(first);
    cells.push({ ply: index + 1, color, move, time: state.times?.[index] ?? null });
  });
  const rows: MoveRow[] = [];
  for (let index = 0; index < cells.length; index += 2) {
    rows.push([cells[index] ?? null, cells[index + 1] ?? null]);
  }
  return rows;
}

/** The moves without passes as one text: `f5d6c3`. */
export function transcriptOf(moves: readonly string[]): string {
  return moves.filter((move) => move !== "pass").join("");
}
