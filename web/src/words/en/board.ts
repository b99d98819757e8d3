// English: the board and what is said of it.
import type { Side } from "../../protocol/wire";
import { pluralOf } from "../plural";

const plural = pluralOf("en");

/** A side, or the reader. */
export type Who = Side | "you";

const who: Record<Who, string> = { black: "Black", white: "White", you: "You" };
const has = (person: Who) => (person === "you" ? "You have" : `${who[person]} has`);
const wins = (person: Who) => (person === "you" ? "You win" : `${who[person]} wins`);
const sentence = (...parts: string[]) => `${parts.join(" ")}.`;

/** What a speaker needs besides the words: names, numbers and lists come in as parts. */
const speech = {
  /** "White g6, turned 3: f6 f5 e4." */
  moved: (side: Side, square: string, turned: readonly string[]) =>
    turned.length === 0
      ? sentence(who[side], square)
      : sentence(`${who[side]} ${square}, turned ${turned.length}:`, ...turned),
  /** Without the list of discs. */
  movedOnly: (side: Side, square: string) => sentence(who[side], square),
  passed: (side: Side) => sentence(who[side], "passes"),
  moves: (person: Who, count: number) =>
    count === 0
      ? `${has(person)} no move and ${person === "you" ? "pass" : "passes"}.`
      : sentence(has(person), plural(count, { one: "# move", other: "# moves" })),
  movesListed: (person: Who, squares: readonly string[]) =>
    sentence(
      `${has(person)} ${plural(squares.length, { one: "# move", other: "# moves" })}:`,
      squares.join(" "),
    ),
  /** Black's discs come first. */
  score: (discs: Record<Side, number>) => `${discs.black} to ${discs.white}.`,
  scoreLong: (discs: Record<Side, number>) =>
    `Black ${discs.black}, White ${discs.white}, ${64 - discs.black - discs.white} empty.`,
  chosen: (square: string) => `${square} is chosen. Press again to play.`,
  illegal: (square: string) => `${square} is not a legal move.`,
  premove: (square: string) => `${square} will be played on your turn, if it is legal.`,
  timeLeft: (person: Who, time: string) => sentence(has(person), time, "left"),
  time: (person: Who, time: string | null) =>
    time === null ? `${who[person]}: no clock.` : `${who[person]}: ${time}.`,
  days: (count: number) => plural(count, { one: "# day", other: "# days" }),
  hours: (count: number) => plural(count, { one: "# hour", other: "# hours" }),
  minutes: (count: number) => plural(count, { one: "# minute", other: "# minutes" }),
  seconds: (count: number) => plural(count, { one: "# second", other: "# seconds" }),
  over: "The game is over.",
  aborted: "The game was aborted. It has no result.",
  resigned: (loser: Who) => `${has(loser)} resigned.`,
  timeout: (loser: Who) => `${has(loser)} no time left.`,
  abandoned: (loser: Who) => `${has(loser)} left the game.`,
  forfeited: (loser: Who) => `${has(loser)} lost by default.`,
  wins: (person: Who) => sentence(wins(person)),
  winsBy: (person: Who, high: number, low: number) => `${wins(person)} ${high} to ${low}.`,
  winsByMargin: (person: Who, by: number) => `${wins(person)} by ${by}.`,
  drawn: (each: number) => `The game is drawn, ${each} to ${each}.`,
  row: (row: string, contents: string) => `Row ${row}: ${contents}.`,
  diagonal: (from: string, to: string, contents: string) =>
    from === to ? `Diagonal ${from}: ${contents}.` : `Diagonal ${from} to ${to}: ${contents}.`,
  column: (column: string, contents: string) => `Column ${column}: ${contents}.`,
  run: (from: string, to: string, contents: string) =>
    from === to ? `${from} ${contents}` : `${from} to ${to} ${contents}`,
};

const commands = {
  label: "Command line",
  hint: "A square plays. ? lists the commands.",
  send: "Do",
  move: "play this move",
  last: "the last move",
  clocks: "the clocks",
  score: "the number of discs, Black's first",
  opponent: "who plays",
  legal: "the legal moves",
  row: "what lies on a row",
  column: "what lies on a column",
  diagonals: "what lies on the diagonals through a square",
  board: "the whole board, row by row",
  stable: "the discs that nothing can turn any more",
  turns: "what a move there would turn",
  value: "what the last move was worth, and the next ones (analysis and book)",
  say: "write a line in the chat of the game",
  resign: "resign; it must be typed twice",
  help: "this list",
  argument: { square: "f5", row: "3", column: "d", text: "hello" },
  noMoveYet: "No move has been played.",
  notYourTurn: "It is not your turn.",
  youOnlyWatch: "You do not play in this game.",
  gameOver: "The game is over.",
  played: (square: string) => `${square} is sent.`,
  playedHere: (square: string) => `${square} is played.`,
  clocksStopped: "The clocks are stopped. Start them first.",
  noValue: "Only the analysis and the book tell values.",
  said: "The line is sent.",
  nobodyReads: "There is no chat here.",
  resignAgain: "Type resign again to resign.",
  resigned: "Your resignation is sent.",
  player: (side: Side, name: string, rating: number | null) =>
    rating === null ? `${who[side]}: ${name}.` : `${who[side]}: ${name}, rating ${rating}.`,
  opponentIs: (name: string, rating: number | null) =>
    rating === null ? `Your opponent is ${name}.` : `Your opponent is ${name}, rating ${rating}.`,
  unknown: (word: string) => `There is no command “${word}”. Type ? for the list.`,
  needsRow: "Type the number of a row after r, such as r 3.",
  needsColumn: "Type the letter of a column after f, such as f d.",
  needsSquare: (word: string) => `Type a square after ${word}, such as ${word} f5.`,
  notKnown: "This browser cannot tell that.",
  stableOf: (side: Side, squares: readonly string[]) =>
    squares.length === 0
      ? `${who[side]} has no stable disc.`
      : `${who[side]}, ${plural(squares.length, { one: "# stable disc", other: "# stable discs" })}: ${squares.join(" ")}.`,
  wouldTurn: (square: string, turned: readonly string[]) =>
    `${square} would turn ${turned.length}: ${turned.join(" ")}.`,
  needsText: "Type a line after say.",
  noArgument: (word: string) => `Nothing can follow “${word}”.`,
};

export const board = {
  board: "Board",
  /** Between the parts of a list. */
  comma: ", ",
  /** What stands between two sentences. */
  gap: " ",
  cell: {
    empty: "empty",
    black: "black",
    white: "white",
    legal: "legal",
    turns: (discs: number) => plural(discs, { other: "turns #" }),
    lastMove: "last move",
    premove: "premove",
    chosen: "chosen, press again to play",
  },
  lastMoveOf: (square: string) => `last move ${square}`,
  mini: (discs: Record<Side, number>, toMove: Side | null) =>
    `Black ${discs.black}, White ${discs.white}` + (toMove === null ? "" : `, ${who[toMove]} to move`),
  speech,
  commands,
};
