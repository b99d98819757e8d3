// A game at one device in play: what a press does, what is said and heard of it, and the program that answers.
import type { CommandAction, CommandView } from "../../board/commands";
import type { OverlayMark } from "../../board/overlay";
import { soundOfEnd } from "../../board/result";
import { sayMove, sayResult } from "../../board/speech";
import { isSquare, opponentOf } from "../../board/squares";
import type { App } from "../../state/app.svelte";
import { readClock } from "../../state/clock-reading";
import { Alarm } from "../../state/clock-timer.svelte";
import { watch } from "../../state/watch.svelte";
import { joined, words } from "../../words";
import type { Practice } from "../analysis/practice.svelte";
import type { DecidableGame } from "../game/advice";
import { Coach } from "../game/coach.svelte";
import { aids } from "./aids.svelte";
import { loadProgram } from "./program";
import type { Table } from "./table.svelte";

const text = words.table;

/** What is done only at the second press of the same button. */
type Grave = "resign" | "another";

/** Make it while a component starts: it ends with the component. What decided the game is looked for in it. */
export class TableSession implements DecidableGame {
  /** What was pressed once and waits for the second press. */
  waiting = $state<Grave | null>(null);
  /** The program of this device, once it is loaded. */
  #program = $state.raw<Practice | null>(null);
  #lacksProgram = $state(false);
  /** A good move that is shown on the board. */
  hint = $state.raw<DecidableGame["hint"]>(null);
  readonly #app: Pick<App, "announce" | "settings" | "sounds">;
  readonly #alarm = new Alarm();
  readonly coach: Coach;

  constructor(
    readonly table: Table,
    app: Pick<App, "announce" | "settings" | "sounds">,
  ) {
    this.#app = app;
    this.coach = new Coach(this, table.id);
    watch(
      () => [table.shown.position, table.plies] as const,
      ([position]) => void this.coach.follow(position, table.rules),
    );
    // The flag falls by itself, also while nobody touches the board, and where its time is over before the page is shown.
    watch(
      () => table.clocks.deadline ?? null,
      (deadline) => {
        if (deadline !== null && deadline <= Date.now()) this.#fall();
        else this.#alarm.set(deadline, Date.now(), () => this.#fall());
      },
    );
    $effect(() => () => this.#alarm.set(null, 0, () => undefined));
    $effect(() => this.#loadProgram());
    // It answers in the game as it stands: not while somebody looks back, or while the clocks are stopped.
    watch(
      () => [table.isProgramsTurn && table.isLive && !table.isPaused, table.plies, this.#program] as const,
      ([mayMove, , program]) => void (mayMove ? program?.answer() : program?.leave()),
    );
  }

  readonly names = $derived.by(() => {
    const { black, white } = this.table.setUp.names;
    return { black: black || words.game.black, white: white || words.game.white };
  });

  /** Whether a person may move. */
  readonly isPlayable = $derived.by(() => {
    const { isOver, isLive, isPaused, isProgramsTurn } = this.table;
    return !isOver && isLive && !isPaused && !isProgramsTurn;
  });

  /** The side of the person; `null` with two people. */
  get color() {
    const { program } = this.table.setUp;
    return program ? opponentOf(program.side) : null;
  }

  get number() {
    return [this.table.setUp.start, ...this.moves, this.table.end?.loser].join(" ");
  }

  get isOver() {
    return this.table.isOver;
  }

  get moves() {
    return this.table.last.moves;
  }

  get state() {
    return { initial: this.table.setUp.start, end: this.table.result };
  }

  positionAt(ply: number) {
    return this.table.rules.replay(this.moves, { start: this.table.setUp.start, ply }).position;
  }

  /** Why the program does not move. After a takeback it need not. */
  readonly problem = $derived.by(() => (this.table.isProgramsTurn ? (this.#program?.problem ?? null) : null));

  readonly status = $derived.by(() => {
    const { table, problem } = this;
    const { shown, result } = table;
    if (!table.isLive) return text.lookingBack(shown.ply, table.plies);
    if (result) return sayResult(result, null);
    const passed = shown.lastMove === "pass" ? text.passed[table.sideOf(shown.ply)] : "";
    if (problem !== null) return joined(passed, problem);
    if (this.#lacksProgram) return joined(passed, words.engine["cannot-load"]);
    if (table.isProgramsTurn)
      return joined(passed, words.analysis.practice[this.#program?.isLoaded ? "thinking" : "loading"]);
    return joined(passed, text.toMove[table.toMove ?? "black"]);
  });

  /** The hint on the board, else how many discs each move turns. */
  readonly marks: readonly OverlayMark[] = $derived.by(() => {
    const { hint, table } = this;
    const { shown, rules } = table;
    if (hint?.position === shown.position)
      return hint.squares.filter(isSquare).map((square) => ({ kind: "frame", square }));
    if (!aids.teaching || !this.isPlayable) return [];
    return shown.legal.filter(isSquare).map((square) => ({
      kind: "value",
      square,
      text: String(rules.flips(shown.position, square).length),
      certainty: "estimate",
    }));
  });

  /** The game as the command line sees it. */
  readonly view: CommandView = $derived.by(() => {
    const { table, names } = this;
    const { shown, last, rules } = table;
    const { lastMove: move, flipped } = shown;
    return {
      position: shown.position,
      legal: shown.legal,
      live: { position: last.position, legal: last.legal },
      lastMove: move === null ? null : { side: table.sideOf(shown.ply), move, flipped },
      players: {
        black: { name: names.black, rating: null },
        white: { name: names.white, rating: null },
      },
      you: table.isProgramsTurn ? opponentOf(table.toMove ?? "white") : table.toMove,
      over: table.isOver,
      isHere: true,
      isPaused: table.isPaused,
      canTalk: false,
      stable: () => rules.stableDiscs(shown.position),
      turns: (square) => rules.flips(shown.position, square),
      timeLeft: (side) => readClock(table.clocks, side, Date.now()).left,
    };
  });

  play(square: string): void {
    const { table } = this;
    this.waiting = null;
    const before = table.plies;
    if (!table.play(square, Date.now())) return this.#tellEnd();
    void this.#app.sounds.play(table.plies > before + 1 ? "pass" : "disc");
    for (let ply = before + 1; ply <= table.plies; ply++) this.#tellPly(ply);
    this.#tellEnd();
  }

  giveHint(): void {
    void this.coach.hint(this.table.shown.position, this.table.rules);
  }

  takeBack(): void {
    this.waiting = null;
    this.table.takeBack(Date.now());
  }

  pause(): void {
    this.waiting = null;
    this.table.pause(Date.now());
    if (this.table.isPaused) this.#app.announce(text.paused);
    this.#tellEnd();
  }

  lookAt(ply: number): void {
    this.waiting = null;
    this.table.lookAt(ply);
  }

  resign(): void {
    this.table.resign(Date.now());
    this.#tellEnd();
  }

  /** Lets the program try again. */
  retry(): void {
    void this.#program?.answer();
  }

  /** Acts at the second press of the same button, with nothing else between the two. */
  twice(what: Grave, act: () => void): void {
    const isSecond = this.waiting === what;
    this.waiting = isSecond ? null : what;
    if (isSecond) act();
  }

  /** Does what the command line asks: it plays in the game, also while an earlier position is read. */
  act(action: CommandAction): void {
    this.lookAt(this.table.plies);
    if (action.kind === "move") this.play(action.square);
    if (action.kind === "resign") this.resign();
  }

  #fall(): void {
    if (this.table.isOver) return;
    this.table.tick(Date.now());
    this.#tellEnd();
  }

  #tellPly(ply: number): void {
    const { rules, last, setUp } = this.table;
    const { lastMove, flipped, position, legal, isOver } = rules.replay(last.moves, {
      start: setUp.start,
      ply,
    });
    const move = {
      side: this.table.sideOf(ply),
      move: lastMove ?? "",
      flipped,
      position,
      legal,
      over: isOver,
    };
    this.#app.announce(sayMove(move, null, this.#app.settings.choices.speech));
  }

  #tellEnd(): void {
    const { result } = this.table;
    if (!result) return;
    void this.#app.sounds.play(soundOfEnd(result, this.color));
    this.#app.announce(sayResult(result, null), "assertive");
  }

  #loadProgram(): (() => void) | undefined {
    const { table } = this;
    if (!table.setUp.program) return undefined;
    let isGone = false;
    let close: () => void = () => undefined;
    loadProgram(table, table.setUp.program, (square) => this.play(square)).then(
      (loaded) => {
        close = loaded.close;
        if (isGone) close();
        else this.#program = loaded.practice;
      },
      () => (this.#lacksProgram = true),
    );
    return () => {
      isGone = true;
      this.#program?.leave();
      close();
    };
  }
}
