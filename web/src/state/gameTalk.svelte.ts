// The talk in a game: that of the players and that of the spectators are two rooms, and are never mixed.
import { gameOfRoom } from "../protocol/seen";
import type { GameId, GameState, Notice } from "../protocol/wire";
import { CHAT_LINES, type ChatLine } from "./lobby.svelte";

/** A message of the user that the server has not acknowledged yet. */
export interface WaitingLine {
  readonly text: string;
  /** Why it was refused, in words; `null` while it waits. */
  readonly problem: string | null;
}

type Ask = (text: string) => Promise<unknown>;

/** Who reads the talk. */
export interface TalkReader {
  /** The name of the user; `null` for a visitor. */
  readonly self: string | null;
  /** The server's time at which the game was opened in this tab. */
  readonly openedAt: number;
}

/** One room of talk. */
export class Talk {
  lines = $state.raw<readonly ChatLine[]>([]);
  /** What the user has typed and not sent. It lasts as long as the page. */
  draft = $state("");
  waiting = $state.raw<readonly WaitingLine[]>([]);
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
  }

  /** Adds a line in the order of the numbers. Returns whether it is new, and of somebody else. */
  add(line: ChatLine): boolean {
    if (this.lines.some(({ number }) => number === line.number)) return false;
    const lines = [...this.lines, line].sort((left, right) => left.number - right.number);
    this.lines = lines.slice(-CHAT_LINES);
    return line.from !== this.#reader.self;
  }

  /** Shows or hides the lines: those that are shown are read. */
  show(isShown: boolean): void {
    if (this.#isShown && !isShown) this.#readUpTo = this.lines.at(-1)?.number ?? 0;
    this.#isShown = isShown;
  }

  /** Sends the draft. A message that is refused stays, with the reason, and comes back into an empty draft. */
  async send(ask: Ask, reasonOf: (error: unknown) => string): Promise<void> {
    const text = this.draft.trim();
    if (text === "") return;
    this.draft = "";
    const isSent = await this.say(text, ask, reasonOf);
    if (!isSent && this.draft === "") this.draft = text;
  }

  /** Sends a message. Until it is acknowledged it is among those that wait. */
  async say(text: string, ask: Ask, reasonOf: (error: unknown) => string): Promise<boolean> {
    const line: WaitingLine = { text, problem: null };
    this.waiting = [...this.waiting.filter(({ problem }) => problem === null), line];
    try {
      await ask(text);
      this.waiting = this.waiting.filter((other) => other !== line);
      return true;
    } catch (error) {
      const refused = { text, problem: reasonOf(error) };
      this.waiting = this.waiting.map((other) => (other === line ? refused : other));
      return false;
    }
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
    if (notice.event !== "said" || notice.room == null || gameOfRoom(notice.room) !== this.game) return false;
    const { room, number, time, from, text } = notice;
    const talk = room.startsWith("players/") ? this.players : this.spectators;
    return talk.add({ room, number: number ?? 0, time, from, text });
  }
}

/** Whether the players may read from now on what the spectators say: not before both games of a pair are over. */
export function opensSpectators({ event }: Notice, { twin }: GameState): boolean {
  return event === (twin == null ? "ended" : "paired");
}
