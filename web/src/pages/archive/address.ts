// The address of the archive: what is searched, and the game and the position on the board.
import type { PositionText } from "../../rules";
import { USUAL_START } from "../../state/games-new.svelte";
import { readStart, writeStart } from "../../study/address";

export interface ArchiveAddress {
  /** The searched text; `null` if nothing was searched. */
  readonly text: string | null;
  /** The game on the board, if it is one of the archive. */
  readonly game: number | null;
  /** Where the moves begin, if no game is on the board. */
  readonly start: PositionText;
  /** The moves without passes to the position on the board, if no game is on it. */
  readonly moves: string;
  /** The ply of the game on the board. */
  readonly ply: number;
}

/** Reads the query of an address. What is damaged is left out. */
export function readAddress(query: string): ArchiveAddress {
  const values = new URLSearchParams(query);
  const number = (key: string) => {
    const text = values.get(key) ?? "";
    return /^\d{1,16}$/.test(text) ? Number(text) : null;
  };
  const moves = (values.get("moves") ?? "").toLowerCase();
  return {
    text: values.get("text"),
    game: number("game"),
    start: readStart(values.get("start") ?? "") ?? USUAL_START,
    moves: /^([a-h][1-8]){0,64}$/.test(moves) ? moves : "",
    ply: Math.min(number("ply") ?? 0, 200),
  };
}

/** Writes the query for what is shown. */
export function writeAddress({ text, game, start, moves, ply }: ArchiveAddress): string {
  const values = new URLSearchParams();
  if (text !== null) values.set("text", text);
  if (game !== null) values.set("game", String(game));
  else {
    if (start !== USUAL_START) values.set("start", writeStart(start));
    if (moves !== "") values.set("moves", moves);
  }
  if (ply > 0) values.set("ply", String(ply));
  return values.size > 0 ? `?${values.toString()}` : "";
}
