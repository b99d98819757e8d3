// Curves of a game beside that of its value: discs and mobility, Black's less White's.
import type { PositionText, Rules } from "../../rules";
import { countDiscs } from "../../state/game-record";
import type { TreeNode } from "../../study/tree";

/** The curves, in the order in which the page offers them. */
export const CURVES = ["value", "discs", "mobility"] as const;
export type Curve = (typeof CURVES)[number];

/** Black's discs less White's, for each position of a line. */
export function discsOf(line: readonly TreeNode[]): number[] {
  return line.map(({ position }) => {
    const { black, white } = countDiscs(position);
    return black - white;
  });
}

/** Black's legal moves less White's, as if each side were to move, for each position of a line. */
export function mobilityOf(rules: Pick<Rules, "legalMoves">, line: readonly TreeNode[]): number[] {
  return line.map(({ position }) => {
    const movesOf = (side: "X" | "O") => rules.legalMoves(withSide(position, side)).length;
    return movesOf("X") - movesOf("O");
  });
}

function withSide(position: PositionText, side: "X" | "O"): PositionText {
  return `${position.slice(0, 64)} ${side}`;
}

/** Where a graph of a line has its points, in a box of a width and a height. Values beyond the scale stand at its edge. */
export interface Scale {
  readonly width: number;
  readonly height: number;
  readonly plies: number;
  /** The value at the upper edge; its negative at the lower one. */
  readonly top: number;
}

/** The least value at the edge: so the small waves of an even game do not look like mountains. */
const MIN_TOP = 8;

/** The value at the edge of a graph: a multiple of 8 that holds all values. */
export function topOf(values: readonly (number | null)[]): number {
  const highest = Math.max(MIN_TOP, ...values.map((value) => Math.abs(value ?? 0)));
  return Math.min(64, Math.ceil(highest / 8) * 8);
}

/** The distance of a ply from the left. */
export function xOf(scale: Scale, ply: number): number {
  return scale.plies === 0 ? 0 : (ply / scale.plies) * scale.width;
}

/** The distance of a value from the top. */
export function yOf(scale: Scale, value: number): number {
  const part = Math.max(-1, Math.min(1, value / scale.top));
  return ((1 - part) / 2) * scale.height;
}

/** A curve as a path. Where a value is missing the curve has a gap. */
export function pathOf(scale: Scale, values: readonly (number | null)[]): string {
  let isOn = false;
  const round = (number: number) => Math.round(number * 100) / 100;
  return values
    .map((value, ply) => {
      if (value === null) {
        isOn = false;
        return "";
      }
      const sign = isOn ? "L" : "M";
      isOn = true;
      return `${sign}${round(xOf(scale, ply))} ${round(yOf(scale, value))}`;
    })
    .join("");
}
