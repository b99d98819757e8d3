// The coach: hints step by step, what a move missed, and that it is remembered.
import { beforeEach, describe, expect, test } from "vitest";
import { hintsIn, noteHint } from "../../state/assisted";
import { START, testRules as rules } from "../../tests/rules";
import { words } from "../../words";
import { Coach, type CoachedGame } from "./coach.svelte";
import { areaOf } from "./coaching";

beforeEach(() => localStorage.clear());

describe("where to look", () => {
  test("is the smallest part of the board with another legal move", () => {
    expect(areaOf("a1", ["a1", "d4", "e1"])).toEqual({ area: "top-left", squares: ["a1", "d4"] });
    expect(areaOf("a1", ["a1", "e1", "a8"])).toEqual({ area: "top", squares: ["a1", "e1"] });
    expect(areaOf("a1", ["a1", "a8", "h8"])).toEqual({ area: "board", squares: ["a1", "a8", "h8"] });
    expect(areaOf("h8", ["h8"])).toEqual({ area: "bottom-right", squares: ["h8"] });
  });
});

class TestGame implements CoachedGame {
  readonly color = "black";
  hint: CoachedGame["hint"] = null;
  moves: string[] = [];

  positionAt(ply: number): string {
    return rules.replay(this.moves, { ply }).position;
  }
}

describe("the coach", () => {
  const { hint, hintWhy, hintMove, noHint } = words.game.actions;

  function begin() {
    const game = new TestGame();
    const asked: string[] = [];
    const coach = new Coach(game, 7, () =>
      Promise.resolve({
        hintsFor: (_, position) => {
          asked.push(position);
          return Promise.resolve(["where", "why", "d3"].map((text) => ({ text, squares: ["d3"] })));
        },
        missedBy: (_, before, move) => {
          asked.push(`${move} ${before}`);
          return Promise.resolve(move === "f5" ? { text: "missed d3", squares: ["d3"] } : null);
        },
      }),
    );
    return { game, coach, asked };
  }

  test("tells where, why and the move, and counts as one hint", async () => {
    const { game, coach, asked } = begin();
    const told: string[][] = [];
    for (let press = 0; press < 4; press++) {
      const { label } = coach;
      await coach.hint(START, rules);
      told.push([label, coach.said]);
    }
    expect(told).toEqual([
      [hint, "where"],
      [hintWhy, "why"],
      [hintMove, "d3"],
      [hintMove, "d3"],
    ]);
    expect([asked, game.hint, hintsIn(7)]).toEqual([[START], { position: START, squares: ["d3"] }, 1]);
  });

  test("begins again with another position", async () => {
    const { game, coach } = begin();
    await coach.hint(START, rules);
    game.moves = ["f5", "d6"];
    await coach.follow(game.positionAt(2), rules);
    expect([coach.label, coach.said]).toEqual([hint, "where"]);
    await coach.hint(game.positionAt(2), rules);
    expect(coach.label).toBe(hintWhy);
  });

  test("looks at the own moves if that is wanted, and remembers the wish", async () => {
    const { game, coach, asked } = begin();
    game.moves = ["d3"];
    await coach.follow(game.positionAt(1), rules);
    expect(asked).toEqual([]);
    coach.watch(true);
    expect(new Coach(game, 8).watches).toBe(true);
    game.moves = ["d3", "c3"];
    await coach.follow(game.positionAt(2), rules);
    expect(asked, "the move of the opponent").toEqual([]);
    game.moves = [];
    await coach.follow(START, rules);
    game.moves = ["f5"];
    await coach.follow(game.positionAt(1), rules);
    expect(asked).toEqual([`f5 ${START}`]);
    expect([coach.said, game.hint?.position, hintsIn(7)]).toEqual(["missed d3", START, 1]);
    game.moves = [];
    await coach.follow(START, rules);
    expect(coach.said).toBe("");
  });

  test("says when it does not come", async () => {
    const coach = new Coach(new TestGame(), 7, () => Promise.reject(new Error("offline")));
    await coach.hint(START, rules);
    expect([coach.said, coach.isBusy, hintsIn(7)]).toEqual([noHint, false, 0]);
  });
});

test("games with help are remembered, the last ones", () => {
  for (let game = 0; game < 205; game++) noteHint(game);
  noteHint("table");
  noteHint("table");
  expect([hintsIn("table"), hintsIn(204), hintsIn(0)]).toEqual([2, 1, 0]);
  localStorage.setItem("willow-assisted", '[["a","b"],7]');
  expect(hintsIn("a")).toBe(0);
});
