// The order of the games on the first page.
import { expect, test } from "vitest";
import type { GameSummary, PlayerRating } from "../../protocol/wire";
import { gamesToList, gamesToWatch, isAbandoned } from "./watch";

const known = (rating: number): PlayerRating => ({ rating, deviation: 60, provisional: false });
const NEW: PlayerRating = { rating: 1900, deviation: 300, provisional: true };

function game(number: number, rating: PlayerRating, black = "ann"): GameSummary {
  const terms = { clock: "5:00", rated: true, color: "random", start: "standard", private: false } as const;
  return { game: number, black, white: "bob", plies: 0, ratings: { black: rating, white: rating }, ...terms };
}

test("strong players come first, uncertain ratings count less, newer games break ties", () => {
  const games = [game(1, known(1500)), game(2, NEW), game(3, known(1700)), game(4, known(1500))];
  expect(gamesToWatch(games, () => false).map(({ game }) => game)).toEqual([3, 4, 1, 2]);
});

test("games of people who are left out are not shown", () => {
  const games = [game(1, known(1500), "carl"), game(2, known(1500))];
  expect(gamesToWatch(games, (name) => name === "carl").map(({ game }) => game)).toEqual([2]);
});

test("a game without a clock against a program is abandoned, and not listed unless it is one's own", () => {
  const isBot = (name: string) => name === "bot";
  const left = { ...game(1, known(1500), "bot"), clock: "none" };
  const own = { ...left, game: 2, white: "me" };
  const timed = game(3, known(1700), "bot");
  const people = { ...game(4, known(1600)), clock: "none" };
  expect([left, own, timed, people].map((game) => isAbandoned(game, isBot))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const is = { self: (name: string) => name === "me", hidden: () => false, bot: isBot };
  const listed = gamesToList([left, own, timed, people], is);
  expect(listed.own.map(({ game }) => game)).toEqual([2]);
  expect(listed.others.map(({ game }) => game)).toEqual([3, 4]);
});
