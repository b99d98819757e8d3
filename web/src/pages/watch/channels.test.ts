import { describe, expect, it } from "vitest";
import type { GameSummary } from "../../protocol/wire";
import { inChannels, type Channel } from "./channels";

const game = (number: number, black: string, clock: string) =>
  ({ game: number, black, white: "bob", clock }) as GameSummary;
const GAMES = [
  game(1, "willow-5", "5:00+3"),
  game(2, "alice", "1d"),
  game(3, "carol", "5:00+3"),
  game(4, "dora", "0:30+0"),
];
const numbers = (channel: Channel) =>
  inChannels(GAMES, (name) => name === "willow-5")[channel].map((shown) => shown.game);

describe("the channels", () => {
  it("have the games of people first, and keep the order of the best", () => {
    expect(numbers("all")).toEqual([2, 3, 4, 1]);
  });
  it("have one class each, without bots, or the games with bots", () => {
    expect([numbers("blitz"), numbers("correspondence"), numbers("rapid")]).toEqual([[3], [2], []]);
    expect(numbers("bots")).toEqual([1]);
  });
});
