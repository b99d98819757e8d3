// What a move does, in numbers.
import { indexOf, isSquare, squareAt } from "../../board/squares";
import type { Rules } from "../../rules";
import type { Count } from "./lessons";

const STEPS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const));

export function count(what: Count, position: string, move: string, rules: Rules): number {
  switch (what) {
    case "turned":
      return rules.flips(position, move).length;
    case "moves":
      return rules.legalMoves(rules.play(position, move).position).length;
    case "opened":
      return opened(position, move, rules.flips(position, move)).size;
  }
}

/** Returns the empty squares beside the discs that a move turns, but for its own. */
function opened(position: string, move: string, turned: readonly string[]): Set<string | null> {
  const beside = turned.filter(isSquare).flatMap((disc) => {
    const [column, row] = [indexOf(disc) % 8, Math.floor(indexOf(disc) / 8)];
    return STEPS.map(([x, y]) => squareAt(column + x, row + y));
  });
  return new Set(
    beside.filter((square) => square !== null && square !== move && position[indexOf(square)] === "-"),
  );
}
