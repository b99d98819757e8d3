// The game of two people at one device. It needs no server, and is kept in the browser over a reload.
import { STRENGTHS, strengthName, type Strength } from "../../study/strength";
import type { EarlyEnd, GameEnd, Side } from "../../protocol/wire";
import type { KeepableGame } from "../../study/library-games";
import type { PositionText, Rules } from "../../rules";
import { opponentOf } from "../../board/squares";
import { hintsIn } from "../../state/assisted";
import { deviceGames, type PlayedGame } from "../../state/device-games.svelte";
import { countDiscs, resultOf, sideToMove } from "../../state/game-record";
import { keep, readKept } from "../../state/storage";
import { randomWord } from "../../state/random-word";
import { words } from "../../words";
import { library } from "../../study/library.svelte";
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
  /**
   * The side that the program of this device plays, its level, and how it errs, as `Strength` has it; `null` or missing
   * for two people.
   */
  readonly program?: { readonly side: Side; readonly level: number; readonly temperature?: number } | null;
}

interface KeptTable extends TableSetUp {
  /** A word that no other game has. Games of older versions of the page have none. */
  readonly id?: string;
  readonly moves: readonly string[];
  readonly times: TableTimes;
  readonly end: EarlyEnd | null;
}

const KEY = "willow-table";

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

  /** A word that no other game has, by which the library knows it. */
  readonly id: string;

  constructor(
    readonly rules: Rules,
    readonly setUp: TableSetUp,
    kept: Pick<KeptTable, "id" | "moves" | "times" | "end"> | null = null,
  ) {
    this.id = kept?.id ?? randomWord(8);
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
    return { reason: "finished", ...discs, result: resultOf(this.last.position) };
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
    if (this.isOver) this.#keepGame();
    return true;
  }

  /** Whether the program of this device is to move. */
  get isProgramsTurn(): boolean {
    return !this.isOver && this.setUp.program?.side === this.toMove;
  }

  /** Takes back until a person is to move, or all moves are taken back. */
  takeBack(now: number): void {
    do this.#takeBackMove(now);
    while (this.isProgramsTurn && this.#hasBegun);
  }

  /** Takes the last move back, with the pass that followed it. Its time stays used, and stopped clocks stay stopped. */
  #takeBackMove(now: number): void {
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

  /** The game as the library keeps it. */
  get game(): KeepableGame {
    const { id, result, setUp } = this;
    const transcript = this.moves.filter((move) => move !== "pass").join("");
    const hints = hintsIn(id);
    const event = hints > 0 ? words.game.actions.assisted(hints) : "";
    const game = { id, start: setUp.start, transcript, ...setUp.names, event, branches: "" };
    return { ...game, ...(result && { result: result.result }), isAgainstDevice: !!setUp.program };
  }

  #endAt(end: EarlyEnd, now: number): void {
    this.times = stopped(this.setUp.terms, this.times, now, false);
    this.end = end;
    this.#keep();
    this.#keepGame();
  }

  #passIfNeeded(): void {
    if (this.last.mustPass) this.moves = [...this.last.moves, "pass"];
  }

  #keep(): void {
    const { moves, times, end } = this;
    keep(KEY, { ...this.setUp, id: this.id, moves, times, end } satisfies KeptTable);
  }

  /** The game as the server's archive takes it. */
  get #deviceGame(): PlayedGame | null {
    const { start, program } = this.setUp;
    if (!program) return null;
    const { level, temperature = 0 } = program;
    const isLike = (strength: Strength) => strength.level === level && strength.temperature === temperature;
    const like = temperature > 0 ? STRENGTHS.find(isLike)?.name : null;
    return {
      ...{ id: this.id, color: opponentOf(program.side), level, moves: this.game.transcript },
      ...(like && { like }),
      ...(start !== USUAL_START && { initial: start }),
      ...(this.end && { early_end: this.end }),
      ended_at: Date.now(),
    };
  }

  /**
   * Puts a game that has just ended into the library and the archive, once: one that is read again may have been thrown
   * away there.
   */
  #keepGame(): void {
    const sent = this.#deviceGame;
    if (!sent) return;
    void library.keep([this.game], "");
    deviceGames.add(sent);
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

/** A first game against the program of this device, which plays White. */
export function againstDevice(): TableSetUp {
  const [weakest] = STRENGTHS;
  const { level, temperature } = weakest;
  const names = { black: "", white: strengthName(weakest) };
  return { ...PLAIN, names, program: { side: "white", level, temperature } };
}

/** A game without a clock and without names, from the usual start. */
export const PLAIN: TableSetUp = {
  start: USUAL_START,
  names: { black: "", white: "" },
  terms: { kind: "none", main: 0, extra: 0 },
};
