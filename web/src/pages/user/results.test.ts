// Past games from a user's own view.
import { expect, test } from "vitest";
import type { GameEnd, HistoryEntry } from "../../protocol/wire";
import { resultFor } from "./results";

function game(end: GameEnd | null): HistoryEntry {
  const terms = { clock: "5:00", rated: true, color: "random", start: "standard", private: false } as const;
  return { game: 1, black: "ann", white: "bob", plies: 60, end, ...terms };
}
const FINISHED: GameEnd = { reason: "finished", result: 12, black_discs: 38, white_discs: 26 };

test("a finished game has the discs of both, one's own first", () => {
  expect(resultFor("ann", game(FINISHED))).toEqual({
    opponent: "bob",
    color: "black",
    outcome: "won",
    discs: [38, 26],
  });
  expect(resultFor("bob", game(FINISHED))).toEqual({
    opponent: "ann",
    color: "white",
    outcome: "lost",
    discs: [26, 38],
  });
});

test.each([
  [{ reason: "resigned", result: 64, black_discs: 20, white_discs: 30, loser: "white" }, "won"],
  [{ reason: "finished", result: 0, black_discs: 32, white_discs: 32 }, "drawn"],
  [{ reason: "aborted", black_discs: 4, white_discs: 1 }, "aborted"],
  [null, "running"],
] as [GameEnd | null, string][])("%j", (end, outcome) => {
  expect(resultFor("ann", game(end)).outcome).toBe(outcome);
});

test("the opponent is called by the name in any script", () => {
  const shown = { ...game(FINISHED), white_display_name: "ボブ" };
  expect(resultFor("ann", shown).opponent).toBe("ボブ");
  expect(resultFor("bob", shown).opponent).toBe("ann");
});
