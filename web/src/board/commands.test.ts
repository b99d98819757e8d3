// The commands of the command line, and their answers.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { answerCommand, COMMANDS, readCommand, usageOf, type CommandView } from "./commands";
import { words } from "../words";

const VIEW: CommandView = {
  position: "---------------------------OX------XXX-------------------------- O",
  legal: ["f4", "d6", "f6"],
  lastMove: { side: "black", move: "f5", flipped: ["e5"] },
  players: { black: { name: "alice", rating: 1612 }, white: { name: "bob", rating: null } },
  you: "white",
  over: false,
  timeLeft: (side) => (side === "black" ? 297_000 : null),
};

function ask(line: string, view = VIEW) {
  return answerCommand(readCommand(line), view, null);
}

function heard(line: string, view = VIEW): string {
  return ask(line, view).sentences.join(" ");
}

describe("reading", () => {
  test.each([
    ["f5", { kind: "move", square: "f5" }],
    [" F5 ", { kind: "move", square: "f5" }],
    ["l", { kind: "last" }],
    ["R 3", { kind: "row", row: "3" }],
    ["f d", { kind: "column", column: "d" }],
    ["D F5", { kind: "diagonals", square: "f5" }],
    ["t", { kind: "stable" }],
    ["w f4", { kind: "turns", square: "f4" }],
    ["say Good game, Bob", { kind: "say", text: "Good game, Bob" }],
    ["resign", { kind: "resign" }],
    ["?", { kind: "help" }],
  ])("%s", (line, command) => expect(readCommand(line)).toEqual(command));

  test.each([
    ["x", "There is no command “x”. Type ? for the list."],
    ["a9", "There is no command “a9”. Type ? for the list."],
    ["r", "Type the number of a row after r, such as r 3."],
    ["r 9", "Type the number of a row after r, such as r 3."],
    ["f", "Type the letter of a column after f, such as f d."],
    ["f 4", "Type the letter of a column after f, such as f d."],
    ["say", "Type a line after say."],
    ["resign now", "Nothing can follow “resign”."],
    ["l f5", "Nothing can follow “l”."],
  ])("%s is an error that says what to type", (line, sentence) =>
    expect(readCommand(line)).toEqual({ kind: "error", sentence }),
  );
});

describe("answers", () => {
  test.each([
    ["l", "Black f5, turned 1: e5."],
    ["c", "Black: 4 minutes 57 seconds. You: no clock."],
    ["s", "Black 4, White 1, 59 empty."],
    ["o", "Your opponent is alice, rating 1612."],
    ["m", "You have 3 moves: f4 d6 f6."],
    ["r 4", "Row 4: a to c empty, d white, e black, f to h empty."],
    ["f e", "Column e: 1 to 3 empty, 4 to 5 black, 6 to 8 empty."],
  ])("%s", (line, sentences) => {
    expect(heard(line)).toBe(sentences);
    expect(ask(line).action).toBeNull();
  });

  test("the whole board has a sentence for each row", () => expect(ask("b").sentences).toHaveLength(8));

  test("those who watch hear both players", () => {
    expect(heard("o", { ...VIEW, you: null })).toBe("Black: alice, rating 1612. White: bob.");
    expect(heard("m", { ...VIEW, you: null })).toBe("White has 3 moves: f4 d6 f6.");
  });

  test("before the first move and after the game", () => {
    expect(heard("l", { ...VIEW, lastMove: null })).toBe("No move has been played.");
    expect(heard("m", { ...VIEW, over: true })).toBe("The game is over.");
  });

  test("the help has every command of the table", () => {
    const lines = ask("?").sentences;
    expect(lines).toHaveLength(COMMANDS.length);
    COMMANDS.forEach((command, index) => {
      expect(lines[index]).toMatch(new RegExp(`^${usageOf(command).replace("?", "\\?")}: .{5,}`));
    });
    expect(lines).toContain("r 3: what lies on a row");
  });

  test("every command of the table is understood as it is written there", () => {
    COMMANDS.forEach((command) => expect(readCommand(usageOf(command)).kind).toBe(command.name));
  });
});

test("the documents have the same table", () => {
  const page = readFileSync("../docs/browser.md", "utf8");
  const rows = COMMANDS.map(
    (command) => `| \`${usageOf(command)}\` | ${words.board.commands[command.name]} |`,
  );
  expect(page).toContain(["| command | what it does |", "| --- | --- |", ...rows, ""].join("\n"));
});

describe("lines and discs", () => {
  test("the diagonals of a square are read from left to right", () => {
    expect(ask("d d4").sentences).toEqual([
      "Diagonal a1 to h8: a1 to c3 empty, d4 white, e5 black, f6 to h8 empty.",
      "Diagonal a7 to g1: a7 to c5 empty, d4 white, e3 to g1 empty.",
    ]);
    expect(ask("d a1").sentences[1]).toBe("Diagonal a1: empty.");
    expect(heard("d")).toBe("Type a square after d, such as d f5.");
  });

  test("stable discs are told by side, as far as the rules know them", () => {
    const position = `X${"-".repeat(62)}O X`;
    const view = { ...VIEW, position, stable: () => ["a1"] };
    expect(ask("t", view).sentences).toEqual(["Black, 1 stable disc: a1.", "White has no stable disc."]);
    expect(heard("t")).toBe("This browser cannot tell that.");
  });

  test("what a move would turn is told in the order in which the discs turn", () => {
    const view = { ...VIEW, turns: (square: string) => (square === "f6" ? ["e5"] : []) };
    expect(heard("w f6", view)).toBe("f6 would turn 1: e5.");
    expect(heard("w a1", view)).toBe("a1 is not a legal move.");
    expect(heard("w f6")).toBe("This browser cannot tell that.");
  });

  test("where nobody reads, nothing is said", () => {
    expect(ask("say hello", { ...VIEW, canTalk: false })).toEqual({
      sentences: ["There is no chat here."],
      action: null,
    });
  });
});

describe("actions", () => {
  test("a move is played in the game, whatever position is read", () => {
    const start = "---------------------------OX------XO--------------------------- X";
    const view = {
      ...VIEW,
      position: start,
      legal: [],
      live: { position: VIEW.position, legal: VIEW.legal },
    };
    expect(ask("f4", view).action).toEqual({ kind: "move", square: "f4" });
    expect(heard("a1", view)).toBe("a1 is not a legal move. You have 3 moves: f4 d6 f6.");
    expect(heard("r 5", view)).toBe("Row 5: a to c empty, d black, e white, f to h empty.");
    expect(ask("f4", { ...view, you: "black" }).action).toEqual({ kind: "premove", square: "f4" });
  });

  test("at one device nothing is sent, and no move is played while the clocks stand still", () => {
    const view = { ...VIEW, isHere: true };
    // The program of the device is to move.
    for (const command of ["f4", "resign"]) {
      const answer = answerCommand(readCommand(command), { ...view, you: "black" }, readCommand(command));
      expect(answer, command).toEqual({ sentences: ["It is not your turn."], action: null });
    }
    expect(heard("f4", view)).toBe("f4 is played.");
    expect(answerCommand(readCommand("resign"), view, readCommand("resign")).sentences).toEqual([
      "White has resigned.",
    ]);
    expect(ask("f4", { ...view, isPaused: true })).toEqual({
      sentences: ["The clocks are stopped. Start them first."],
      action: null,
    });
  });

  test("a legal move is played", () => {
    expect(ask("f4").action).toEqual({ kind: "move", square: "f4" });
  });

  test("another square is refused, with the legal moves", () => {
    expect(ask("a1")).toEqual({
      sentences: ["a1 is not a legal move.", "You have 3 moves: f4 d6 f6."],
      action: null,
    });
  });

  test("out of turn a move waits; on a disc it cannot", () => {
    expect(ask("f4", { ...VIEW, you: "black" }).action).toEqual({ kind: "premove", square: "f4" });
    expect(ask("f5", { ...VIEW, you: "black" })).toEqual({
      sentences: ["It is not your turn."],
      action: null,
    });
  });

  test("those who watch, and a game that is over, have no moves", () => {
    expect(ask("f4", { ...VIEW, you: null })).toEqual({
      sentences: ["You do not play in this game."],
      action: null,
    });
    expect(ask("f4", { ...VIEW, over: true })).toEqual({ sentences: ["The game is over."], action: null });
  });

  test("resign must be typed twice, one after the other", () => {
    const resign = readCommand("resign");
    expect(answerCommand(resign, VIEW, null).action).toBeNull();
    expect(answerCommand(resign, VIEW, readCommand("s")).action).toBeNull();
    expect(answerCommand(resign, VIEW, resign).action).toEqual({ kind: "resign" });
    expect(answerCommand(resign, { ...VIEW, you: null }, resign).action).toBeNull();
    expect(answerCommand(resign, { ...VIEW, over: true }, resign).action).toBeNull();
  });

  test("a line of chat keeps its capitals", () => {
    expect(ask("SAY Hello ").action).toEqual({ kind: "say", text: "Hello" });
  });
});
