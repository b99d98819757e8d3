// How the engine plays deliberately weaker.
import { expect, test } from "vitest";
import { FINDING } from "../tests/finding";
import { sampleMove, STRENGTHS } from "./strength";

const moves = [0, 2, 20].map((loss, index) => ({
  ...FINDING,
  move: `a${index + 1}`,
  loss,
  value: 4 - loss,
  best_value: 4,
}));

/** How often each move is chosen in a thousand draws. */
function counts(found: typeof moves, temperature: number): number[] {
  const chosen = Array.from({ length: 1000 }, (_, draw) => sampleMove(found, temperature, draw / 1000));
  return found.map(({ move }) => chosen.filter((one) => one === move).length);
}

test("good moves are played often and blunders rarely, more of them by weaker levels", () => {
  const [best = 0, near = 0, blunder = 0] = counts(moves, 4.04);
  expect(best).toBeGreaterThan(near);
  expect(near).toBeGreaterThan(300);
  expect(blunder).toBeLessThan(10);
  const means = STRENGTHS.filter(({ temperature }) => temperature > 0).map(({ temperature }) =>
    counts(moves, temperature).reduce((sum, count, index) => sum + count * (moves[index]?.loss ?? 0), 0),
  );
  expect(means).toEqual(means.toSorted((a, b) => b - a));
});

test("the last moves cost discs, but no win", () => {
  const last = moves.map((move) => ({ ...move, empties: 6 }));
  expect(counts(last, 8)[2]).toBe(0);
  expect(counts(last, 8)[1]).toBeGreaterThan(0);
});

test("without moves there is none", () => expect(sampleMove([], 1, 0)).toBeNull());
