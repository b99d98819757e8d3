// The values of a book in words.
import { expect, test } from "vitest";
import type { BookPage, BookValue } from "../../protocol/wire";
import { USUAL_START } from "../../state/games-new.svelte";
import { discsText, originText, pageSentences, solvedText, squareValues, trustText } from "./sentences";

const OPEN: BookValue = { value: 0.5, lower: -64, upper: 64, level: 18, depth: 22 };

test.each([
  [OPEN, ""],
  [{ ...OPEN, lower: 4 }, "at least +4"],
  [{ ...OPEN, upper: -2 }, "at most −2"],
  [{ ...OPEN, lower: -4, upper: 0 }, "−4 to 0"],
  [{ ...OPEN, lower: 2, upper: 2 }, "exact"],
])("what searches have solved is said", (value, text) => expect(solvedText(value)).toBe(text));

test("a value has its level and its depth, and an entry its origin", () => {
  const texts = [0.5, -4.41, -5.59, 6].map((value) => discsText({ ...OPEN, value }));
  expect([...texts, discsText({ ...OPEN, value: 2, lower: 2, upper: 2 })]).toEqual([
    "+0.5",
    "−4.4",
    "−5.6",
    "+6.0",
    "+2",
  ]);
  expect(trustText(OPEN)).toBe("level 18, looks 22 plies ahead");
  expect(trustText({ ...OPEN, level: undefined, depth: 1 })).toBe("level unknown, looks 1 ply ahead");
  const games = { wins: 0, draws: 0, losses: 0 };
  const origin = { program: "willow", version: 9710450, date: "2026-11-24" } as const;
  expect(originText({ ...OPEN, games, origin })).toBe("Willow 9710450, 24 November 2026");
  expect(originText({ ...OPEN, games, origin: { program: "person" } })).toBe("set by hand");
});

test("values on the squares are the book's alone", () => {
  const exact = { ...OPEN, value: 0, lower: 0, upper: 0 };
  const values = squareValues([
    { move: "f5", kind: "book", value: OPEN },
    { move: "d3", kind: "leaf", value: exact },
    { move: "c4", proven: "draw" },
  ]);
  expect(values.map(({ move, certainty }) => [move, certainty])).toEqual([
    ["f5", "estimate"],
    ["d3", "exact"],
  ]);
});

test("a reader of the screen hears value and proof in sentences of their own", () => {
  const page: BookPage = {
    book: "shipped",
    books: ["shipped"],
    position: USUAL_START,
    proven: "draw",
    moves: [{ move: "f5", kind: "book", value: OPEN, proven: "draw" }],
  };
  expect(pageSentences(page)).toEqual([
    "The book does not have this position.",
    "Proven draw (Takizawa 2023).",
    "f5: +0.5, proven draw.",
  ]);
});
