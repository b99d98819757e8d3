import { describe, expect, it } from "vitest";
import type { ArchivedGameSummary } from "../../protocol/wire";
import { eventOf, queryOfEvent, readEvent, standingsOf } from "./event";

const game = (black: string, white: string, result: number | null) =>
  ({ game: 1, black, white, result, date: "1998", moves: 60 }) as ArchivedGameSummary;

describe("an event", () => {
  it("has an address, which is read back", () => {
    for (const event of [
      { name: "World Championship", year: "1998" },
      { name: "名人戦 & more", year: null },
    ])
      expect(readEvent(queryOfEvent(event))).toEqual(event);
    expect(readEvent("?name=x&year=98")).toEqual({ name: "x", year: null });
    expect(eventOf({ event: "Paris", date: "1998-06" })).toBe("/event?name=Paris&year=1998");
    expect(eventOf({ event: "", date: "1998" })).toBeNull();
  });

  it("adds no discs of a game that was resigned", () => {
    const resigned = { ...game("a", "b", 64), ending: "resigned" } as const;
    expect(standingsOf([resigned])).toMatchObject([
      { name: "a", points: 1, discs: 0 },
      { name: "b", points: 0, discs: 0 },
    ]);
  });

  it("adds points and discs up, without games whose result is unknown", () => {
    const games = [game("a", "b", 10), game("b", "a", 0), game("c", "b", -4), game("c", "a", null)];
    expect(standingsOf(games)).toEqual([
      { name: "a", games: 2, points: 1.5, discs: 10 },
      { name: "b", games: 3, points: 1.5, discs: -6 },
      { name: "c", games: 1, points: 0, discs: -4 },
    ]);
  });
});
