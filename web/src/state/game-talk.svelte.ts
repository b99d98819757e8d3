// The talk in a game: that of the players and that of the spectators are two rooms, and are never mixed.
import { gameOfRoom } from "../protocol/seen";
import type { GameId, GameState, Notice } from "../protocol/wire";
import { Composer } from "./composer.svelte";
import { lineOf, withLine, withoutText, type ChatLine } from "./lobby.svelte";

export interface TalkReader {
  /** The name of the user; `null` for a visitor. */
  readonly self: string | null;
  /** The server's time at which the game was opened in this tab. */
  readonly openedAt: number;
  /** Sends a message of the user. */
  say(text: string): Promise<Notice>;
}

export class Talk {
  lines = $state.raw<readonly ChatLine[]>([]);
  /** What the user types. It lasts as long as the page. */
  readonly composer: Composer;
  /** Whether somebody looks at the lines. */
  #isShown = $state(false);
  /** Up to here the lines were read: the number of the last one. */
  #readUpTo = $state(0);
  /** How many lines of others have come while nobody looked. What was said before the game was opened is not counted. */
  readonly unread = $derived.by(() => {
    if (this.#isShown) return 0;
    const { self, openedAt } = this.#reader;
    const isNew = ({ number, time, from }: ChatLine) =>
      number > this.#readUpTo && time >= openedAt && from !== self;
    return this.lines.filter(isNew).length;
  });
  readonly #reader: TalkReader;

  constructor(reader: TalkReader) {
    this.#reader = reader;
    this.composer = new Composer((text) => reader.say(text));
  }

  /** Adds a line in the order of the numbers. Returns whether it is new, and of somebody else. */
  add(line: ChatLine): boolean {
    const lines = withLine(this.lines, line);
    if (lines === this.lines) return false;
    this.lines = lines;
    return line.from !== this.#reader.self;
  }

  /** Takes the text out of a line that a moderator has removed. */
  remove(notice: Extract<Notice, { event: "removed" }>): void {
    this.lines = withoutText(this.lines, notice);
  }

  /** Shows or hides the lines: those that are shown are read. */
  show(isShown: boolean): void {
    if (this.#isShown && !isShown) this.#readUpTo = this.lines.at(-1)?.number ?? 0;
    this.#isShown = isShown;
  }
}

/** The two rooms of a game. */
export class GameTalk {
  readonly players: Talk;
  readonly spectators: Talk;

  constructor(
    readonly game: GameId,
    reader: TalkReader,
  ) {
    this.players = new Talk(reader);
    this.spectators = new Talk(reader);
  }

  /** Hears what is said. Snapshots bring the past. Returns whether somebody else has said something new. */
  onNotice(notice: Notice): boolean {
    if (notice.event === "snapshot") notice.recent.forEach((past) => this.onNotice(past));
    if (notice.event !== "said" && notice.event !== "removed") return false;
    if (notice.room == null || gameOfRoom(notice.room) !== this.game) return false;
    const talk = notice.room.startsWith("players/") ? this.players : this.spectators;
    if (notice.event === "said") return talk.add(lineOf(notice));
    talk.remove(notice);
    return false;
  }
}

/** Whether the players may read from now on what the spectators say: not before both games of a pair are over. */
export function opensSpectators({ event }: Notice, { twin }: GameState): boolean {
  return event === (twin == null ? "ended" : "paired");
}
