// The library as an opening book: orientations, results, and games that were not played to their end.
import { expect, test } from "vitest";
import { OwnBook } from "./own-book";
import type { LibraryGame } from "../../study/library-games";
import { firstLegalGame, START, testRules } from "../../tests/rules";

const game = (transcript: string, result?: number): LibraryGame => ({
  ...{ id: transcript, start: START, transcript, black: "", white: "", event: "", branches: "" },
  ...{ folder: "", note: "", keptAt: 0, binnedAt: null, result },
});

test("counts the games of a position in all its orientations, with the results of the side to move", () => {
  const whole = firstLegalGame();
  const book = new OwnBook(testRules, [
    game("f5d6", 10),
    // The same opening in another orientation, and another one.
    game("d3c5", -4),
    game("f5f6"),
    game(whole.join("")),
  ]);
  const first = book.explore(START);
  expect([first?.games, first?.moves.length]).toEqual([4, 1]);
  const after = testRules.play(START, "f5").position;
  const second = book.explore(after);
  expect(second?.moves.map(({ move, games }) => [move, games])).toContainEqual(["d6", 2]);
  const d6 = second?.moves.find(({ move }) => move === "d6");
  expect(d6).toMatchObject({ wins: 1, draws: 0, losses: 1, average: -3 });
  expect(book.explore(testRules.replay(["f5", "d6", "c3"]).position)).toBeNull();
});

test("takes the result of a full board from the board", () => {
  const book = new OwnBook(testRules, [game(firstLegalGame().join(""))]);
  const [move] = book.explore(START)?.moves ?? [];
  expect((move?.wins ?? 0) + (move?.draws ?? 0) + (move?.losses ?? 0)).toBe(1);
  expect(new OwnBook(testRules, [game("f5")]).explore(START)?.moves[0]?.average).toBeNull();
});

test("leaves out games that break the rules, and those whose first side has to pass", () => {
  const start = `${"OX------".padEnd(56, "-")}OOOOOOX- X`;
  const book = new OwnBook(testRules, [
    game("a1"),
    game("f5d6xx"),
    { ...game("c1"), id: "pass", start },
    game("f5d6"),
  ]);
  expect(book.explore(START)?.games).toBe(1);
  expect(book.explore(start)).toBeNull();
});
