// Why an offer cannot be accepted.
import { expect, test } from "vitest";
import type { Offer } from "../../protocol/wire";
import { reasonAgainst } from "./acceptance";

const OFFER: Offer = {
  game: 1,
  from: "bob",
  clock: "5:00",
  rated: true,
  color: "random",
  start: "standard",
  private: false,
};
const PLAYER = { hasAccount: true, rating: { rating: 1650, deviation: 60, provisional: false } };

test("a guest plays unrated games", () => {
  const guest = { hasAccount: false, rating: null };
  expect(reasonAgainst(OFFER, guest)).toMatch(/unrated/);
  expect(reasonAgainst({ ...OFFER, rated: false }, guest)).toBeNull();
});

test.each([
  ["1400-1700", true],
  ["1400-", true],
  ["-1600", false],
  ["1700-1800", false],
])("a player of 1650 in the range %s: %s", (range, isInside) => {
  expect(reasonAgainst({ ...OFFER, range }, PLAYER) === null).toBe(isInside);
});

test("a new player counts as 1500", () => {
  expect(reasonAgainst({ ...OFFER, range: "1450-1550" }, { hasAccount: true, rating: null })).toBeNull();
});
