// The filter of a search, and texts that are changed.
import { expect, test } from "vitest";
import { exportPath, gamesOf, isOfAllGames, meanOther, oneLine } from "./filter";

test("the games of a filter have neither position nor page", () => {
  const filter = { player: "ito", from: "1998", position: "f5d6", after: "1-2", limit: 5, result: null };
  expect(gamesOf(filter)).toEqual({ player: "ito", from: "1998" });
  expect(isOfAllGames({ position: "f5d6", after: "1-2" })).toBe(true);
  expect(isOfAllGames({ score: 0 })).toBe(false);
});

test("an export asks for the games that were found", () => {
  expect(exportPath({ player: "=ito_jun", position: "f5d6", limit: 3 }, "ggf", 10000)).toBe(
    "/api/archive/export?format=ggf&games=10000&player=%3Dito_jun&position=f5d6",
  );
});

test.each([
  ["tiger 1998", "tiger", "opening", "opening:tiger 1998"],
  ["Rose Bill", "rose bill", "event", 'event:"rose bill"'],
  ["ito", "jun", "player", "ito player:jun"],
])("%s means something else", (text, part, kind, changed) => {
  expect(meanOther(text, part, kind)).toBe(changed);
});

test("a pasted board is one line", () => {
  expect(oneLine("--------\r\n---OX---\n")).toBe("-------- ---OX---");
});
