// The address of the opening book: the line as the analysis writes it, and the book.
import type { BookName } from "../../protocol/wire";
import {
  readAddress as readRecord,
  writeAddress as writeRecord,
  type RecordAddress,
} from "../../study/address";
import { USUAL_START } from "../../state/games-new.svelte";

export interface BookAddress {
  readonly record: RecordAddress;
  readonly book: BookName;
}

/** The start of the game. */
export const NO_LINE: RecordAddress = { start: USUAL_START, moves: [], ply: 0, black: "", white: "" };

/** Reads the query of an address. `record` is `null` if it is damaged. */
export function readAddress(query: string): { record: RecordAddress | null; book: BookName } {
  const record = readRecord(query);
  const book = new URLSearchParams(query).get("book") === "server" ? "server" : "shipped";
  return { record: record === "bad" ? null : (record ?? NO_LINE), book };
}

/** Writes the query for what is shown. */
export function writeAddress({ record, book }: BookAddress): string {
  const isStart = record.start === USUAL_START && record.moves.length === 0;
  const line = isStart ? "" : writeRecord({ ...record, black: "", white: "" });
  if (book === "shipped") return line;
  return line === "" ? `?book=${book}` : `${line}&book=${book}`;
}
