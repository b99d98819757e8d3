// The game of two people at one device. It needs no server, and is kept in the browser over a reload.
import type { GameEnd, Side } from "../../protocol/wire";
import type { PositionText, Rules } from "../../rules";
import { countDiscs, opponentOf, sideToMove } from "../../state/gameRecord";
import { keep, readKept } from "../../state/kept";
import { USUAL_START } from "../../state/games-new.svelte";
import {
  clockStateOf,
  isFlagDown,
  started,
  stopped,
  timesOf,
  withNewPeriods,
  type TableTerms,
  type TableTimes,
} from "./clock";

/** What the players agree on before the game. */
export interface TableSetUp {
  readonly start: PositionText;
  readonly names: Readonly<Record<Side, string>>;
  readonly terms: TableTerms;
}

/** How a game ended before the board was full. */
export interface EarlyEnd {
  readonly reason: "resigned" | "timeout";
  readonly loser: Side;
}

/** A game as it is kept. */
interface KeptTable extends TableSetUp {
  readonly moves: readonly string[];
  readonly times: TableTimes;
  readonly end: EarlyEnd | null;
}

const KEY = "willow-table";

/** The game on the table. */
export class Table {
  /** The moves, with passes. */
  moves = $state.raw<readonly string[]>([]);
  times = $state.raw<TableTimes>({ black: 0, white: 0, running: null, since: 0 });
  end = $state.raw<EarlyEnd | null>(null);
  /** The ply on the board; `null` for the last one. */
  looked = $state<number | null>(null);
  readonly last = $derived.by(() => this.rules.replay(this.moves, { start: this.setUp.start }));
  readonly shown = $derived.by(() =>
    this.looked === null
      ? this.last
      : this.rules.replay(this.moves, { start: this.setUp.start, ply: this.looked }),
  );
  readonly clocks = $derived.by(() => clockStateOf(this.setUp.terms, this.times));
  readonly isOver = $derived.by(() => this.end !== null || this.last.isOver);
  readonly toMove = $derived.by(() => sideToMove(this.last.position));
  readonly isLive = $derived(this.looked === null);
  /** Whether the players have stopped the clocks. */
  readonly isPaused = $derived.by(
    () => this.setUp.terms.kind !== "none" && !this.isOver && this.#hasBegun && this.times.running === null,
  );

  constructor(
    readonly rules: Rules,
    readonly setUp: TableSetUp,
    kept: Pick<KeptTable, "moves" | "times" | "end"> | null = null,
  ) {
    this.times = kept?.times ?? timesOf(setUp.terms);
    this.moves = kept?.moves ?? [];
    this.end = kept?.end ?? null;
    if (!kept) this.#passIfNeeded();
    this.#keep();
  }

  /**
   * Returns the game that this browser has kept; `null` if there is none, or one that breaks the rules. Its clock ran on
   * while the page was closed.
   */
  static restored(rules: Rules, now: number): Table | null {
    const kept = readKept(KEY);
    if (!isKeptTable(kept)) return null;
    try {
      rules.replay(kept.moves, { start: kept.start });
      const table = new Table(rules, kept, kept);
      table.tick(now);
      return table;
    } catch {
      return null;
    }
  }

  /** Forgets the game. */
  static forget(): void {
    keep(KEY, null);
  }

  /** Whether a move was played, and so the clocks were started. */
  get #hasBegun(): boolean {
    return this.moves.some((move) => move !== "pass");
  }

  /** The number of moves and passes. */
  get plies(): number {
    return this.last.moves.length;
  }

  /** How the game ended; `null` while it goes on. Empty squares count for the winner. */
  get result(): GameEnd | null {
    if (!this.isOver) return null;
    const { black, white } = countDiscs(this.last.position);
    const discs = { black_discs: black, white_discs: white };
    if (this.end) return { ...this.end, ...discs, result: this.end.loser === "black" ? -64 : 64 };
    const lead = black - white;
    return { reason: "finished", ...discs, result: lead + Math.sign(lead) * (64 - black - white) };
  }

  /**
   * Plays a legal move at a time. The first one starts the clocks, and none is played while they are stopped. Returns
   * whether it was played.
   */
  play(square: string, now: number): boolean {
    if (this.isOver || this.isPaused || !this.isLive || !this.last.legal.includes(square)) return false;
    if (this.#fallsAt(now)) return false;
    this.times = stopped(this.setUp.terms, this.times, now, true);
    this.moves = [...this.last.moves, square];
    this.#passIfNeeded();
    if (!this.isOver && this.toMove) this.times = started(this.times, this.toMove, now);
    this.#keep();
    return true;
  }

  /** Takes the last move back, with the pass that followed it. Its time stays used, and stopped clocks stay stopped. */
  takeBack(now: number): void {
    const before = this.moves.findLastIndex((move) => move !== "pass");
    if (before < 0) return;
    const wasPaused = this.isPaused;
    this.end = null;
    this.looked = null;
    this.times = withNewPeriods(stopped(this.setUp.terms, this.times, now, false));
    this.moves = this.moves.slice(0, before);
    if (!wasPaused && this.#hasBegun && this.toMove) this.times = started(this.times, this.toMove, now);
    this.#keep();
  }

  /** Stops the clocks, or lets them go on. */
  pause(now: number): void {
    if (this.isOver || !this.toMove || this.#fallsAt(now)) return;
    this.times =
      this.times.running === null
        ? started(this.times, this.toMove, now)
        : stopped(this.setUp.terms, this.times, now, false);
    this.#keep();
  }

  /** The side to move gives the game up. */
  resign(now: number): void {
    if (!this.isOver && this.toMove) this.#endAt({ reason: "resigned", loser: this.toMove }, now);
  }

  /** Ends the game if the running clock has no time left. Returns whether it has. */
  #fallsAt(now: number): boolean {
    const loser = this.times.running;
    if (loser === null || this.isOver || !isFlagDown(this.setUp.terms, this.times, now)) return false;
    this.#endAt({ reason: "timeout", loser }, now);
    return true;
  }

  /** Looks at the clock: the game ends when it has run out. */
  tick(now: number): void {
    this.#fallsAt(now);
  }

  /** Shows the position after a number of plies. */
  lookAt(ply: number): void {
    const within = Math.max(0, Math.min(this.plies, ply));
    this.looked = within === this.plies ? null : within;
  }

  /** Whose move a ply was. */
  sideOf(ply: number): Side {
    const first = sideToMove(this.setUp.start) ?? "black";
    return ply % 2 === 1 ? first : opponentOf(first);
  }

  #endAt(end: EarlyEnd, now: number): void {
    this.times = stopped(this.setUp.terms, this.times, now, false);
    this.end = end;
    this.#keep();
  }

  #passIfNeeded(): void {
    if (this.last.mustPass) this.moves = [...this.last.moves, "pass"];
  }

  #keep(): void {
    const { moves, times, end } = this;
    keep(KEY, { ...this.setUp, moves, times, end } satisfies KeptTable);
  }
}

/** Whether a kept value is a game, and not one of another version of the page. */
function isKeptTable(value: unknown): value is KeptTable {
  if (typeof value !== "object" || value === null) return false;
  const { start, names, terms, moves, times } = value as Partial<KeptTable>;
  return (
    /^[XO-]{64} [XO]$/.test(start ?? "") &&
    Array.isArray(moves) &&
    typeof names?.black === "string" &&
    typeof names.white === "string" &&
    typeof terms?.main === "number" &&
    typeof times?.since === "number"
  );
}

/** A game without a clock and without names, from the usual start. */
export const PLAIN: TableSetUp = {
  start: USUAL_START,
  names: { black: "", white: "" },
  terms: { kind: "none", main: 0, extra: 0 },
};
