// The filters of the live list.
import { describe, expect, test } from "vitest";
import type { GameSummary } from "../../protocol/wire";
import { ALL_GAMES, filterGames, isFiltering, type GameFilter } from "./filter";

function game(number: number, black: string, white: string, clock: string, rated: boolean): GameSummary {
  const terms = { color: "random", start: "standard", private: false } as const;
  return { game: number, black, white, plies: 0, clock, rated, ...terms };
}

const GAMES = [
  game(17, "ann", "bob", "5:00", true),
  { ...game(18, "yuki", "iago", "1:00", false), black_display_name: "ゆき" },
  game(170, "carl", "Anna", "3d", false),
];

describe("the live list", () => {
  test.each([
    [{}, [17, 18, 170]],
    [{ text: "ANN" }, [17, 170]],
    [{ text: "17" }, [17]],
    [{ text: "#170" }, [170]],
    [{ text: "ゆ" }, [18]],
    [{ speed: "correspondence" }, [170]],
    [{ rated: "rated" }, [17]],
    [{ rated: "unrated" }, [18, 170]],
    [{ players: "bots" }, [18]],
    [{ players: "people", text: "ann", rated: "unrated" }, [170]],
    [{ text: "nobody" }, []],
  ] as [Partial<GameFilter>, number[]][])("with %j", (choice, shown) => {
    const games = filterGames(GAMES, { ...ALL_GAMES, ...choice }, (name) => name === "iago");
    expect(games.map(({ game }) => game)).toEqual(shown);
  });

  test("says whether something is left out", () => {
    expect(isFiltering({ ...ALL_GAMES, text: " " })).toBe(false);
    expect(isFiltering({ ...ALL_GAMES, players: "bots" })).toBe(true);
  });
});
