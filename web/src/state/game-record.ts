// What the server has told about one game, as plain data: a state and the events after it go in, a new state comes out.
// As in `crates/protocol/src/game/reducer.rs`: both replay the streams in `crates/protocol/streams`.
import { opponentOf } from "../board/squares";
import { gameOfRoom } from "../protocol/seen";
import type { ArchivedGame, GameId, GameState, Notice, PairResult, Side } from "../protocol/wire";
import { stopClocks } from "./clock-reading";

/** A game as far as the server has told it. */
export interface GameRecord {
  readonly state: GameState;
  /** The result of both games, if this is one of a synchro pair and both are over. */
  readonly pair: PairResult | null;
  /** Where an imported game comes from; `null` for a game of this server. */
  readonly source: GameSource | null;
  /** Whether an event is missing: the state must be asked for again. */
  readonly isTorn: boolean;
}

/** What is known of an imported game. */
export interface GameSource {
  /** As far as it is known: `1995` or `1995-06-30`. */
  readonly date: string;
  readonly event: string;
  readonly place: string;
  /** Whether it was played against the program of a device. */
  readonly onDevice: boolean;
}

type Told<Word extends Notice["event"]> = Extract<Notice, { event: Word }>;

/** Makes a record of a whole state; the result of the pair is taken over from an earlier record. */
function recordOf(state: GameState, before: GameRecord | null = null): GameRecord {
  return { state, pair: before?.pair ?? null, source: null, isTorn: false };
}

/** From when the opponent of a player who is away may claim the win; `undefined` of a player who is there. */
export function claimAtOf(state: GameState | null, side: Side): number | undefined {
  return state?.gone?.find(({ color }) => color === side)?.claim_at;
}

/** Makes a record of an imported game, of which `moves` has the passes, too. */
export function recordOfArchived(archived: ArchivedGame, moves: readonly string[]): GameRecord {
  const { summary, initial, position, place } = archived;
  const discs = countDiscs(position);
  const winner = (summary.result ?? 0) > 0 ? "black" : "white";
  const end = {
    reason: summary.ending ?? "finished",
    ...(summary.ending && summary.ending !== "agreed" && { loser: opponentOf(winner) }),
    result: summary.result,
    black_discs: discs.black,
    white_discs: discs.white,
  };
  const state: GameState = {
    game: summary.game,
    black: summary.black,
    white: summary.white,
    initial,
    moves: [...moves],
    position,
    plies: moves.length,
    end,
    clocks: { black: null, white: null },
    clock: "none",
    rated: false,
    color: "random",
    start: "standard",
    private: false,
    watchers: 0,
    last: 0,
    legal: [],
  };
  const { date, event } = summary;
  const source = { date, event: event ?? "", place: place ?? "", onDevice: summary.on_device ?? false };
  return { ...recordOf(state), source };
}

/** Returns the record after a notice; the same record if the notice does not change the game. */
export function recordAfter(record: GameRecord | null, game: GameId, notice: Notice): GameRecord | null {
  switch (notice.event) {
    case "started":
      return notice.game === game ? afterStart(record, notice) : record;
    case "state":
      return notice.game === game ? recordOf(notice, record) : record;
    case "snapshot":
      return notice.game?.game === game ? recordOf(notice.game, record) : record;
  }
  if (
    !record ||
    notice.room == null ||
    !notice.room.startsWith("game/") ||
    gameOfRoom(notice.room) !== game
  ) {
    return record;
  }
  if (notice.number == null) return afterEvent(record, notice);
  if (notice.number <= record.state.last) return record;
  const next = afterEvent(record, notice);
  const isTorn = next.isTorn || notice.number > record.state.last + 1;
  return { ...next, isTorn, state: { ...next.state, last: notice.number } };
}

/** The first event of a game. It comes again when the past of the room is read. */
function afterStart(record: GameRecord | null, notice: Told<"started">): GameRecord {
  const number = notice.number ?? notice.last;
  if (record && number <= record.state.last) return record;
  return recordOf({ ...notice, last: number }, record);
}

function afterEvent(record: GameRecord, notice: Notice): GameRecord {
  switch (notice.event) {
    case "moved":
      return afterMove(record, notice);
    case "taken-back":
      return afterTakeback(record, notice);
    case "takeback-asked":
      return changed(record, { takeback: notice.color });
    case "takeback-refused":
      return changed(record, { takeback: null });
    case "time-given":
      return changed(record, { clocks: notice.clocks });
    case "held":
    case "bid":
      return afterHidden(record, notice);
    case "komi":
      return afterBids(record, notice);
    case "result-offered":
      return changed(record, { offered_result: { color: notice.color, result: notice.result } });
    case "adjourn-asked":
    case "continue-asked":
      return changed(record, { adjourn_asked: notice.color });
    case "adjourned":
      return changed(record, { ...NOTHING_ASKED, clocks: notice.clocks, adjourned_since: notice.time });
    case "request-refused":
      return changed(record, { offered_result: null, adjourn_asked: null });
    case "unrated":
      return changed(record, { rated: false });
    case "resumed":
      return changed(record, {
        clocks: notice.clocks,
        legal: notice.legal ?? record.state.legal,
        adjourned_since: null,
        // After a restart of the server players may still ask to adjourn a game of days.
        ...(record.state.adjourned_since == null ? {} : { adjourn_asked: null }),
      });
    case "gone":
      return changed(record, {
        gone: [...othersGone(record.state, notice.color), { color: notice.color, claim_at: notice.claim_at }],
      });
    case "back":
      return changed(record, { gone: othersGone(record.state, notice.color) });
    case "spectators":
      return afterSpectators(record, notice);
    case "rated":
      return afterRating(record, notice);
    case "paired":
      return { ...record, pair: notice };
    case "ended":
      return afterEnd(record, notice);
    default:
      return record;
  }
}

function othersGone({ gone }: GameState, side: Side): NonNullable<GameState["gone"]> {
  return (gone ?? []).filter(({ color }) => color !== side);
}

/** A player has moved in a pair in lock-step, or has bid: what, is hidden. */
function afterHidden(record: GameRecord, notice: Told<"held"> | Told<"bid">): GameRecord {
  const { state } = record;
  const name = notice.event === "bid" ? notice.name : state[notice.color];
  // After a restart of the server a player may have to move again.
  const waiting = [...new Set([...(state.waiting ?? []), name])];
  return changed(record, { clocks: notice.clocks, waiting });
}

/** The bids decide who plays which colour. */
function afterBids(record: GameRecord, notice: Told<"komi">): GameRecord {
  const { state } = record;
  const { black, white, komi, exchanged } = notice;
  const { ratings, black_display_name, white_display_name } = state;
  const colors = exchanged
    ? {
        ratings: ratings && { black: ratings.white, white: ratings.black },
        black_display_name: white_display_name,
        white_display_name: black_display_name,
        gone: (state.gone ?? []).map((player) => ({ ...player, color: opponentOf(player.color) })),
      }
    : {};
  return changed(record, { black, white, komi_discs: komi, ...colors, ...NOTHING_WAITS });
}

function afterMove(record: GameRecord, notice: Told<"moved">): GameRecord {
  const { state } = record;
  if (notice.ply !== state.moves.length + 1) return { ...record, isTorn: true };
  return changed(record, {
    moves: [...state.moves, notice.move],
    times: state.times && [...state.times, notice.used ?? 0],
    plies: notice.ply,
    position: notice.position ?? state.position,
    legal: notice.legal ?? [],
    clocks: notice.clocks,
    last_move_at: notice.move === "pass" ? state.last_move_at : notice.time,
    ...NOTHING_ASKED,
    ...NOTHING_WAITS,
  });
}

function afterTakeback(record: GameRecord, notice: Told<"taken-back">): GameRecord {
  const { state } = record;
  if (notice.plies > state.moves.length) return { ...record, isTorn: true };
  return changed(record, {
    moves: state.moves.slice(0, notice.plies),
    times: state.times?.slice(0, notice.plies),
    plies: notice.plies,
    position: notice.position ?? state.position,
    legal: notice.legal ?? [],
    clocks: notice.clocks,
    ...NOTHING_ASKED,
  });
}

function afterSpectators(record: GameRecord, notice: Told<"spectators">): GameRecord {
  const gone = new Set([...(notice.left ?? []), ...(notice.came ?? [])]);
  const stayed = (record.state.spectator_names ?? []).filter((name) => !gone.has(name));
  return changed(record, {
    watchers: notice.count,
    spectators: notice.count,
    spectator_names: [...stayed, ...(notice.came ?? [])],
  });
}

function afterRating(record: GameRecord, notice: Told<"rated">): GameRecord {
  const color: Side = notice.name === record.state.black ? "black" : "white";
  const others = (record.state.rating_changes ?? []).filter((change) => change.color !== color);
  return changed(record, {
    rating_changes: [...others, { color, before: notice.before, after: notice.after }],
  });
}

function afterEnd(record: GameRecord, notice: Told<"ended">): GameRecord {
  const { time, reason, result, black_discs, white_discs, loser, komi } = notice;
  const end = { reason, result, black_discs, white_discs, loser, komi };
  const clocks = stopClocks(record.state.clocks, time);
  return changed(record, {
    ...NOTHING_ASKED,
    ...NOTHING_WAITS,
    end,
    clocks,
    legal: [],
    ended_at: time,
    gone: [],
    adjourned_since: null,
  });
}

/** What a move and an end take back. */
const NOTHING_ASKED = { takeback: null, offered_result: null, adjourn_asked: null } as const;

/** Nothing is hidden any more. */
const NOTHING_WAITS: Partial<GameState> = {
  bidding: false,
  waiting: [],
  own_move: null,
  opponent_move: null,
  opponent_bid: null,
};

function changed(record: GameRecord, news: Partial<GameState>): GameRecord {
  return { ...record, state: { ...record.state, ...news } };
}

/** The user's move on its way to the server. */
export interface SentMove {
  /** The number of plies before it. */
  readonly ply: number;
  readonly square: string;
  /** The position after it and the squares that it turned, if the rules are there. */
  readonly played: { readonly position: string; readonly flipped: readonly string[] } | null;
}

/** The own move of a pair in lock-step that was sent before the page was opened, or in another window. A bid is none. */
export function heldMoveOf({ own_move, bidding, moves }: GameState): SentMove | null {
  return own_move && !bidding ? { ply: moves.length, square: own_move, played: null } : null;
}

/** Whether a game waits for a player to move or to bid. Who has bid, or has a move that is hidden, is not waited for. */
export function isAwaited(state: GameState, side: Side): boolean {
  const waiting = state.waiting ?? [];
  if (state.end != null || state.adjourned_since != null) return false;
  if (state.bidding) return !waiting.includes(state[side]);
  return waiting.length === 0 && sideToMove(state.position) === side;
}

/** The side to move of a position as the protocol writes it; `null` if it has none. */
export function sideToMove(position: string): Side | null {
  return position[65] === "X" ? "black" : position[65] === "O" ? "white" : null;
}

/** The discs of both colours in a position. */
export function countDiscs(position: string): { readonly [side in Side]: number } {
  const count = (disc: string) => position.slice(0, 64).split(disc).length - 1;
  return { black: count("X"), white: count("O") };
}

/** Black's discs less White's at the end of a game; empties go to the winner. */
export function resultOf(position: string): number {
  const { black, white } = countDiscs(position);
  const lead = black - white;
  return lead + Math.sign(lead) * (64 - black - white);
}

/** The last move of a colour, for "asks to take back f5"; passes do not count. */
export function lastMoveOf(state: GameState, side: Side): string | null {
  const first: Side = state.initial[65] === "O" ? "white" : "black";
  for (let ply = state.moves.length; ply > 0; ply--) {
    const mover = ply % 2 === 1 ? first : opponentOf(first);
    const move = state.moves[ply - 1];
    if (mover === side && move !== undefined && move !== "pass") return move;
  }
  return null;
}
