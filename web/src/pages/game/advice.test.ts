// Which move decided a game.
import { expect, test } from "vitest";
import { FINDING } from "../../tests/finding";
import { turningOf } from "./advice";

const bad = (ply: number, loss: number) =>
  ({ ...FINDING, ply, side: ply % 2 === 1 ? "black" : "white", move: "a1", best: "h8", loss }) as const;

test("it is the worst move of the side that lost", () => {
  const findings = [bad(1, 4), bad(2, 20), bad(3, 9.6), bad(5, 7)];
  const expected = { ply: 3, side: "black", move: "a1", better: "h8", loss: 10 };
  expect(turningOf(findings, "black")).toEqual(expected);
  expect(turningOf(findings, null)?.ply).toBe(2);
});

test("small losses decide nothing, and a proven one has no number", () => {
  expect(turningOf([bad(1, 2)], "black")).toBeNull();
  expect(turningOf([{ ...bad(1, 8), certainty: "proven" }], "black")?.loss).toBeNull();
});
