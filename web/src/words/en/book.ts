// English: the opening book, and what is proven about the opening.
import type { BookMoveKind, BookName, BookProgram, ProvenResult, Side } from "../../protocol/wire";
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";

const numbers = numbersOf("en");
const plural = pluralOf("en");
const sides: Record<Side, string> = { black: "Black", white: "White" };
const day = (date: string) =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

export const book = {
  title: "Opening book",
  choice: "Book",
  names: { shipped: "Willow's book", server: "This server's book" } satisfies Record<BookName, string>,
  reading: "Reading …",
  badMoves: "The address of this page names no line of legal moves. This is the start.",
  noMoves: "Play a move on the board or from the list.",
  archive: "Games of the archive",
  open: "Walk through the book from here",

  here: "This position",
  opening: (name: string) => `Opening: ${name}`,
  value: (side: Side, value: string) => `Value for ${sides[side]}: ${value}`,
  absent: "The book does not have this position.",
  over: "The game is over here.",
  level: (level: number | null | undefined) => (level == null ? "level unknown" : `level ${level}`),
  depth: (plies: number) => `looks ${plural(plies, { one: "# ply", other: "# plies" })} ahead`,
  origin: (program: BookProgram, version: number | null, date: string | null) =>
    [program === "willow" && version !== null ? `Willow ${version}` : programs[program], date && day(date)]
      .filter(Boolean)
      .join(", "),
  games: (wins: number, draws: number, losses: number) =>
    `${numbers.count(wins)} won, ${numbers.count(draws)} drawn, ${numbers.count(losses)} lost`,
  solved: {
    exact: "exact",
    atLeast: (value: string) => `at least ${value}`,
    atMost: (value: string) => `at most ${value}`,
    between: (lower: string, upper: string) => `${lower} to ${upper}`,
  },

  proven: {
    draw: "proven draw",
    "win-or-draw": "proven win or draw",
    "loss-or-draw": "proven loss or draw",
  } satisfies Record<ProvenResult, string>,
  provenHere: (side: Side, result: ProvenResult) =>
    ({
      draw: "Proven draw (Takizawa 2023).",
      "win-or-draw": `Proven: ${sides[side]} wins or draws (Takizawa 2023).`,
      "loss-or-draw": `Proven: ${sides[side]} loses or draws (Takizawa 2023).`,
    })[result],

  moves: "What can be played",
  columns: {
    move: "Move",
    value: "Value",
    level: "Level",
    solved: "Solved",
    kind: "Book",
    games: "Won, drawn, lost",
    proven: "Proven",
  },
  kinds: { book: "in the book", leaf: "leaf", end: "ends the game" } satisfies Record<BookMoveKind, string>,
  play: (move: string) => `Play ${move}`,
  hint: "Values are in discs, for the side to move. A leaf is the best move that the book does not follow. Proofs are about win, draw and loss; no value rests on them.",

  edit: {
    title: "Change this book",
    value: (side: Side) => `Value by hand, for ${sides[side]}`,
    valueHint: "Discs from -64 to 64. No search changes it any more.",
    set: "Set the value",
    noValue: "Type a number from -64 to 64.",
    remove: "Remove this position",
    removeAgain: "Press again to remove it",
    undo: "Undo the last change",
    done: {
      set: "The value is set.",
      remove: "The position is removed.",
      undo: "The last change is taken back.",
    },
    left: (changes: number) =>
      plural(changes, { one: "# change can be undone.", other: "# changes can be undone." }),
    today: "What was learned today",
    learned: (date: string, positions: number) =>
      `${day(date)} (UTC): ${plural(positions, { one: "# position", other: "# positions" })}`,
    ply: (ply: number, positions: number) =>
      `Move ${ply}: ${plural(positions, { one: "# position", other: "# positions" })}`,
  },
};

const programs: Record<BookProgram, string> = {
  unknown: "origin unknown",
  willow: "Willow",
  edax: "Edax",
  egaroucid: "Egaroucid",
  zebra: "Zebra",
  person: "set by hand",
};
