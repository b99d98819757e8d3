// The games and offers of the lobby, and the user's own.
import type { GameId, GameProgress, GameSummary, Notice, Offer, OwnGame, Side } from "../protocol/wire";
import { gameOfRoom } from "../protocol/seen";
import { speedClassOf } from "./games-terms";

/** A game of the user in progress. */
export type MyGame = OwnGame & {
  /** When the flag of the side to move falls, in milliseconds since 1970. */
  readonly deadline?: number | null;
};

/** The lists of games. Each is replaced as a whole by a change; games that did not change stay the same objects. */
export class Games {
  /** The open offers: those of others that are public or to the user, and the user's own. */
  offers = $state.raw<readonly Offer[]>([]);
  /** The public games in progress. */
  running = $state.raw<readonly GameSummary[]>([]);
  /** The user's games in progress. */
  own = $state.raw<readonly MyGame[]>([]);
  /** Whether the server has sent the lists. */
  isRead = $state(false);
  /** The name of the user. */
  #self = $state<string | null>(null);

  /** The user's games in which it is the user's turn: those with a clock of days or none, then the others. */
  get myTurns(): readonly MyGame[] {
    return this.own.filter((game) => this.isMyTurn(game)).sort((a, b) => slowFirst(a) - slowFirst(b));
  }

  /** The challenges of others to the user. */
  get challenges(): readonly Offer[] {
    return this.offers.filter(({ from, to }) => to != null && from !== this.#self);
  }

  /** The user's own open offers. */
  get ownOffers(): readonly Offer[] {
    return this.offers.filter(({ from }) => from === this.#self);
  }

  /** Whether it is the user's turn in a game of the user. */
  isMyTurn(game: OwnGame): boolean {
    return game.to_move != null && game.to_move === this.colorIn(game);
  }

  /** The user's colour in a game, if the user plays it. */
  colorIn(game: Pick<GameSummary, "black" | "white">): Side | null {
    if (this.#self === null) return null;
    return game.black === this.#self ? "black" : game.white === this.#self ? "white" : null;
  }

  /** Whether a name is the user's own. */
  isSelf(name: string): boolean {
    return name === this.#self;
  }

  onNotice(notice: Notice): void {
    switch (notice.event) {
      case "games":
        this.isRead = true;
        this.offers = notice.offers;
        this.running = notice.games;
        break;
      case "entered":
        this.#self = notice.name;
        this.own = notice.games ?? [];
        for (const offer of notice.offers ?? []) this.#offer(offer);
        break;
      case "offered":
        this.#offer(notice);
        break;
      case "withdrawn":
        this.offers = without(this.offers, notice.game);
        break;
      case "playing":
        this.#begin(notice, notice.room === "private");
        break;
      case "over":
        this.#end(notice.game);
        break;
      case "progress":
        this.#progress(notice.games);
        break;
      default:
        this.#onGameNotice(notice);
    }
  }

  /** The user has signed out. */
  clearOwn(): void {
    this.#self = null;
    this.own = [];
    this.offers = this.offers.filter(({ to, private: isPrivate }) => to == null && !isPrivate);
  }

  /** Hears what happens in the user's own games, of which the client gets every event. */
  #onGameNotice(notice: Notice): void {
    const game = gameOfRoom(notice.room ?? "");
    switch (notice.event) {
      case "state":
      case "started":
        return this.#stand(notice.game, notice.plies, notice.position, notice.clocks.deadline);
      case "moved":
        if (game !== null) this.#stand(game, notice.ply, notice.position, notice.clocks.deadline);
        return;
      case "taken-back":
        if (game !== null) this.#stand(game, notice.plies, notice.position, notice.clocks.deadline);
        return;
      case "ended":
        if (game !== null) this.#end(game);
    }
  }

  #stand(game: GameId, plies: number, position?: string | null, deadline?: number | null): void {
    if (position == null) return;
    const to_move: Side = position.endsWith("X") ? "black" : "white";
    this.own = changed(this.own, game, (old) => ({ ...old, plies, to_move, deadline }));
  }

  #offer(offer: Offer): void {
    this.offers = [...without(this.offers, offer.game), offer];
  }

  #begin(game: GameSummary, isOwn: boolean): void {
    this.offers = without(this.offers, game.game);
    if (isOwn) this.own = [...without(this.own, game.game), { ...find(this.own, game.game), ...game }];
    if (!game.private) this.running = [...without(this.running, game.game), game];
  }

  #end(game: GameId): void {
    this.running = without(this.running, game);
    this.own = without(this.own, game);
  }

  #progress(games: readonly GameProgress[]): void {
    const news = new Map(games.map((game) => [game.game, game]));
    this.running = this.running.map((game) => {
      const change = news.get(game.game);
      return change ? { ...game, ...change } : game;
    });
  }
}

function slowFirst({ clock }: OwnGame): number {
  return speedClassOf(clock) === "correspondence" ? 0 : 1;
}

function find<T extends { game: GameId }>(games: readonly T[], game: GameId): T | undefined {
  return games.find((other) => other.game === game);
}

function without<T extends { game: GameId }>(games: readonly T[], game: GameId): readonly T[] {
  return find(games, game) ? games.filter((other) => other.game !== game) : games;
}

function changed<T extends { game: GameId }>(
  games: readonly T[],
  game: GameId,
  change: (game: T) => T,
): readonly T[] {
  return games.some((other) => other.game === game)
    ? games.map((other) => (other.game === game ? change(other) : other))
    : games;
}
