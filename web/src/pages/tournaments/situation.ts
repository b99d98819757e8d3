// What one person can do in a tournament at this moment.
import type {
  GameId,
  GameNumber,
  PairingColor,
  PlayerId,
  ResultClaim,
  TableResult,
  TournamentRound,
  TournamentState,
} from "../../protocol/wire";
import { isComplete, playersOf } from "./result";

/** The own game of this round that has no result yet. */
interface OwnGame {
  readonly of: GameNumber;
  readonly opponent: PlayerId;
  readonly color: PairingColor;
  readonly black: PlayerId;
  readonly white: PlayerId;
}

/** What a person sees first. */
export type Situation =
  | { readonly kind: "nothing" | "visitor" | "left" | "entered" | "seeking" | "not-in" }
  | { readonly kind: "enter"; readonly places: readonly ("online" | "tables")[] }
  | {
      readonly kind: "play";
      readonly game: GameId;
      readonly opponent: PlayerId;
      readonly color: PairingColor;
      readonly table: number | null;
    }
  | ({ readonly kind: "soon" | "result" } & OwnGame)
  | ({ readonly kind: "confirm" | "told"; readonly result: TableResult } & OwnGame)
  | { readonly kind: "bye"; readonly isAsked: boolean }
  | { readonly kind: "waiting"; readonly result: TableResult | null }
  | { readonly kind: "over"; readonly rank: number };

/** Finds what the reader can do. `mayEnter` says whether the reader has an account. */
export function situationOf(state: TournamentState, mayEnter: boolean): Situation {
  const me = state.me ?? null;
  if (state.phase === "cancelled") return { kind: "nothing" };
  if (state.phase === "over") {
    const own = [...(state.standings ?? []), ...(state.arena ?? [])].find(({ player }) => player === me);
    return own ? { kind: "over", rank: own.rank } : { kind: "nothing" };
  }
  if (me === null) {
    if (!mayEnter) return { kind: "visitor" };
    return { kind: "enter", places: state.place === "both" ? ["tables", "online"] : [state.place] };
  }
  const running = (state.arena_games ?? []).find((it) => it.running && [it.black, it.white].includes(me));
  if (running) return { kind: "play", table: null, ...sideOf(me, running), game: running.game };
  const round = state.pairings?.at(-1);
  const seated = round && inRound(state, round, state.pairings?.length ?? 0, me);
  if (seated && seated.kind !== "waiting") return seated;
  if (state.field.find(({ player }) => player === me)?.left) return { kind: "left" };
  if (state.phase === "open") return { kind: "entered" };
  if (isArena(state)) return { kind: "seeking" };
  return seated ?? { kind: "not-in" };
}

/** Whether a tournament has no rounds. */
export function isArena({ format }: Pick<TournamentState, "format">): boolean {
  return typeof format === "object" && "arena" in format;
}

function sideOf(me: PlayerId, { black, white }: { black: PlayerId; white: PlayerId }) {
  return black === me
    ? { opponent: white, color: "black" as const }
    : { opponent: black, color: "white" as const };
}

function inRound(
  state: TournamentState,
  round: TournamentRound,
  number: number,
  me: PlayerId,
): Situation | null {
  const bye = round.byes.find(({ player }) => player === me);
  if (bye)
    return round.tables.every(isComplete)
      ? { kind: "waiting", result: null }
      : { kind: "bye", isAsked: bye.kind === "asked" };
  const at = round.tables.findIndex(({ black, white }) => black === me || white === me);
  const table = round.tables[at];
  if (!table) return null;
  const index = isComplete(table) ? -1 : table.results.findIndex((result) => result === null);
  if (index < 0)
    return { kind: "waiting", result: table.results.length === 1 ? (table.results[0] ?? null) : null };
  const of = { round: number, table: at + 1, game: index + 1 };
  const [black, white] = playersOf(table, of.game);
  const own = { of, black, white, ...sideOf(me, { black, white }) };
  const game = gameOf(state, of);
  if (game !== null) return { kind: "play", game, opponent: own.opponent, color: own.color, table: of.table };
  const claim = claimOf(state, of);
  if (claim) return { kind: claim.player === me ? "told" : "confirm", result: claim.result, ...own };
  return { kind: isOnline(state, own.opponent) && isOnline(state, me) ? "soon" : "result", ...own };
}

function isOnline(state: TournamentState, player: PlayerId): boolean {
  return state.field.find((other) => other.player === player)?.online ?? false;
}

/** Whether two numbers are of the same game. */
function isGame(one: GameNumber, other: GameNumber): boolean {
  return one.round === other.round && one.table === other.table && one.game === other.game;
}

/** The game on the server, if there is one. */
export function gameOf(state: TournamentState, of: GameNumber): GameId | null {
  return state.games?.find((game) => isGame(game.of, of))?.game ?? null;
}

/** What a player has told of a game. */
export function claimOf(state: TournamentState, of: GameNumber): ResultClaim | null {
  return state.claims?.find((claim) => isGame(claim.of, of)) ?? null;
}

/** What an organiser does next. */
export interface NextStep {
  readonly kind: "start" | "pair" | "results" | "finish" | "few" | "arena" | "over" | "cancelled";
  /** The round that is paired next, or played. */
  readonly round: number;
  /** The tables of the next round, if nobody else comes. */
  readonly tables: number;
  /** Whether one player gets a bye. */
  readonly hasBye: boolean;
  /** Who has asked for a bye in the next round. */
  readonly asked: readonly PlayerId[];
  /** How many results are missing. */
  readonly missing: number;
  /** Whether the last round can be taken back. */
  readonly canTakeBack: boolean;
}

/** Finds what an organiser does next. */
export function nextStep(state: TournamentState): NextStep {
  const rounds = state.pairings ?? [];
  const last = rounds.at(-1);
  const next = rounds.length + 1;
  const present = state.field.filter(({ left }) => !left);
  const asked = present.filter(({ byes }) => byes?.includes(next)).map(({ player }) => player);
  const missing = last ? missingIn(last) : 0;
  const playing =
    last?.stage === "knock_out" ? still(last) : Math.min(finalists(state), present.length - asked.length);
  const step = {
    round: next,
    tables: Math.floor(playing / 2),
    hasBye: playing % 2 === 1,
    asked,
    missing,
    canTakeBack: last !== undefined && last.tables.every(({ results }) => results.every((it) => it === null)),
  };
  if (state.phase === "over" || state.phase === "cancelled") return { kind: state.phase, ...step };
  if (isArena(state)) return { kind: state.phase === "open" ? "start" : "arena", ...step };
  if (missing > 0) return { kind: "results", ...step, round: rounds.length };
  if (state.rounds > 0 && rounds.length >= state.rounds) return { kind: "finish", ...step };
  if (playing < 2) return { kind: rounds.length > 0 ? "finish" : "few", ...step };
  return { kind: rounds.length === 0 ? "start" : "pair", ...step };
}

/** How many play the next round if it is the first one of finals after a Swiss. */
function finalists({ format, plan, pairings }: TournamentState): number {
  const rounds = typeof format === "object" && "swiss" in format ? format.swiss.rounds : Infinity;
  // The European Grand Prix has a final of two without saying so.
  return (pairings?.length ?? 0) < rounds ? Infinity : (plan.finals?.players ?? 2);
}

/** How many tables of a round are not finished. */
export function missingIn(round: TournamentRound): number {
  return round.tables.filter((table) => !isComplete(table)).length;
}

/** How many are still in a knock-out after a round: the winners, and those with byes. */
function still(round: TournamentRound): number {
  return round.tables.length + round.byes.filter(({ kind }) => kind === "unpaired").length;
}
