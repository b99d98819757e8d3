// Games against the program of this device that wait until the server's archive has them.
import { change } from "../protocol/http";
import { Refusal } from "../protocol/refusal";
import type { DeviceGame, DeviceGameKept, ErrorDetail, GameId } from "../protocol/wire";
import { keep, readKept } from "./storage";

const WAITING = "willow-device-games";
/** The account that used this browser last; none after a guest or a visitor. */
const ACCOUNT = "willow-account";
/** So many games wait at most; the oldest are left out. */
const MOST = 1000;
/** How long the page waits after the server has asked for a pause, in milliseconds. */
const PAUSE_MS = 6_000;

/** The server takes such a game at no other time either. */
const FOR_GOOD: readonly (ErrorDetail | string)[] = ["invalid-body", "body-too-long", "not-possible-here"];
const LATER: readonly (ErrorDetail | string)[] = ["too-many-queries", "too-many-commands", "server-busy"];

/** A game as it was played, of whichever account. */
export type PlayedGame = Omit<DeviceGame, "account">;

interface WaitingGame {
  readonly account: string;
  readonly game: PlayedGame;
}

/** What the games need to know of the tab. */
export interface DeviceGamesHost {
  /** The account that uses the browser; null for guests and visitors, undefined before the server has said it. */
  readonly account: string | null | undefined;
  readonly isConnected: boolean;
  /** Whether the user wants such games in the archive. */
  readonly wants: boolean;
}

type Send = (game: DeviceGame) => Promise<DeviceGameKept>;

const post: Send = (game) => change("POST", "/api/device-games", game);

export class DeviceGames {
  /** Games of accounts that are not signed in wait, too. */
  #waiting = $state.raw(readWaiting());
  /** The games that wait in this page alone: the storage has no space for them. */
  #unkept: readonly WaitingGame[] = [];
  /** What the server has said for good of the games that this page has sent: their numbers in the archive, or a refusal. */
  #answers = $state.raw<ReadonlyMap<string, GameId | "refused">>(new Map());
  #host: DeviceGamesHost | null = null;
  #isSending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #send: Send;

  constructor(send: Send = post) {
    this.#send = send;
  }

  attach(host: DeviceGamesHost): void {
    this.#host = host;
  }

  /** Adds a game that has just ended, if an account uses this browser and wants it kept. */
  add(game: PlayedGame): void {
    const account = this.#host?.account === undefined ? readKept(ACCOUNT) : this.#host.account;
    if (!this.#host?.wants || typeof account !== "string") return;
    const others = this.#read().filter((waiting) => waiting.game.id !== game.id);
    this.#write([...others, { account, game }].slice(-MOST));
    void this.send();
  }

  /** Whether a game waits or was refused, or its number in the archive; null for one of which this page knows nothing. */
  stateOf(id: string): "waiting" | "refused" | GameId | null {
    const isWaiting = this.#host?.wants === true && this.#waiting.some(({ game }) => game.id === id);
    return this.#answers.get(id) ?? (isWaiting ? "waiting" : null);
  }

  /** The server has said who uses the browser. */
  onKnown(): void {
    keep(ACCOUNT, this.#host?.account ?? null);
    void this.send();
  }

  /** Sends what waits, one game after the other, as far as that is possible now. */
  async send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    clearTimeout(this.#timer);
    for (let next = this.#next(); next; next = (await this.#sendOne(next)) ? this.#next() : undefined);
    this.#isSending = false;
  }

  #next(): WaitingGame | undefined {
    const { account, isConnected, wants } = this.#host ?? {};
    if (!isConnected || !wants) return undefined;
    // A storage that can no longer be changed still has the games that were sent.
    const isNext = (waiting: WaitingGame) =>
      waiting.account === account && !this.#answers.has(waiting.game.id);
    return this.#read().find(isNext);
  }

  /** Returns whether the next game can be sent. */
  async #sendOne({ account, game }: WaitingGame): Promise<boolean> {
    try {
      this.#answer(game.id, (await this.#send({ account, ...game })).game);
    } catch (refusal) {
      const detail = (refusal instanceof Refusal && refusal.detail) || "";
      if (LATER.includes(detail)) this.#timer = setTimeout(() => void this.send(), PAUSE_MS);
      if (!FOR_GOOD.includes(detail)) return false;
      this.#answer(game.id, "refused");
    }
    return true;
  }

  #answer(id: string, answer: GameId | "refused"): void {
    this.#answers = new Map([...this.#answers, [id, answer]]);
    // Another tab may have added one meanwhile.
    this.#write(this.#read().filter((waiting) => waiting.game.id !== id));
  }

  /** What waits in this browser, and in this page alone. */
  #read(): readonly WaitingGame[] {
    const kept = readWaiting();
    const ids = new Set(kept.map(({ game }) => game.id));
    return [...kept, ...this.#unkept.filter(({ game }) => !ids.has(game.id))];
  }

  #write(waiting: readonly WaitingGame[]): void {
    this.#waiting = waiting;
    this.#unkept = keep(WAITING, waiting) ? [] : waiting;
  }
}

/** The games that this browser keeps until they are sent. */
function readWaiting(): readonly WaitingGame[] {
  const kept = readKept(WAITING);
  return Array.isArray(kept) ? kept.filter(isWaitingGame) : [];
}

function isWaitingGame(value: unknown): value is WaitingGame {
  const { account, game } = (value ?? {}) as Partial<Record<keyof WaitingGame, unknown>>;
  return typeof account === "string" && typeof game === "object" && game !== null && "id" in game;
}

/** The games of this browser. */
export const deviceGames = new DeviceGames();
