// The game of the first page: who plays, what is on its board, and the first move, which begins it.
import { untrack } from "svelte";
import { countDiscs, readPosition } from "../../board/squares";
import { Submission } from "../../parts/submission.svelte";
import type { GameId } from "../../protocol/wire";
import { loadRules } from "../../rules";
import type { App } from "../../state/app.svelte";
import { statusOf } from "../../state/game-status";
import { keep, readKept } from "../../state/storage";
import { watch } from "../../state/watch.svelte";
import { words } from "../../words";
import { botsOf, scaleOf, type Bot } from "../games/bots";
import type { Table } from "../table/table.svelte";
import type TableGame from "../table/TableGame.svelte";
import { afterFirst, LESSON, START } from "./lesson";

const KEY = "willow-strength";
const text = words.home.first;

/** A game against the program of this device, which needs no connection. */
interface DeviceGame {
  readonly Shown: typeof TableGame;
  readonly table: Table;
  /** Sets the same game up anew. */
  again(table: Table): Table;
}

/** Make it while a component starts: it ends with the component. */
export class FirstGame {
  readonly form = new Submission<never>();
  /** The place of the opponent on the slider. */
  level = $state(0);
  /** The first move, until it is played in the game that it begins. */
  move = $state<string | null>(null);
  /** The step of the rules that is on the board. */
  step = $state<number | null>(null);
  device = $state.raw<DeviceGame | null>(null);
  #number = $state<GameId | null>(null);
  /** Whether a game that goes on already may still come on the board. */
  #isFresh = true;
  #isGone = false;
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
    const kept = readKept(KEY);
    if (typeof kept === "number") this.level = kept;
    $effect(() => {
      const [found, isKnown] = [this.#running, app.games.isRead && app.lobby.users.length > 0];
      if (this.#isFresh && this.move === null && found) void untrack(() => this.#show(found.game));
      if (isKnown || this.move !== null) this.#isFresh = false;
    });
    // The move that began the game is played in it.
    watch(
      () => (this.#open?.view.playable ? this.move : null),
      (square) => {
        if (square === null) return;
        this.#open?.play(square);
        this.move = null;
      },
    );
    // A list of programs that comes anew asks for no second game.
    watch(
      () =>
        this.move !== null && this.#number === null && app.session.link === "open" ? this.bot : undefined,
      (opponent) => opponent && !this.form.isBusy && void this.#begin(opponent),
    );
    $effect(() => () => {
      this.#isGone = true;
      untrack(() => this.leave());
    });
  }

  readonly bots = $derived.by(() => scaleOf(botsOf(this.#app.lobby.users)));
  readonly bot = $derived(this.bots[Math.min(this.level, this.bots.length - 1)]);
  readonly #open = $derived.by(() =>
    this.#number === null ? null : (this.#app.tabs.open.get(this.#number) ?? null),
  );
  /** The game that is on the board; `null` while it shows a start or the rules. */
  readonly game = $derived(this.step === null && this.move === null && this.#open?.state ? this.#open : null);
  /** Whether the first move waits for a connection, and can be taken back. */
  readonly isStuck = $derived.by(() => {
    const { link, linkToTell } = this.#app.session;
    return this.move !== null && !this.form.isBusy && link !== "open" && linkToTell !== null;
  });
  /** What is on the board without a game. */
  readonly before = $derived.by(() => {
    // Before the programs are known a move waits for them.
    const canBegin = this.#number === null && (this.bots.length > 0 || this.#app.lobby.users.length === 0);
    if (this.step !== null) return { ...(LESSON[this.step] ?? START), playable: this.step === 0 && canBegin };
    return this.move === null ? { ...START, playable: canBegin } : afterFirst(this.move);
  });
  readonly #position = $derived(this.game?.view.position ?? this.before.position);
  /** The side to move; `null` where nobody is. */
  readonly toMove = $derived.by(() => {
    const isShown = this.step === null && !this.game?.isOver;
    return isShown ? readPosition(this.#position).toMove : null;
  });
  readonly discs = $derived(countDiscs(readPosition(this.#position).discs));
  readonly status = $derived.by(() => {
    const { name, link } = this.#app.session;
    if (this.form.problem !== null) return this.form.problem;
    if (this.step !== null) return text.steps[this.step] ?? "";
    if (this.isStuck) return words.game.status.offline;
    if (this.move !== null) return text.starting;
    if (!this.game) return text.begin;
    return statusOf(this.game, { self: name, isOffline: link !== "open", canClaim: false }).text;
  });
  /** The game against a program that goes on already. */
  readonly #running = $derived.by(() => {
    const { games, lobby } = this.#app;
    return games.own.findLast(({ clock, black, white }) => {
      const opponent = games.isSelf(black) ? white : black;
      return clock === "none" && lobby.isBot(opponent);
    });
  });

  /** Begins with a move, also out of the rules. */
  play(square: string): void {
    [this.step, this.move] = [null, square];
  }

  chooseLevel(level: number): void {
    this.level = level;
    keep(KEY, level);
  }

  /** Leaves the game that is on the board. */
  leave(): void {
    this.#app.tabs.onStage = null;
    if (this.#number !== null) this.#app.tabs.leaveScreen(this.#number);
    this.#number = null;
  }

  async rematch(before: GameId): Promise<void> {
    await this.form.send(async () => {
      const begun = await this.#app.pairing.rematch(before, true);
      if (begun === null || this.#isGone) return;
      this.leave();
      await this.#show(begun);
    });
  }

  /** Plays the first move against the program of this device; a game that stands there unfinished goes on. */
  async playDevice(): Promise<void> {
    const { move } = this;
    if (move === null) return;
    // While the form is busy, a connection that comes back begins no game beside this one.
    await this.form.send(
      () => this.#beginDevice(move),
      () => null,
      () => words.frame.notLoaded,
    );
    if (this.form.problem !== null) this.move = null;
  }

  /** Plays against the program of this device again. */
  againOnDevice(): void {
    if (this.device) this.device = { ...this.device, table: this.device.again(this.device.table) };
  }

  async #show(shown: GameId): Promise<void> {
    const { tabs } = this.#app;
    tabs.rules ??= await loadRules();
    if (this.#isGone) return;
    tabs.openGame(shown);
    tabs.onStage = this.#number = shown;
  }

  async #begin(bot: Bot): Promise<void> {
    await this.form.send(async () => {
      const terms = { clock: "none", color: "black" } as const;
      const [begun] = await Promise.all([this.#app.pairing.challenge(bot.name, terms, true), loadRules()]);
      if (begun !== null) await this.#show(begun);
    });
    if (this.form.problem !== null) this.move = null;
  }

  async #beginDevice(move: string): Promise<void> {
    const [{ default: Shown }, { againstDevice, Table }, rules] = await Promise.all([
      import("../table/TableGame.svelte"),
      import("../table/table.svelte"),
      loadRules(),
    ]);
    if (this.#isGone || this.move === null) return;
    const again = ({ setUp }: Table) => new Table(rules, setUp);
    const kept = Table.restored(rules, Date.now());
    const goesOn = kept && !kept.isOver && kept.plies > 0;
    const table = goesOn ? kept : new Table(rules, againstDevice());
    if (!goesOn) table.play(move, Date.now());
    this.device = { Shown, table, again };
    this.move = null;
  }
}
