// How a side comes to a corner in a line of moves, by the rules alone.
import type { Rules } from "../rules";
import type { Side } from "../protocol/wire";
import { opponentOf, withDiscs } from "../board/squares";

export type LineRules = Pick<Rules, "legalMoves" | "flips" | "play">;

const CORNERS = ["a1", "h1", "a8", "h8"];

/** A line of moves from a position, passes included. */
export interface Line {
  readonly before: string;
  readonly moves: readonly string[];
  /** Who makes its first move. */
  readonly side: Side;
}

/** The move after which a side can take a corner until it does. */
interface Opening {
  readonly move: string;
  /** The index of the move in its line. */
  readonly ply: number;
  readonly side: Side;
}

/** Returns who makes the move at an index of a line. */
export function sideAt({ side }: Line, ply: number): Side {
  return ply % 2 === 0 ? side : opponentOf(side);
}

/** Returns the positions of a line: the first is that before its first move. */
export function positionsOf(rules: LineRules, { before, moves }: Line): string[] {
  const positions = [before];
  for (const move of moves) positions.push(rules.play(positions.at(-1) ?? before, move).position);
  return positions;
}

/** Returns whether a side could play a square if it were its turn. */
export function canTake(rules: LineRules, position: string, side: Side, corner: string): boolean {
  const turned = `${position.slice(0, -1)}${side === "black" ? "X" : "O"}`;
  return rules.legalMoves(turned).includes(corner);
}

/** Returns the move that opens a corner to the side that can take it after so many plies; none if it was open before the line. */
export function openingOf(rules: LineRules, line: Line, corner: string, plies: number): Opening | null {
  const positions = positionsOf(rules, { ...line, moves: line.moves.slice(0, plies) });
  const taker = sideAt(line, plies);
  let open = plies;
  while (open > 0 && canTake(rules, positions[open - 1] ?? "", taker, corner)) open -= 1;
  const ply = open - 1;
  const move = line.moves[ply];
  return move === undefined || move === "pass" ? null : { move, ply, side: sideAt(line, ply) };
}

/** Returns whether a side can take a corner in a line, whenever it is to move after the first one. */
export function isEverOpen(rules: LineRules, line: Line, side: Side, corner: string): boolean {
  return positionsOf(rules, line).some(
    (position, ply) => ply > 0 && sideAt(line, ply) === side && rules.legalMoves(position).includes(corner),
  );
}

/** Returns whether discs of a side lie on all of some squares. */
export function hasDiscs(position: string, squares: readonly string[], side: Side): boolean {
  return position.startsWith(withDiscs(position, squares, side === "black" ? "X" : "O"));
}

/** Returns the corners that a side plays in a line: that of its first move, or the other. */
export function cornersOf(moves: readonly string[], from: 0 | 1): string[] {
  return moves.filter((move, ply) => ply % 2 === from && CORNERS.includes(move));
}
