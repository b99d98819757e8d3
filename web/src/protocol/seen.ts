// The number of the last event that was seen in each room: what a reconnection asks for.
import type { GameId, Notice, RoomNumbers } from "./wire";

/** How many games that are over are remembered, for the chat after them. */
const ENDED_GAMES = 16;

/** Returns the number of the game to which a room belongs: 17 for `game/17`, `players/17`, `watchers/17`. */
export function gameOfRoom(room: string): GameId | null {
  const [, number] = /^(?:game|players|watchers)\/(\d+)$/.exec(room) ?? [];
  return number === undefined ? null : Number(number);
}

/** The greatest event number of each room. Events of a room come in order, so no more is needed. */
export class SeenEvents {
  #last = new Map<string, number>();
  #ended: GameId[] = [];
  /** The rooms whose past was asked for: until it has come, their old events count as new. */
  #rereading = new Set<string>();
  /** The number of the last event of each game whose state has come. */
  #states = new Map<GameId, number>();

  /** Begins a room, if it is new, at the number of its last event. */
  begin(room: string, last: number): void {
    if (!this.#last.has(room)) this.#last.set(room, last);
  }

  /** The past of a room was asked for: its events come again. */
  reread(room: string): void {
    this.#rereading.add(room);
  }

  /** Notes an event and tells whether it is new. Events without a number are always new. */
  isNew(notice: Notice): boolean {
    if (notice.event === "state" || notice.event === "started") this.#states.set(notice.game, notice.last);
    if (notice.event === "synced" || notice.event === "snapshot") this.#rereading.delete(notice.of);
    if (notice.event === "snapshot") {
      this.#last.set(notice.of, notice.last);
      return true;
    }
    if (notice.room == null || notice.number == null) return true;
    const isLater = (this.#last.get(notice.room) ?? 0) < notice.number;
    if (isLater) this.#last.set(notice.room, notice.number);
    const isNew = isLater || this.#rereading.has(notice.room);
    if (notice.event === "ended") this.#noteEnd(gameOfRoom(notice.room));
    return isNew;
  }

  /** Begins the rooms of a game that is watched now: its state has come, and the talk about it is read whole. */
  watch(game: GameId): void {
    this.begin(`game/${game}`, this.#states.get(game) ?? 0);
    this.begin(`watchers/${game}`, 0);
  }

  /** The games whose rooms were begun, and that are not left. */
  get games(): GameId[] {
    return [...this.#last.keys()].flatMap((room) =>
      room.startsWith("game/") ? (gameOfRoom(room) ?? []) : [],
    );
  }

  /** Forgets the rooms of a game that is watched no longer. */
  forget(game: GameId): void {
    for (const room of [...this.#last.keys()]) if (gameOfRoom(room) === game) this.#last.delete(room);
  }

  /** Forgets all rooms, for another user. */
  clear(): void {
    this.#last.clear();
    this.#states.clear();
    this.#rereading.clear();
    this.#ended = [];
  }

  /** The numbers, as `resume` takes them. */
  numbers(): RoomNumbers {
    return Object.fromEntries(this.#last);
  }

  #noteEnd(game: GameId | null): void {
    if (game === null || this.#ended.includes(game)) return;
    this.#ended.push(game);
    if (this.#ended.length > ENDED_GAMES) this.forget(this.#ended.shift() as GameId);
  }
}
