// Standings and the crosstable as the page writes them.
import type {
  PlayerId,
  TournamentFormat,
  TournamentState,
  TournamentStanding,
  TournamentTable,
} from "../../protocol/wire";
import { words } from "../../words";
import { totalsOf } from "./result";
import { text } from "./words";

/** The tie-breaks that have a column. */
export type TieBreak = "brightwell" | "buchholz" | "disc_difference" | "share";

const TIE_BREAKS: Readonly<Record<string, TieBreak>> = {
  "papp-wof": "brightwell",
  egp: "brightwell",
  "fide-dutch": "buchholz",
  jof: "disc_difference",
  "ggs-td": "share",
};

/** The first tie-break of a tournament. */
export function tieBreakOf({ plan }: TournamentState): TieBreak {
  return TIE_BREAKS[plan.preset ?? "papp-wof"] ?? "brightwell";
}

/** A tie-break as people read it. */
export function tieText(standing: TournamentStanding, by: TieBreak): string {
  if (by === "buchholz") return text.points(standing.buchholz);
  return by === "disc_difference" ? words.numbers.signed(standing[by]) : words.numbers.count(standing[by]);
}

/** Says a format in full: `Swiss, 5 rounds`. */
export function formatText(format: TournamentFormat): string {
  if (format === "knock_out") return text.formatText.knockOut;
  if ("swiss" in format) return text.formatText.swiss(format.swiss.rounds);
  if ("round_robin" in format) return text.formatText.roundRobin(format.round_robin.cycles);
  return text.formatText.arena(format.arena.minutes);
}

/** What a player did in a round. */
export interface Cell {
  readonly opponent: PlayerId | null;
  /** The opponent's place. */
  readonly rank: number;
  readonly color: "black" | "white";
  readonly half: number;
  readonly discs: number;
  /** Whether some result is known. */
  readonly isPlayed: boolean;
  readonly bye: "unpaired" | "asked" | null;
}

/** What a player did in each round: a row of the crosstable; `null` where the player did not take part. */
export function crosstableRow(state: TournamentState, player: PlayerId): (Cell | null)[] {
  const ranks = new Map(state.standings?.map((standing) => [standing.player, standing.rank]));
  return (state.pairings ?? []).map(({ tables, byes }) => {
    const table = tables.find(({ black, white }) => black === player || white === player);
    const bye = byes.find((it) => it.player === player)?.kind ?? null;
    if (table) return cellOf(table, player, ranks);
    return bye && { opponent: null, rank: 0, color: "black", half: 0, discs: 0, isPlayed: false, bye };
  });
}

function cellOf(table: TournamentTable, player: PlayerId, ranks: ReadonlyMap<PlayerId, number>): Cell {
  const isBlack = table.black === player;
  const opponent = isBlack ? table.white : table.black;
  const isPlayed = table.results.some((result) => result !== null);
  const rank = ranks.get(opponent) ?? 0;
  return {
    opponent,
    rank,
    color: isBlack ? "black" : "white",
    isPlayed,
    bye: null,
    ...totalsOf(table, player),
  };
}

/** Makes a function that tells what players are called. */
export function namesOf({ field }: Pick<TournamentState, "field">): (player: PlayerId) => string {
  const names = new Map(field.map(({ player, called }) => [player, called]));
  return (player) => names.get(player) ?? `#${player}`;
}
