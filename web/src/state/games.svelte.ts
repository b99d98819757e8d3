// The games and offers of the lobby, and the user's own.
import type { GameId, GameProgress, GameSummary, Notice, Offer, OwnGame, Side } from "../protocol/wire";
import { gameOfRoom } from "../protocol/seen";
import { isAwaited, recordAfter, sideToMove, type GameRecord } from "./game-record";
import { speedClassOf } from "./games-terms";

/** A game of the user in progress. */
export type MyGame = OwnGame & {
  /** What the server has told of the game since it was listed; the list alone says whose turn it was. */
  readonly record?: GameRecord;
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
  isMyTurn(game: MyGame): boolean {
    const color = this.colorIn(game);
    if (color === null) return false;
    return game.record ? isAwaited(game.record.state, color) : game.to_move === color;
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
    if (notice.event === "ended" && game !== null) return this.#end(game);
    const own = this.own.map((each) => afterNotice(each, notice));
    if (own.some((each, index) => each !== this.own[index])) this.own = own;
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

function afterNotice(game: MyGame, notice: Notice): MyGame {
  const record = recordAfter(game.record ?? null, game.game, notice);
  if (record) return record === game.record ? game : { ...game, ...record.state, record };
  if (notice.event !== "moved" && notice.event !== "taken-back") return game;
  if (gameOfRoom(notice.room ?? "") !== game.game || notice.position == null) return game;
  return { ...game, to_move: sideToMove(notice.position) };
}
