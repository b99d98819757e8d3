// The commands of the command line. This is their one table: the parser, the answers and the help read it.
import type { Side } from "../protocol/wire";
import { words } from "../words";
import {
  sayBoard,
  sayColumn,
  sayDiagonals,
  sayMoves,
  sayRow,
  sayTime,
  sayFlipped,
  type SpokenMove,
} from "./speech";
import {
  countDiscs,
  indexOf,
  inFlipOrder,
  isColumn,
  isRow,
  isSquare,
  readPosition,
  type Column,
  type Row,
  type Square,
} from "./squares";

/** All commands: the word that is typed, what follows it, and the key of its words. A move is a square alone. */
export const COMMANDS = [
  { word: null, argument: "square", name: "move" },
  { word: "l", argument: null, name: "last" },
  { word: "c", argument: null, name: "clocks" },
  { word: "s", argument: null, name: "score" },
  { word: "o", argument: null, name: "opponent" },
  { word: "m", argument: null, name: "legal" },
  { word: "r", argument: "row", name: "row" },
  { word: "f", argument: "column", name: "column" },
  { word: "d", argument: "square", name: "diagonals" },
  { word: "b", argument: null, name: "board" },
  { word: "t", argument: null, name: "stable" },
  { word: "w", argument: "square", name: "turns" },
  { word: "v", argument: null, name: "value" },
  { word: "say", argument: "text", name: "say" },
  { word: "resign", argument: null, name: "resign" },
  { word: "?", argument: null, name: "help" },
] as const;

type Simple = Extract<(typeof COMMANDS)[number], { argument: null }>["name"];

/** A command line, read. */
export type ReadCommand =
  | { [name in Simple]: { kind: name } }[Simple]
  | { kind: "move"; square: Square }
  | { kind: "diagonals" | "turns"; square: Square }
  | { kind: "row"; row: Row }
  | { kind: "column"; column: Column }
  | { kind: "say"; text: string }
  /** The line cannot be understood; the sentence says why. */
  | { kind: "error"; sentence: string };

/** A game as the command line reads it. */
export interface CommandView {
  position: string;
  /** The legal moves of the side to move. */
  legal: readonly string[];
  /** Where moves are played, if an earlier position is read. */
  live?: Pick<CommandView, "position" | "legal">;
  lastMove: Pick<SpokenMove, "side" | "move" | "flipped"> | null;
  players: Record<Side, { name: string; rating: number | null }>;
  /** The reader's side; none for those who watch. */
  you: Side | null;
  over: boolean;
  /** The discs that nothing can turn any more; not known without the rules. */
  stable?(): readonly string[] | null;
  /** The squares that a move would turn; not known without the rules. */
  turns?(square: Square): readonly string[] | null;
  /** Whether the game is on this device only, so that nothing is sent. */
  isHere?: boolean;
  /** Whether the clocks are stopped, so that no move is played. */
  isPaused?: boolean;
  /** Whether somebody reads what is said. */
  canTalk?: boolean;
  /** What is known about the value of the last move and of the next ones; nothing while a game is played. */
  value?(): readonly string[] | null;
  /** Whether somebody plays here who can resign. */
  canResign?: boolean;
  /** The time that a side has left at this moment, in milliseconds; none without a clock. */
  timeLeft(side: Side): number | null;
}

/** What a command asks the owner of the game to do. */
export type CommandAction =
  { kind: "move" | "premove"; square: Square } | { kind: "say"; text: string } | { kind: "resign" };

/** The sentences that answer a command, and what is to be done. */
export interface CommandAnswer {
  sentences: readonly string[];
  action: CommandAction | null;
}

/** Writes how a command is typed, for lists: `r 3`. */
export function usageOf(command: (typeof COMMANDS)[number]): string {
  const argument = command.argument === null ? "" : words.board.commands.argument[command.argument];
  return [command.word ?? "", argument].filter((part) => part !== "").join(" ");
}

/** Reads a command line. Upper and lower case are the same. */
export function readCommand(line: string): ReadCommand {
  const typed = line.trim();
  const lower = typed.toLowerCase();
  if (isSquare(lower)) return { kind: "move", square: lower };
  const [, word = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(typed) ?? [];
  return readWord(word.toLowerCase(), rest);
}

function readWord(word: string, rest: string): ReadCommand {
  const { commands } = words.board;
  const command = COMMANDS.find((command) => command.word === word);
  if (!command) return { kind: "error", sentence: commands.unknown(word) };
  const argument = rest.toLowerCase();
  switch (command.name) {
    case "row":
      return isRow(argument)
        ? { kind: "row", row: argument }
        : { kind: "error", sentence: commands.needsRow };
    case "column":
      return isColumn(argument)
        ? { kind: "column", column: argument }
        : { kind: "error", sentence: commands.needsColumn };
    case "diagonals":
    case "turns":
      return isSquare(argument)
        ? { kind: command.name, square: argument }
        : { kind: "error", sentence: commands.needsSquare(word) };
    case "say":
      return rest === "" ? { kind: "error", sentence: commands.needsText } : { kind: "say", text: rest };
    case "move":
      return { kind: "error", sentence: commands.unknown(word) };
    default:
      return rest === "" ? { kind: command.name } : { kind: "error", sentence: commands.noArgument(word) };
  }
}

/** Answers a command. `before` is the line before it: `resign` counts when it is typed twice. */
export function answerCommand(
  command: ReadCommand,
  view: CommandView,
  before: ReadCommand | null,
): CommandAnswer {
  switch (command.kind) {
    case "move":
      return answerMove(command.square, view);
    case "say":
      if (view.canTalk === false) return say(words.board.commands.nobodyReads);
      return { sentences: [words.board.commands.said], action: { kind: "say", text: command.text } };
    case "resign":
      return answerResign(view, before?.kind === "resign");
    case "error":
      return say(command.sentence);
    case "help":
      return say(...COMMANDS.map((command) => `${usageOf(command)}: ${words.board.commands[command.name]}`));
    default:
      return say(...tell(command, view));
  }
}

/** Says what a reading command asks for. */
function tell(
  command: Exclude<ReadCommand, { kind: "move" | "say" | "resign" | "error" | "help" }>,
  view: CommandView,
): string[] {
  const { commands, speech } = words.board;
  const { discs, toMove } = readPosition(view.position);
  switch (command.kind) {
    case "last":
      return [view.lastMove ? sayFlipped(view.lastMove) : commands.noMoveYet];
    case "clocks":
      return (["black", "white"] as const).map((side) => {
        const left = view.timeLeft(side);
        return speech.time(side === view.you ? "you" : side, left === null ? null : sayTime(left));
      });
    case "score":
      return [speech.scoreLong(countDiscs(discs))];
    case "opponent":
      return tellPlayers(view);
    case "legal":
      return [
        view.over || toMove === null ? commands.gameOver : sayMoves(toMove, view.legal, view.you, "much"),
      ];
    case "row":
      return [sayRow(discs, command.row)];
    case "column":
      return [sayColumn(discs, command.column)];
    case "board":
      return sayBoard(discs);
    case "diagonals":
      return sayDiagonals(discs, command.square);
    case "stable":
      return tellStable(view);
    case "turns":
      return tellTurns(command.square, view);
    case "value":
      return [...(view.value?.() ?? [commands.noValue])];
  }
}

function tellStable(view: CommandView): string[] {
  const { commands } = words.board;
  const { discs } = readPosition(view.position);
  const stable = view.stable?.() ?? null;
  if (stable === null) return [commands.notKnown];
  return (["black", "white"] as const).map((side) =>
    commands.stableOf(
      side,
      stable.filter((square) => isSquare(square) && discs[indexOf(square)] === side),
    ),
  );
}

function tellTurns(square: Square, view: CommandView): string[] {
  const turned = view.turns?.(square) ?? null;
  if (turned === null) return [words.board.commands.notKnown];
  if (turned.length === 0) return [words.board.speech.illegal(square)];
  return [words.board.commands.wouldTurn(square, inFlipOrder(square, turned))];
}

function tellPlayers({ players, you }: CommandView): string[] {
  const { commands } = words.board;
  if (you !== null) {
    const { name, rating } = players[you === "black" ? "white" : "black"];
    return [commands.opponentIs(name, rating)];
  }
  return (["black", "white"] as const).map((side) =>
    commands.player(side, players[side].name, players[side].rating),
  );
}

function answerMove(square: Square, view: CommandView): CommandAnswer {
  const { commands, speech } = words.board;
  const { position, legal } = view.live ?? view;
  const { discs, toMove } = readPosition(position);
  if (view.over) return say(commands.gameOver);
  if (view.you === null) return say(commands.youOnlyWatch);
  if (view.isPaused) return say(commands.clocksStopped);
  if (view.you !== toMove) {
    // The program of a device takes no premoves.
    return discs[indexOf(square)] === null && !view.isHere
      ? { sentences: [speech.premove(square)], action: { kind: "premove", square } }
      : say(commands.notYourTurn);
  }
  if (!legal.includes(square)) {
    return say(speech.illegal(square), sayMoves(toMove, legal, view.you, "much"));
  }
  const played = view.isHere ? commands.playedHere(square) : commands.played(square);
  return { sentences: [played], action: { kind: "move", square } };
}

function answerResign(view: CommandView, again: boolean): CommandAnswer {
  const { commands } = words.board;
  if (view.over) return say(commands.gameOver);
  if (view.you === null || view.canResign === false) return say(commands.youOnlyWatch);
  const { toMove } = readPosition((view.live ?? view).position);
  if (view.isHere && view.you !== toMove) return say(commands.notYourTurn);
  if (!again) return say(commands.resignAgain);
  const resigned = view.isHere ? words.board.speech.resigned(view.you) : commands.resigned;
  return { sentences: [resigned], action: { kind: "resign" } };
}

function say(...sentences: string[]): CommandAnswer {
  return { sentences, action: null };
}
