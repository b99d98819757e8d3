// The filter of a search, and texts that are changed.
import { expect, test } from "vitest";
import {
  exportPath,
  gamesOf,
  isOfAllGames,
  meanOther,
  meanPerson,
  quoted,
  searchPath,
  without,
} from "./filter";

test("the games of a filter have neither position nor page", () => {
  const filter = { player: "ito", from: "1998", position: "f5d6", after: "1-2", limit: 5, result: null };
  expect(gamesOf(filter)).toEqual({ player: "ito", from: "1998" });
  expect(isOfAllGames({ position: "f5d6", after: "1-2" })).toBe(true);
  expect(isOfAllGames({ score: 0 })).toBe(false);
  expect(isOfAllGames({ only: "here" })).toBe(false);
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
  ['"tiger" 1998', "tiger", "opening", 'opening:"tiger" 1998'],
  ["「虎」", "虎", "opening", 'opening:"虎"'],
  ["player:tiger", "tiger", "opening", "opening:tiger"],
  ['player:"Rose Bill" 1998', "Rose Bill", "event", 'event:"Rose Bill" 1998'],
  ["tigers tiger", "tiger", "opening", "tigers opening:tiger"],
  ["rose of the bill", "rose bill", "opening", 'opening:"rose bill"'],
  ["rose 1998 rose bill", "rose bill", "opening", 'rose 1998 opening:"rose bill"'],
  ['“The "Big" Open” 1998', 'the "big" open', "event", 'event:“the "big" open” 1998'],
  ["「a” b」 1998", "a” b", "event", 'event:"a” b" 1998'],
  ["„Köln“ 1998", "köln", "event", 'event:"köln" 1998'],
])("%s means something else", (text, part, kind, changed) => {
  expect(meanOther(text, part, kind)).toBe(changed);
});

test("a part is taken out of a text", () => {
  expect(without("tamenori 1998年 f5d6", "1998年")).toBe("tamenori f5d6");
  expect(without('"Ito Jun" 1998', "Ito Jun")).toBe("1998");
  expect(without("ito", "jun")).toBe("ito");
});

test.each([
  ["Paris", '"Paris"'],
  ['The "Big" Open', '“The "Big" Open”'],
  ['a "b” c', '„a "b” c“'],
  ['a "b” “c', '「a "b” “c」'],
])("%s is put into marks that it lacks", (name, written) => {
  expect(quoted(name)).toBe(written);
});

test("a link to a search with further words is of the present search", () => {
  expect(searchPath("ito 1998", "f5d6")).toBe("/archive?text=ito%201998%20f5d6");
  expect(searchPath("", "f5d6")).toBe("/archive?text=f5d6");
  expect(searchPath("x".repeat(596), "f5d6")).toBeNull();
});

test("one of several people with a name takes its place", () => {
  expect(meanPerson("takahashi vs murakami 2024", "takahashi", "Takahashi Akihiro")).toBe(
    'player:"Takahashi Akihiro" vs murakami 2024',
  );
});
