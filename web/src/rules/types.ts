// What the rules can tell. One interface, so that tests may put a fake in the place of the WebAssembly module.

/** A board and its side to move as the protocol writes them: 64 of `X`, `O`, `-` from a1 to h8, a blank, `X` or `O`. */
export type PositionText = string;

export interface Played {
  /** The position after it, with the side to move. */
  readonly position: PositionText;
  /** The squares whose discs it turned, direction by direction, the nearest first. Empty after a pass. */
  readonly flipped: readonly string[];
}

/** A game up to one of its plies. A pass is a ply. */
export interface Replayed extends Played {
  /** All moves of the game, passes as `pass`, also those after the ply. */
  readonly moves: readonly string[];
  /** The number of plies played to reach the position. */
  readonly ply: number;
  /** The move that led to the position, or `null` at the start. */
  readonly lastMove: string | null;
  /** The legal moves of the side to move, from a1 to h8. */
  readonly legal: readonly string[];
  /** Whether the side to move has no move, but the other side has one. */
  readonly mustPass: boolean;
  /** Whether neither side can move. */
  readonly isOver: boolean;
}

/** A position that was read from a text. */
export interface ReadPosition {
  readonly kind: "position";
  readonly position: PositionText;
}

/** A game that was read from a text. */
export interface ReadGame {
  readonly kind: "game";
  readonly start: PositionText;
  /** The moves, passes as `pass`. */
  readonly moves: readonly string[];
  /** The position after the last move. */
  readonly position: PositionText;
  /** The name of Black's player; empty if the text has none. */
  readonly black: string;
  /** The name of White's player; empty if the text has none. */
  readonly white: string;
}

/** A game or a position of a file: its moves in one text, so that a hundred thousand of them need little memory. */
export interface FileEntry extends Pick<ReadGame, "start" | "black" | "white"> {
  readonly kind: "game" | "position";
  /** The moves without passes, such as `f5d6c3`. */
  readonly transcript: string;
  /** The event with its date; empty if the file does not tell it. */
  readonly event: string;
  /** Its remarks and variations as one text, which `branchesOf` reads; empty for most games. */
  readonly branches: string;
}

/** A remark or a move of a variation. */
export interface RecordBranch {
  /** The position: the plies of the game until then, or an earlier branch with a move. */
  readonly after: { readonly ply: number } | { readonly branch: number };
  /** The move that is played there; `null` if only the position has a remark. */
  readonly move: string | null;
  /** The remark on the position after the move, or on the position. */
  readonly comment: string;
}

/** The remarks and the variations of a game. A branch with a move comes before those that follow it. */
export interface RecordBranches {
  readonly branches: readonly RecordBranch[];
  /** How many lines were left out, because they break the rules or are too many. */
  readonly leftOut: number;
}

/** Files of any format, also WTHOR, that are read in portions. Its memory must be given back. */
export interface RecordFile {
  /** Whether everything was read. */
  readonly isAtEnd: boolean;
  /** How many games and positions so far could not be read. */
  readonly failures: number;
  /** What is wrong with the first of them. */
  readonly firstFailure: RulesError | null;
  /** Reads the next games and positions, at most so many with those that cannot be read. */
  read(most: number): FileEntry[];
  /** Gives the memory back. */
  free(): void;
}

/** A text format: moves in a line, GGF, SGF, OBF, 64 cells and a side, or a board of eight rows. */
export type TextFormat = "transcript" | "ggf" | "sgf" | "obf" | "board" | "printed-board";

/** What is unusual about a position that somebody has set up. */
export const SET_UP_REMARKS = [
  /** Neither side can move: nothing can be played. */
  "over",
  /** The side to move has no move; the other side has. */
  "must-pass",
  /** A square of the centre is empty, which no game reaches. */
  "empty-centre",
  /** Discs lie apart from the others, which no game reaches. */
  "apart",
] as const;
export type SetUpRemark = (typeof SET_UP_REMARKS)[number];

/** A position that somebody has set up. */
export interface SetUp {
  /** Whether a game can start here: the side to move has a move. */
  readonly isPlayable: boolean;
  readonly remarks: readonly SetUpRemark[];
}

/** Why the rules cannot answer. `RulesError` carries it. */
export const RULES_PROBLEMS = [
  /** The text is no position of 64 cells and a side. */
  "not-a-position",
  /** The text is neither a square from a1 to h8 nor a pass. */
  "not-a-move",
  /** The move breaks the rules. */
  "illegal-move",
  /** A text has neither a game nor a position. */
  "empty",
  /** A text is in no format that is known. */
  "unknown-format",
  /** A text is in a known format and has a mistake. */
  "malformed",
  /** A text is too long. */
  "too-long",
  /** A format cannot hold the game or the position: its start is not the usual one. */
  "cannot-hold",
] as const;
export type RulesProblem = (typeof RULES_PROBLEMS)[number];

/** A mistake in what the rules were asked. The message is English; `problem` is for words of other languages. */
export class RulesError extends Error {
  override readonly name = "RulesError";

  constructor(
    readonly problem: RulesProblem,
    message: string,
    /** Where in a text the mistake is, counted from 1; `null` if there was no text. */
    readonly place: { readonly line: number; readonly column: number } | null = null,
  ) {
    super(message);
  }
}

/** The rules of Othello and the formats of its records. Every function throws a `RulesError` for a mistake. */
export interface Rules {
  /** The legal moves of the side to move, from a1 to h8. None: it must pass, or the game is over. */
  legalMoves(position: PositionText): string[];
  /** Whether the side to move has no move, but the other side has one. */
  mustPass(position: PositionText): boolean;
  /** Whether neither side can move. */
  isOver(position: PositionText): boolean;
  /** Discs of both sides that nothing can turn any more, from a1 to h8. Some that are hard to recognise are missing. */
  stableDiscs(position: PositionText): string[];
  /**
   * The squares that a disc on a square turns, direction by direction (clockwise from the north), the nearest
   * first. None if the move is not legal.
   */
  flips(position: PositionText, square: string): string[];
  /** Plays a move: a square, or `pass`. */
  play(position: PositionText, move: string): Played;
  /** Plays moves from a start, the usual one unless named, up to a ply, the last one unless named. Passes may be left out. */
  replay(moves: readonly string[], from?: { start?: PositionText; ply?: number }): Replayed;
  /** Reads the games and positions of a text in any format: moves, GGF, SGF, OBF, boards as programs print them. */
  read(text: string): (ReadGame | ReadPosition)[];
  /**
   * Opens files with any number of games and positions, among them those with the names of WTHOR. What is wrong with
   * them is told as they are read.
   */
  open(files: readonly Uint8Array[]): RecordFile;
  /** Reads one position: the first of a text, or that at the end of its first game. */
  readPosition(text: string): PositionText;
  /** Writes a game from its start and moves. Formats of positions get the position after the last move. */
  write(
    game: { start?: PositionText; moves: readonly string[]; black?: string; white?: string },
    format: TextFormat,
  ): string;
  /** Says what is unusual about a position that somebody has set up. */
  checkSetUp(position: PositionText): SetUp;
}
