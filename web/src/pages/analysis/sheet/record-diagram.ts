// The diagram of a record sheet: the number of each move stands on the square on which it was played.
import { diagramFrame, discOn, middleOf } from "../../../study/diagram";
import { indexOf, isSquare, readPosition, type Disc } from "../../../board/squares";
import type { Side } from "../../../protocol/wire";

/** A move of a record: a square, or `pass`. */
export interface RecordedMove {
  readonly side: Side;
  readonly move: string;
}

/** Draws a record sheet as SVG: the discs of the start, and the numbers of the moves in the colours of their sides. */
export function recordDiagramOf(start: string, moves: readonly RecordedMove[], title: string): string {
  const discs = readPosition(start).discs.flatMap((disc, index) =>
    disc === null ? [] : [small(index, disc)],
  );
  return diagramFrame(title, "#ffffff", [...discs, ...numbered(moves)]);
}

/** The discs of the start are smaller: no move is played there. */
function small(index: number, disc: NonNullable<Disc>): string {
  return discOn(index, disc, 0.26);
}

/** Passes have no number: they are no moves on a record sheet. */
function numbered(moves: readonly RecordedMove[]): string[] {
  const placed = moves.filter(({ move }) => isSquare(move));
  return placed.map(({ side, move }, at) => {
    const index = isSquare(move) ? indexOf(move) : 0;
    const [x, y] = middleOf(index);
    const fill = side === "black" ? "#ffffff" : "#171b1a";
    const text = `<text x="${x}" y="${y + 0.14}" font-size="0.4" text-anchor="middle" fill="${fill}">${at + 1}</text>`;
    return discOn(index, side, 0.42) + text;
  });
}
