// The games that are open in this tab of the browser: which there are, whose turn it is, and who hears their events.
import { SvelteMap } from "svelte/reactivity";
import type { GameId, Notice } from "../protocol/wire";
import type { Rules } from "../rules";
import { lowTimeAt } from "./clock-reading";
import { Game, type GameHost } from "./game.svelte";

/** What the games need of the rest of the tab. */
export interface TabHost extends GameHost {
  rules: Rules | null;
  /** Whether commands reach the server now. */
  isConnected(): boolean;
  /** Whether a player is a program. */
  isBot(name: string): boolean;
  shown(): GameId | null;
  /** Puts a game on the screen. */
  show(game: GameId): void;
  /** Hears that the user's time has become low. */
  onLowTime(game: Game): void;
}

/** Events that are older than this are told as part of the past, without a sound. */
const NEWS_MS = 5000;

/** The open games, in the order in which they were opened. */
export class GameTabs {
  readonly open = new SvelteMap<GameId, Game>();
  /** The game on the large board of the first page, or of the Watch page. */
  onStage = $state<GameId | null>(null);
  readonly #host: TabHost;

  /** The games as tabs: first those that wait for the user, then those of the user that do not, those that are watched or over. */
  readonly list = $derived.by(() => {
    const rank = (game: Game) => (game.isMyTurn ? 0 : game.color !== null && !game.isOver ? 1 : 2);
    return [...this.open.values()].sort((one, other) => rank(one) - rank(other));
  });

  constructor(host: TabHost) {
    this.#host = host;
  }

  /** The rules; `null` until a page shows a game. */
  get rules(): Rules | null {
    return this.#host.rules;
  }

  set rules(rules: Rules | null) {
    this.#host.rules = rules;
  }

  /** Opens a game and returns its state, which fills as the server answers. */
  openGame(number: GameId): Game {
    const known = this.open.get(number);
    if (known) return known;
    const game = this.#open(number);
    if (this.#host.isConnected()) void game.read();
    return game;
  }

  /**
   * A game that this tab of the browser has asked for has begun. It comes on the screen; who plays a person there is not
   * torn away.
   */
  arrive(number: GameId): void {
    const shown = this.#host.shown();
    const current = shown === null ? undefined : this.open.get(shown);
    const isPlaying = current !== undefined && current.color !== null && !current.isOver;
    if (isPlaying && !this.#host.isBot(current.state?.[current.opponent] ?? "")) return;
    this.#host.show(number);
  }

  /** Closes a game: a spectator stops watching. The games that the user plays stay. */
  close(number: GameId): void {
    const game = this.open.get(number);
    if (!game || (game.color !== null && !game.isOver)) return;
    game.leave();
    game.lowTime.set(null, 0, () => undefined);
    this.open.delete(number);
  }

  /** A game is no longer on the screen. One that is over, or was not found, needs no tab. */
  leaveScreen(number: GameId): void {
    const game = this.open.get(number);
    if (game && (game.isOver || !game.record)) this.close(number);
  }

  /** The game at an index of the list, from 1. */
  at(place: number): Game | undefined {
    return this.list[place - 1];
  }

  /** Hears an event of the server. */
  onNotice(notice: Notice): void {
    const isPast = notice.time < this.#host.serverNow() - NEWS_MS;
    if (notice.event === "started") this.#open(notice.game);
    for (const game of this.open.values()) {
      game.onNotice(notice, isPast);
      this.#setAlarm(game);
    }
    if (notice.event === "ended" && isPast) this.#dropEnded();
    if (notice.event === "entered") this.#openOwn(notice.games ?? []);
    if (notice.id === "greet-1") this.#readAll();
  }

  /** Forgets all games, for another user. The one on the screen stays, to be read again. */
  clear(): void {
    for (const [number, game] of this.open) {
      game.lowTime.set(null, 0, () => undefined);
      if (number === this.#host.shown()) game.reset();
      else this.open.delete(number);
    }
  }

  /**
   * Makes a game. Without a root of its own, what it derives would end with the component that opens it: its values
   * would stay as they are then.
   */
  #make(number: GameId): Game {
    const made: Game[] = [];
    $effect.root(() => void made.push(new Game(number, this.#host)));
    const [game] = made;
    if (!game) throw new Error("an effect root runs at once");
    return game;
  }

  /** Opens a game without reading it: its state is on its way. */
  #open(number: GameId): Game {
    const game = this.open.get(number) ?? this.#make(number);
    this.open.set(number, game);
    return game;
  }

  /** Games of a fast clock are opened at once. Those of days wait in the list of the first page. */
  #openOwn(games: readonly { readonly game: GameId; readonly clock: string }[]): void {
    for (const { game, clock } of games) {
      if (!/d$|none/.test(clock)) this.#open(game);
    }
  }

  /** After a reconnection, the state of each game that goes on is asked for again. */
  #readAll(): void {
    for (const game of this.open.values()) if (!game.isOver) void game.read();
  }

  /** Games that ended while nobody looked need no tab. */
  #dropEnded(): void {
    for (const [number, game] of this.open) {
      if (game.isOver && number !== this.#host.shown()) this.open.delete(number);
    }
  }

  #setAlarm(game: Game): void {
    if (!game.state || !game.color) return;
    const at = lowTimeAt(game.state.clocks, game.color);
    game.lowTime.set(at, this.#host.serverNow(), () => this.#host.onLowTime(game));
  }
}
