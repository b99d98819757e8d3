// What a projector shows: pages of pairings and standings, one after the other.
import type { TournamentState } from "../../protocol/wire";
import { isArena } from "./situation";

/** How long a page stays, in milliseconds: so long that a player at the back finds the own name. */
export const PAGE_MS = 12_000;

/** A page: some rows of a list. */
export interface ScreenPage {
  readonly of: "pairings" | "standings" | "people";
  /** The first row, from 0, and the row after the last one. */
  readonly from: number;
  readonly to: number;
}

/** Divides what is to be shown into pages of at most so many rows, each about as long as the others. */
export function pagesOf(state: TournamentState, rows: number): ScreenPage[] {
  const round = state.pairings?.at(-1);
  const nRanked = isArena(state) ? (state.arena ?? []).length : round ? (state.standings ?? []).length : 0;
  const pages = [
    ...(round && state.phase !== "over"
      ? divided("pairings", round.tables.length + round.byes.length, rows)
      : []),
    ...divided("standings", nRanked, rows),
  ];
  return pages.length > 0 ? pages : divided("people", state.field.length, rows);
}

function divided(of: ScreenPage["of"], count: number, rows: number): ScreenPage[] {
  const pages = Math.ceil(count / Math.max(1, rows));
  return Array.from({ length: pages }, (_, page) => ({
    of,
    from: Math.round((count * page) / pages),
    to: Math.round((count * (page + 1)) / pages),
  }));
}
