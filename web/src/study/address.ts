// The address of an analysis: start, moves and ply, so that a reload and a link lead to the same position.
import type { PositionText } from "../rules";
import { transcriptOf } from "../state/game-moves";
import type { Game } from "../state/game.svelte";
import { USUAL_START } from "../state/games-new.svelte";
import type { Whose } from "./exercises.svelte";

export interface RecordAddress {
  readonly start: PositionText;
  /** The moves without passes. */
  readonly moves: readonly string[];
  /** The ply on the board, passes included; the last one if there is none. */
  readonly ply: number | null;
  readonly black: string;
  readonly white: string;
}

/** The longest name that an address carries. */
const MAX_NAME = 60;

/** Reads the query of an address. `null` if it names no record; `bad` if it is damaged. */
export function readAddress(query: string): RecordAddress | "bad" | null {
  const values = new URLSearchParams(query);
  const value = (key: string) => values.get(key) ?? "";
  if (!values.has("moves") && !values.has("start")) return null;
  const moves = value("moves").toLowerCase();
  const start = values.has("start") ? readStart(value("start")) : USUAL_START;
  if (start === null || !/^([a-h][1-8]){0,64}$/.test(moves)) return "bad";
  const ply = /^\d{1,3}$/.test(value("ply")) ? Number(value("ply")) : null;
  const [black, white] = [value("black").slice(0, MAX_NAME), value("white").slice(0, MAX_NAME)];
  return { start, moves: movesIn(moves), ply, black, white };
}

/** The moves of a transcript such as `f5d6c3`. */
export function movesIn(transcript: string): string[] {
  return transcript.match(/../g) ?? [];
}

/** Whose mistakes an address asks to learn from; `null` if it does not. */
export function learnOf(query: string): Whose | null {
  const whose = new URLSearchParams(query).get("learn");
  return whose === "black" || whose === "white" || whose === "both" ? whose : null;
}

export function writeAddress(record: RecordAddress): string {
  const values = new URLSearchParams();
  if (record.start !== USUAL_START) values.set("start", writeStart(record.start));
  values.set("moves", transcriptOf(record.moves).toLowerCase());
  if (record.ply !== null) values.set("ply", String(record.ply));
  if (record.black !== "") values.set("black", record.black);
  if (record.white !== "") values.set("white", record.white);
  return `?${values.toString()}`;
}

/** What an address needs of a game of the server. */
type FinishedGame = Pick<Game, "state" | "isOver" | "moves" | "view" | "nameOf">;

/** Where a game is analysed that is over and has moves; `null` for any other one. */
export function addressOfGame(game: FinishedGame): string | null {
  const { state, isOver, moves } = game;
  if (!state || !isOver) return null;
  if (moves.length === 0) return null;
  const [black, white] = [game.nameOf("black"), game.nameOf("white")];
  return `/analysis${writeAddress({ start: state.initial, moves, ply: game.view.ply, black, white })}`;
}

/** Writes a position as addresses have it. */
export function writeStart(start: PositionText): string {
  return start.replace(" ", "_");
}

/** Reads 64 cells, then the side behind a sign that addresses may have. */
export function readStart(text: string): PositionText | null {
  const [, cells, side] = /^([XO-]{64})[ _/]([XO])$/.exec(text) ?? [];
  return cells === undefined || side === undefined ? null : `${cells} ${side}`;
}
