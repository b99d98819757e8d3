// The games of an event that is over: its address, and how its players came out.
import type { ArchivedGameSummary } from "../../protocol/wire";
import { hasDiscs } from "../../parts/archived-games/result";

/** An event of the archive: the whole name of the tournament, and the year. */
export interface EventAddress {
  readonly name: string;
  /** `null` for all years. */
  readonly year: string | null;
}

/** How a player came out. */
export interface Standing {
  readonly name: string;
  readonly games: number;
  /** A win is one point, a draw half of one. */
  readonly points: number;
  /** The player's discs minus those of the opponents. */
  readonly discs: number;
}

/** Reads the query of an address. What is damaged is left out. */
export function readEvent(query: string): EventAddress {
  const values = new URLSearchParams(query);
  const year = values.get("year") ?? "";
  return { name: values.get("name") ?? "", year: /^\d{4}$/.test(year) ? year : null };
}

/** Writes the query of an event's page. */
export function queryOfEvent({ name, year }: EventAddress): string {
  const values = new URLSearchParams({ name });
  if (year !== null) values.set("year", year);
  return `?${values.toString()}`;
}

/** Returns the address of the event of a game; `null` if the archive knows none. */
export function eventOf({ event, date }: Pick<ArchivedGameSummary, "event" | "date">): string | null {
  if (event == null || event === "") return null;
  return `/event${queryOfEvent({ name: event, year: /^\d{4}/.exec(date)?.[0] ?? null })}`;
}

/** Adds the games up by player: those with the most points first, of equal ones those with more discs. */
export function standingsOf(games: readonly ArchivedGameSummary[]): Standing[] {
  const players = new Map<string, Standing>();
  const add = (name: string, result: number, counted: number): void => {
    const before = players.get(name) ?? { name, games: 0, points: 0, discs: 0 };
    const points = before.points + (result > 0 ? 1 : result === 0 ? 0.5 : 0);
    players.set(name, { name, games: before.games + 1, points, discs: before.discs + counted });
  };
  for (const game of games) {
    const { black, white, result } = game;
    if (result == null) continue;
    const counted = hasDiscs(game) ? result : 0;
    add(black, result, counted);
    add(white, -result, -counted);
  }
  return [...players.values()].sort(
    (a, b) => b.points - a.points || b.discs - a.discs || a.name.localeCompare(b.name),
  );
}
