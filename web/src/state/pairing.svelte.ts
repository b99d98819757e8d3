// Finding an opponent: what the user wants to play, and what waits for somebody.
import type { ColorChoice, Command, GameId, GameSummary, Notice, Pool, PoolSummary } from "../protocol/wire";
import { Refusal } from "../protocol/refusal";
import { isSameClock, POOL_CLOCKS, poolOf, readClock, speedClassOf } from "./games-terms";
import { TabRequests } from "./tab-requests";
import { keep, readKept } from "./storage";
import { joinRange, splitRange } from "./range";

/** What the user wants to play with one press. */
export interface SeekTerms {
  readonly clock: string;
  readonly rated: boolean;
  /** The ratings of opponents who are welcome, such as `1400-1600`; all if it is null. */
  readonly range: string | null;
}

export type Wait =
  | { kind: "pool"; pool: Pool; clock: string; since: number }
  | { kind: "seek"; clock: string; rated: boolean; range: string | null; since: number };

/** The terms of a game that is offered. */
export interface Terms {
  readonly clock: string;
  readonly rated?: boolean;
  readonly color?: ColorChoice;
  readonly start?: string;
  readonly private?: boolean;
  readonly synchro?: boolean;
  readonly lockstep?: boolean;
  readonly komi?: boolean;
}

/** What pairing needs of the tab. */
export interface PairingHost {
  ask(command: Command): Promise<Notice>;
  /** Makes the visitor a guest. */
  enter(): Promise<void>;
  /** A game that this tab wanted has begun. */
  onBegun(game: GameId): void;
  isGuest(): boolean;
  now(): number;
}

const KEY = "willow-play";
const FIRST_TERMS: SeekTerms = { clock: POOL_CLOCKS.blitz, rated: true, range: null };

/** The user's search for a game in this tab. */
export class Pairing {
  /** What was played last. */
  terms = $state.raw<SeekTerms>(readTerms() ?? FIRST_TERMS);
  /** What waits now. */
  wait = $state.raw<Wait | null>(null);
  /** The pools, and how many wait in each. */
  pools = $state.raw<readonly PoolSummary[]>([]);
  readonly #host: PairingHost;
  /** What this tab waits for, as opposed to the other windows of the user: only here its game comes on the screen. */
  readonly #asked = new TabRequests();
  /** The number of the seek that waits. */
  #seek: GameId | null = null;
  /** The games of the user that have begun since the page was opened. */
  readonly #begun = new Set<GameId>();
  /** Those of them that this tab was taken to. */
  readonly #arrived = new Set<GameId>();
  /** The user who is being challenged at this moment. */
  #challenged: string | null = null;

  constructor(host: PairingHost) {
    this.#host = host;
  }

  /** Chooses what to play, and keeps the choice. */
  choose(terms: SeekTerms): void {
    this.terms = terms;
    keep(KEY, terms);
  }

  /** Looks for an opponent. Rejected by a `Refusal`. */
  async play(): Promise<void> {
    await this.#host.enter();
    const { clock, rated, range } = this.terms;
    const pool = poolOf(clock);
    const isRated = rated && !this.#host.isGuest();
    const since = this.#host.now();
    const isInPool = pool !== null && range === null && (rated || this.#host.isGuest());
    const wait: Wait = isInPool
      ? { kind: "pool", pool, clock, since }
      : { kind: "seek", clock, rated: isRated, range, since };
    await this.#waitIn(wait, commandOf(wait));
  }

  /** Looks for an opponent no longer. */
  async stop(): Promise<void> {
    const wait = this.wait;
    this.wait = null;
    try {
      await this.#host.ask({ do: "unseek" });
    } catch (problem) {
      if (!(problem instanceof Refusal && problem.detail === "no-seek")) {
        this.wait = wait;
        throw problem;
      }
    }
    this.#asked.isSearching = false;
  }

  /** Accepts an offer, as a guest if the user has no name yet. */
  async join(game: GameId): Promise<void> {
    await this.#host.enter();
    this.#asked.add(game);
    await this.#begin({ do: "join", game });
  }

  /**
   * Challenges a user. Bots accept at once; a search for another opponent goes on meanwhile. The game comes on the
   * screen unless it `stays` where the user is. Returns the number of the offer or of the game.
   */
  async challenge(name: string, terms: Terms, stays = false): Promise<GameId | null> {
    const wait = this.wait;
    this.#challenged = name;
    try {
      await this.#host.enter();
      const game = await this.#begin({ do: "challenge", name, ...terms }, stays);
      // The server ends a search when a game begins.
      if (wait !== null && this.wait === null) await this.#waitIn(wait, commandOf(wait));
      return game;
    } finally {
      this.#challenged = null;
    }
  }

  /** Makes an offer to everybody (`new`) or to those who get its link (`link`). Returns its number. */
  async offer(how: "new" | "link", terms: Terms): Promise<GameId | null> {
    await this.#host.enter();
    return this.#begin({ do: how, ...terms });
  }

  /** Seeks a game with these terms, without changing what one press plays. */
  async seek(terms: Terms, range: string | null): Promise<void> {
    await this.#host.enter();
    const { clock, rated = false } = terms;
    const seek: Wait = { kind: "seek", clock, rated, range, since: this.#host.now() };
    await this.#waitIn(seek, { do: "seek", ...terms, range });
  }

  /** Offers a rematch of a game, or accepts one; `stays` as in `challenge`. Rejected by a `Refusal`. */
  async rematch(game: GameId, stays = false): Promise<GameId | null> {
    return this.#begin({ do: "rematch", game }, stays);
  }

  /** Asks how many wait in each pool, and whether the user does. */
  readPools(): void {
    const before = this.wait;
    this.#host
      .ask({ do: "pools" })
      .then((answer) => {
        // An answer that was asked for before the user joined a pool knows nothing of it.
        if (answer.event === "pools") this.#takePools(answer.pools, this.wait === before);
      })
      .catch(() => undefined);
  }

  /** Hears an event; `self` is the name of the user. */
  onNotice(notice: Notice, self: string | null): void {
    switch (notice.event) {
      case "playing":
        if (notice.room === "private") this.#onPlaying(notice);
        break;
      case "announcement":
        // A server that closes ends the waits in pools; seeks it withdraws.
        if (notice.closes_at != null && this.wait?.kind === "pool") this.#endWait();
        break;
      case "entered": {
        const own = (notice.offers ?? []).filter(({ from }) => from === notice.name);
        this.#asked.retain(own.map(({ game }) => game));
        const seek = own.find(({ seek }) => seek === true);
        this.#seek = seek?.game ?? null;
        if (seek) {
          const { clock, rated, range = null } = seek;
          this.wait = { kind: "seek", clock, rated, range, since: this.wait?.since ?? notice.time };
        } else if (this.wait?.kind === "seek") this.#endWait();
        this.readPools();
        break;
      }
      case "offered":
        if (notice.seek === true && notice.from === self && this.wait?.kind === "seek")
          this.#seek = notice.game;
        break;
      case "withdrawn":
        if (this.wait?.kind === "seek" && this.#seek === notice.game) this.#endWait();
        break;
    }
  }

  /** The user has signed out. */
  clear(): void {
    this.wait = null;
    this.#asked.clear();
    this.#begun.clear();
    this.#arrived.clear();
  }

  async #waitIn(wait: Wait, command: Command): Promise<void> {
    const before = { wait: this.wait, isSearching: this.#asked.isSearching };
    this.wait = wait;
    this.#asked.isSearching = true;
    try {
      await this.#begin(command);
    } catch (problem) {
      this.wait = before.wait;
      this.#asked.isSearching = before.isSearching;
      throw problem;
    }
  }

  #endWait(): void {
    this.wait = null;
    this.#asked.isSearching = false;
  }

  /** Sends a command that may begin a game, and goes to the game if it did and does not stay here. */
  async #begin(command: Command, stays = false): Promise<GameId | null> {
    const { done } = await this.#host.ask(command);
    const game = done?.game ?? null;
    if (game === null || stays) return game;
    if (this.#begun.has(game)) this.#arrive(game);
    else this.#asked.add(game);
    return game;
  }

  #onPlaying({ game, clock, black, white }: GameSummary): void {
    this.#begun.add(game);
    const isChallenge = this.#challenged === black || this.#challenged === white;
    const isSought = this.#asked.isSearching && this.wait !== null && isSameClock(this.wait.clock, clock);
    const isWanted = (isSought && !isChallenge) || this.#asked.has(game);
    const goesOn = this.wait?.kind === "seek" && speedClassOf(this.wait.clock) === "correspondence";
    // While the page does not know yet what waits, games that began before it was loaded are told again.
    if (this.wait !== null && !goesOn) this.#endWait();
    if (isWanted) this.#arrive(game);
  }

  #arrive(game: GameId): void {
    this.#asked.delete(game);
    if (this.#arrived.has(game)) return;
    this.#arrived.add(game);
    this.#host.onBegun(game);
  }

  #takePools(pools: readonly PoolSummary[], isNewer: boolean): void {
    this.pools = pools;
    if (!isNewer) return;
    const joined = pools.find(({ joined }) => joined === true);
    if (!joined) {
      // Without a wait, what this tab looked for before a reload has ended meanwhile.
      if (this.wait?.kind !== "seek") this.#endWait();
    } else if (this.wait?.kind !== "pool" || this.wait.pool !== joined.pool) {
      const { pool, clock } = joined;
      this.wait = { kind: "pool", pool, clock, since: this.#host.now() };
    }
  }
}

function commandOf(wait: Wait): Command {
  if (wait.kind === "pool") return { do: "pool", pool: wait.pool };
  const { clock, rated, range } = wait;
  return { do: "seek", clock, rated, range };
}

function readTerms(): SeekTerms | null {
  const kept = readKept(KEY);
  if (typeof kept !== "object" || kept === null) return null;
  const { clock, rated, range } = kept as Partial<Record<keyof SeekTerms, unknown>>;
  if (typeof clock !== "string" || readClock(clock) === null || typeof rated !== "boolean") return null;
  // The server would refuse every search with a broken range.
  return { clock, rated, range: typeof range === "string" ? joinRange(splitRange(range)) : null };
}
