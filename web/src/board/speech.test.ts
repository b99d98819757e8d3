// What is said of moves, results and times.
import { describe, expect, test } from "vitest";
import type { GameEnd } from "../protocol/wire";
import { board as ja } from "../words/ja/board";
import {
  sayBoard,
  sayColumn,
  sayLowTime,
  sayMove,
  sayResult,
  sayRow,
  sayTime,
  type SpokenMove,
} from "./speech";
import { readPosition } from "./squares";

const AFTER_F5 = "---------------------------OX------XXX-------------------------- O";
const F5: SpokenMove = {
  side: "black",
  move: "f5",
  flipped: ["e5"],
  position: AFTER_F5,
  legal: ["f4", "d6", "f6"],
  over: false,
};
const G6: SpokenMove = { ...F5, side: "white", move: "g6", flipped: ["e4", "f5", "f6"] };

describe("moves", () => {
  test("in three steps of how much", () => {
    expect(sayMove(F5, "white", "little")).toBe("Black f5.");
    expect(sayMove(F5, "white", "normal")).toBe("Black f5, turned 1: e5. You have 3 moves. 4 to 1.");
    expect(sayMove(F5, "white", "much")).toBe(
      "Black f5, turned 1: e5. You have 3 moves: f4 d6 f6. Black 4, White 1, 59 empty.",
    );
  });

  test("discs are said in the order in which they turn", () => {
    expect(sayMove(G6, null, "normal")).toMatch(/^White g6, turned 3: f6 f5 e4\. /);
  });

  test("one's own move tells the opponent's number of moves, and so do those of others", () => {
    expect(sayMove(F5, "black", "normal")).toBe("Black f5, turned 1: e5. White has 3 moves. 4 to 1.");
    expect(sayMove({ ...F5, legal: ["f4"] }, null, "normal")).toContain("White has 1 move.");
  });

  test("nobody has moves when the game is over, nor where they are not known", () => {
    expect(sayMove({ ...F5, legal: [], over: true }, "white", "normal")).toBe(
      "Black f5, turned 1: e5. 4 to 1.",
    );
    expect(sayMove({ ...F5, legal: null }, "white", "much")).not.toContain("have");
  });

  test("without a move one passes", () => {
    expect(sayMove({ ...F5, legal: [] }, "white", "normal")).toContain("You have no move and pass.");
    expect(sayMove({ ...F5, legal: [] }, "black", "much")).toContain("White has no move and passes.");
    const pass: SpokenMove = { ...F5, side: "black", move: "pass", flipped: [] };
    expect(sayMove(pass, "white", "normal")).toBe("Black passes. You have 3 moves. 4 to 1.");
    expect(sayMove(pass, "white", "little")).toBe("Black passes.");
  });
});

describe("results", () => {
  const finished: GameEnd = { reason: "finished", result: 16, black_discs: 38, white_discs: 24 };

  test("count empty squares for the winner", () => {
    expect(sayResult(finished, null)).toBe("The game is over. Black wins 40 to 24.");
    expect(sayResult(finished, "black")).toBe("The game is over. You win 40 to 24.");
    expect(sayResult({ ...finished, result: -16 }, "black")).toBe("The game is over. White wins 40 to 24.");
    expect(sayResult({ ...finished, result: 0 }, "black")).toBe(
      "The game is over. The game is drawn, 32 to 32.",
    );
  });

  test("count the komi: the margin is said, since the discs do not tell who wins", () => {
    const withKomi: GameEnd = { ...finished, result: 4, komi: "5.5", black_discs: 34, white_discs: 30 };
    expect(sayResult(withKomi, "black")).toBe("The game is over. White wins by 1.5.");
    expect(sayResult(withKomi, "white")).toBe("The game is over. You win by 1.5.");
    expect(sayResult({ ...withKomi, komi: "-5.5" }, null)).toBe("The game is over. Black wins by 9.5.");
    expect(sayResult({ ...withKomi, komi: "4" }, null)).toBe("The game is over. Draw.");
    expect(sayResult({ ...withKomi, komi: "0" }, null)).toBe("The game is over. Black wins 34 to 30.");
    expect(ja.speech.winsByMargin("white", 1.5)).toBe("白の1.5石勝ちです。");
  });

  test.each([
    ["resigned", "White has resigned. You win.", "You have resigned. Black wins."],
    ["timeout", "White has no time left. You win.", "You have no time left. Black wins."],
    ["abandoned", "White has left the game. You win.", "You have left the game. Black wins."],
    ["forfeited", "White has lost by default. You win.", "You have lost by default. Black wins."],
  ] as const)("%s", (reason, toWinner, toLoser) => {
    const end: GameEnd = { ...finished, reason, loser: "white", result: 64 };
    expect(sayResult(end, "black")).toBe(toWinner);
    expect(sayResult(end, "white")).toBe(toLoser);
  });

  test("an aborted game has none", () => {
    expect(sayResult({ ...finished, reason: "aborted", result: null }, "black")).toBe(
      "The game was aborted. It has no result.",
    );
  });
});

describe("times", () => {
  test("have two units", () => {
    expect(sayTime(297_000)).toBe("4 minutes 57 seconds");
    expect(sayTime(60_000)).toBe("1 minute");
    expect(sayTime(900)).toBe("1 second");
    expect(sayTime(-5)).toBe("0 seconds");
    expect(sayTime(2 * 86_400_000 + 3 * 3_600_000 + 59_000)).toBe("2 days 3 hours");
    expect(sayTime(86_400_000 + 59_000)).toBe("1 day");
  });

  test("little time is told with its owner", () => {
    expect(sayLowTime("white", 10, "white")).toBe("You have 10 seconds left.");
    expect(sayLowTime("white", 10, null)).toBe("White has 10 seconds left.");
  });
});

describe("the board", () => {
  const { discs } = readPosition(AFTER_F5);

  test("neighbours with the same contents are said together", () => {
    expect(sayRow(discs, "5")).toBe("Row 5: a to c empty, d to f black, g to h empty.");
    expect(sayRow(discs, "1")).toBe("Row 1: empty.");
    expect(sayColumn(discs, "d")).toBe("Column d: 1 to 3 empty, 4 white, 5 black, 6 to 8 empty.");
  });

  test("all rows", () => {
    expect(sayBoard(discs)).toHaveLength(8);
    expect(sayBoard(discs)[3]).toBe("Row 4: a to c empty, d white, e black, f to h empty.");
  });
});
