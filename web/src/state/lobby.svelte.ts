// The lobby: its chat, who is there, and the news that a user is told in quiet lines.
import type { Command, GameSummary, Notice, RoomSnapshot, UserSummary } from "../protocol/wire";
import { PerFrame } from "./per-frame.svelte";

export interface ChatLine {
  readonly room: string;
  readonly number: number;
  readonly from: string;
  readonly text: string;
  readonly time: number;
  /** Whether a moderator has removed the text. */
  readonly isRemoved?: boolean;
}

const NEWS = ["announced", "moderated", "report-closed", "reported", "presence"] as const;

/** What a quiet line tells. */
export type News = Extract<Notice, { event: (typeof NEWS)[number] }>;

/** A quiet line among those of the chat. */
export interface NewsLine {
  readonly key: number;
  readonly time: number;
  readonly news: News;
}

/** How many lines of a chat are kept. */
export const CHAT_LINES = 10_000;
/** How many quiet lines are kept. */
const NEWS_LINES = 100;

export class Lobby {
  /** Hundreds of lines may come in a second: to draw each one would take longer than they leave. */
  readonly #chat = new PerFrame<readonly ChatLine[]>([]);
  /** Who is online: people before bots, as the server lists them. */
  users = $state.raw<readonly UserSummary[]>([]);
  /** The quiet lines, oldest first. */
  news = $state.raw<readonly NewsLine[]>([]);
  /** How many lines of chat have come since the lobby was on the screen. */
  unread = $state(0);
  /** Whether the server may have lines from before those of the chat. */
  hasEarlier = $state(true);
  /** The number before which the next earlier lines are; the first line's if it is null. */
  #earlierThan: number | null = null;
  /** The number of the last event of the lobby that is known, of whatever kind. */
  #last = 0;
  /** How often lines were missed, and the chat began anew. */
  #nGaps = 0;
  /** Whether the lobby is on the screen. */
  isOpen = false;
  readonly #names = $derived(
    new Map(this.users.map(({ name, display_name }) => [name, display_name ?? name])),
  );
  readonly #bots = $derived(new Set(this.users.flatMap(({ name, role }) => (role === "bot" ? [name] : []))));
  #nextKey = 0;
  readonly #onNews: (line: NewsLine) => void;

  /** @param onNews hears each new quiet line */
  constructor(onNews: (line: NewsLine) => void = () => undefined) {
    this.#onNews = onNews;
  }

  /** The chat, oldest first. Replaced as a whole by each change. */
  get chat(): readonly ChatLine[] {
    return this.#chat.current;
  }

  /** Hears an event; what is not live is from before the page was opened, and counts as read. */
  onNotice(notice: Notice, isLive = true): void {
    if (notice.room === "lobby") this.#last = Math.max(this.#last, notice.number ?? 0);
    switch (notice.event) {
      case "said":
        if (notice.room !== "lobby") return;
        this.#hear(notice);
        if (isLive && !this.isOpen) this.unread += 1;
        break;
      case "removed":
        if (notice.room === "lobby") this.#remove(notice);
        break;
      case "snapshot":
        if (notice.of === "lobby") this.#readPast(notice);
        break;
      case "users":
        this.users = notice.users;
        break;
      case "online":
        this.#add({ name: notice.name, role: notice.role, display_name: notice.display_name, playing: 0 });
        break;
      case "offline":
        this.users = this.users.filter(({ name }) => name !== notice.name);
        break;
      case "playing":
      case "over":
        if (notice.room === "lobby" && isLive) this.#count(notice, notice.event === "playing" ? 1 : -1);
        break;
      default:
        this.#tell(notice, isLive);
    }
  }

  /** What a user is called: by a name in any script, if they are online and have one. */
  nameOf(user: string): string {
    return this.#names.get(user) ?? user;
  }

  /** Whether a user is a program that is online. */
  isBot(user: string): boolean {
    return this.#bots.has(user);
  }

  /** Shows the lobby, or hides it: what is on the screen is read. */
  show(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (isOpen) this.unread = 0;
  }

  /** Reads lines from before those of the chat, which stay if the server cannot be asked. */
  async readEarlier(ask: (command: Command) => Promise<Notice>): Promise<void> {
    const before = this.#earlierThan ?? this.chat[0]?.number ?? null;
    const nGaps = this.#nGaps;
    const answer = await ask({ do: "chat", before });
    // An answer from before a gap belongs to lines that are no longer here.
    if (answer.event !== "chat" || nGaps !== this.#nGaps) return;
    for (const notice of answer.messages) this.#hearPast(notice);
    this.#earlierThan = answer.next ?? null;
    this.hasEarlier = answer.next != null;
  }

  #hear(notice: Extract<Notice, { event: "said" }>): void {
    this.#chat.current = withLine(this.chat, lineOf(notice));
  }

  #hearPast(notice: Notice): void {
    if (notice.event === "said") this.#hear(notice);
    if (notice.event === "removed") this.#remove(notice);
  }

  #remove(notice: Extract<Notice, { event: "removed" }>): void {
    this.#chat.current = withoutText(this.chat, notice);
  }

  /** The events of the snapshot are older than all that come after it. */
  #readPast({ recent, last }: RoomSnapshot): void {
    const first = recent[0]?.number ?? last + 1;
    if (first > this.#last + 1) this.#beginAnew();
    this.#last = Math.max(this.#last, last);
    for (const notice of recent) this.#hearPast(notice);
  }

  /** The server no longer keeps all that was missed. What was said before the gap is read again when it is wanted. */
  #beginAnew(): void {
    this.#chat.current = [];
    this.#earlierThan = null;
    this.hasEarlier = true;
    this.#nGaps += 1;
  }

  #tell(notice: Notice, isLive: boolean): void {
    if (!isNews(notice)) return;
    const line = { key: this.#nextKey++, time: notice.time, news: notice };
    const before = this.news.filter((old) => !isReplacedBy(old.news, notice));
    this.news = [...before, line].slice(-NEWS_LINES);
    if (isLive) this.#onNews(line);
  }

  /** A public game of two users has begun or ended. */
  #count({ black, white }: GameSummary, change: 1 | -1): void {
    this.users = this.users.map((user) =>
      user.name === black || user.name === white
        ? { ...user, playing: Math.max(0, user.playing + change) }
        : user,
    );
  }

  #add(user: UserSummary): void {
    const others = this.users.filter(({ name }) => name !== user.name);
    const known = this.users.find(({ name }) => name === user.name);
    const firstBot = others.findIndex(({ role }) => role === "bot");
    const at = firstBot < 0 || user.role === "bot" ? others.length : firstBot;
    this.users = others.toSpliced(at, 0, { ...known, ...user, playing: known?.playing ?? 0 });
  }
}

function isNews(notice: Notice): notice is News {
  return NEWS.some((event) => event === notice.event);
}

/** Of a user whom one follows, only the latest state is of interest. */
function isReplacedBy(old: News, news: News): boolean {
  return old.event === "presence" && news.event === "presence" && old.name === news.name;
}

/** The line of a chat that an event tells. */
export function lineOf(notice: Extract<Notice, { event: "said" | "told" }>): ChatLine {
  const { room, number, from, text, time } = notice;
  return { room: room ?? "", number: number ?? 0, from, text, time };
}

/**
 * Adds a line to a chat in the order of its numbers, and forgets the oldest when there are too many. With a line that
 * it has already, a chat stays the same.
 */
export function withLine(chat: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  const at = chat.findLastIndex(({ number }) => number <= line.number) + 1;
  if (line.number > 0 && chat[at - 1]?.number === line.number) return chat;
  return chat.toSpliced(at, 0, line).slice(-CHAT_LINES);
}

/**
 * Takes the text out of a line that a moderator has removed. The event that stands in its place in the room is the line
 * of a message that is not known.
 */
export function withoutText(
  chat: readonly ChatLine[],
  { room, number, from, message, time }: Extract<Notice, { event: "removed" }>,
): readonly ChatLine[] {
  if (number === message)
    chat = withLine(chat, { room: room ?? "", number: message, from, text: "", time, isRemoved: true });
  if (!chat.some((line) => line.number === message && line.isRemoved !== true)) return chat;
  return chat.map((line) => (line.number === message ? { ...line, text: "", isRemoved: true } : line));
}
