// The list of moves.
import { expect, test } from "vitest";
import { gameState } from "../tests/game";
import { moveRows, transcriptOf } from "./game-moves";

const state = (initial: string, times: number[]) => gameState({ initial, times });
const START = "---------------------------OX------XO---------------------------";

test("Black's moves stand in the first column", () => {
  const rows = moveRows(state(`${START} X`, [100, 200]), ["f5", "d6", "c3"]);
  expect(rows).toEqual([
    [
      { ply: 1, color: "black", move: "f5", time: 100 },
      { ply: 2, color: "white", move: "d6", time: 200 },
    ],
    // The last move is on its way: its time is not known yet.
    [{ ply: 3, color: "black", move: "c3", time: null }, null],
  ]);
});

test("also where White begins, and with passes", () => {
  const rows = moveRows(state(`${START} O`, []), ["d3", "pass", "e3"]);
  expect(rows.map((cells) => cells.map((cell) => cell?.move ?? null))).toEqual([
    [null, "d3"],
    ["pass", "e3"],
  ]);
});

test("a transcript has no passes", () => {
  expect(transcriptOf(["f5", "pass", "d6"])).toBe("f5d6");
});
