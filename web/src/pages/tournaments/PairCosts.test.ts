// Tests of what is shown of the penalties of a pair.
import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { ChosenPair } from "../../protocol/wire";
import PairCosts from "./PairCosts.svelte";
import { text } from "./words";

const nameOf = (player: number): string => `P${player}`;
const pair: ChosenPair = {
  black: 1,
  white: 2,
  cost: {
    terms: [
      { term: "float", penalty: 40588 },
      { term: "float_back", penalty: -10 },
    ],
  },
};
const bye: ChosenPair = { black: 3, cost: { terms: [{ term: "second_bye", penalty: null }] } };

it("names the penalties of a pair, their sum, and the best pairing without it", () => {
  const without = { pairs: [bye], extra: 22197 };
  render(PairCosts, { costs: { tournament: 7, round: 2, pair, without }, nameOf });
  const cells = screen.getAllByRole("row").map((row) => row.textContent?.replace(/\s+/g, " ").trim());
  expect(cells).toEqual([
    `${text.costs.terms.float}40,588`,
    `${text.costs.terms.float_back}−10`,
    `${text.costs.total}40,578`,
    `${text.costs.terms.second_bye}${text.costs.forbidden}`,
  ]);
  expect(screen.getByText(text.costs.without("+22,197"))).toBeTruthy();
  expect(screen.getByText(/P3 \(/)).toBeTruthy();
});

it("says that another pairing costs the same", () => {
  const without = { pairs: [bye], extra: 0 };
  render(PairCosts, { costs: { tournament: 7, round: 2, pair, without }, nameOf });
  expect(screen.getByText(text.costs.without(text.costs.same))).toBeTruthy();
});

it("says that no other pairing is allowed, and that nothing is broken", () => {
  render(PairCosts, { costs: { tournament: 7, round: 2, pair: { black: 3, cost: { terms: [] } } }, nameOf });
  expect(screen.getByText(text.costs.only)).toBeTruthy();
  expect(screen.getByText(text.costs.nothing)).toBeTruthy();
});
