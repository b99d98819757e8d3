// Positions of lines on the naive rules of the tests.
import { expect } from "vitest";
import type { Finding } from "../study/analyst";
import type { Lesson } from "../study/lessons";
import type { Side } from "../protocol/wire";
import { opponentOf, SQUARES, type Square } from "../board/squares";
import { testRules as rules } from "./rules";

export const sideOf = (name: string): Side => (name === "Black" ? "black" : "white");
export const after = (before: string, moves: readonly string[]) =>
  moves.reduce((position, move) => rules.play(position, move).position, before);
export const canTake = (position: string, side: Side, square: string) =>
  rules.legalMoves(position.slice(0, -1) + (side === "black" ? "X" : "O")).includes(square);
/** Returns the ply of the move after which so many moves of both sides have followed the first one. */
export const plyOf = (moves: readonly string[], later: number) =>
  moves.findIndex(
    (move, ply) => move !== "pass" && moves.slice(1, ply + 1).filter((mv) => mv !== "pass").length === later,
  );
export const hasDiscs = (position: string, squares: readonly string[], side: Side) =>
  squares.every((square) => position[SQUARES.indexOf(square as Square)] === (side === "black" ? "X" : "O"));

/** Returns the position in which listed discs are a side's. */
export const given = (position: string, listed: string, side: Side) =>
  [...position]
    .map((cell, index) =>
      listed.split(", ").includes(SQUARES[index] ?? "-") ? (side === "black" ? "X" : "O") : cell,
    )
    .join("");
export const givesCorner = (position: string) =>
  ["a1", "h1", "a8", "h8"].some((corner) => rules.legalMoves(position).includes(corner));
/** Returns the squares where a side can play after a move and could not before. */
export const openedBy = (before: string, move: string, side: Side) =>
  rules.legalMoves(after(before, [move])).filter((square) => !canTake(before, side, square));
/** The discs of the heading: of proven values only the sign counts. */
export const lossOf = ({ certainty, loss, value, best_value: best }: Finding) =>
  certainty === "proven" ? Math.round(loss) : Math.round(best) - Math.round(value);
/** The move makes the corner legal for a side, which plays it with no turn between at which it could not. */
export function expectOpened(
  { before }: { readonly before: string },
  moves: readonly string[],
  ply: number,
  taker: Side,
  corner: string,
): void {
  const end = moves.indexOf(corner);
  expect(end).toBeGreaterThan(ply);
  for (let n = ply; n <= end; n++) {
    expect([n, canTake(after(before, moves.slice(0, n)), taker, corner)]).toEqual([n, n > ply]);
  }
}

/** A side can never take a corner in a line. */
export function expectClosed(
  { before }: { readonly before: string },
  moves: readonly string[],
  side: Side,
  corner: string,
): void {
  for (let n = 1; n <= moves.length; n++) {
    const position = after(before, moves.slice(0, n));
    if (position.endsWith(side === "black" ? "X" : "O"))
      expect(rules.legalMoves(position)).not.toContain(corner);
  }
}

/** The opponent has the last move in the squares of a lesson, and the side itself in the better line: both are there. */
export function expectLastMoves(finding: Finding, { squares, line, better }: Lesson): void {
  const last = (moves: readonly string[]) => moves.findLastIndex((move) => squares.includes(move));
  const lasts = [last(finding.played_pv), last(finding.pv)];
  expect(lasts.map((ply) => ply % 2)).toEqual([1, 0]);
  expect([line, better]).toEqual([
    finding.played_pv.slice(0, (lasts[0] ?? 0) + 1),
    finding.pv.slice(0, (lasts[1] ?? 0) + 1),
  ]);
}

/** The move turns discs without which the opponent could not play a square. */
export function expectOpenedByDiscs(
  before: string,
  finding: Finding,
  move: string | undefined,
  turned: string,
  square: string,
): void {
  const opponent = opponentOf(finding.side);
  expect(move).toBe(finding.move);
  expect(rules.flips(before, finding.move)).toEqual(expect.arrayContaining(turned.split(", ")));
  expect(canTake(given(after(before, [finding.move]), turned, opponent), opponent, square)).toBe(false);
}
