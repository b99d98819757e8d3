// Private messages, one conversation for each other user.
import { SvelteMap } from "svelte/reactivity";
import type { Command, Notice } from "../protocol/wire";
import { keep, readKept } from "./storage";
import { lineOf, withLine, withoutText, type ChatLine } from "./lobby.svelte";

type Told = Extract<Notice, { event: "told" }>;
type Removed = Extract<Notice, { event: "removed" }>;

export interface Conversation {
  readonly name: string;
  /** The messages of both, oldest first. */
  readonly lines: readonly ChatLine[];
  /** How many messages of the other have come since this conversation was on the screen. */
  readonly unread: number;
}

/** What conversations need of the page. */
export interface ConversationsHost {
  /** Whether the page is on the screen. */
  isVisible(): boolean;
  /** Whether the user has muted or blocked somebody. */
  isHidden(name: string): boolean;
}

const IN_THE_PAGE: ConversationsHost = { isVisible: () => !document.hidden, isHidden: () => false };

/** All conversations of the user. The server sends the latest messages at the login, and new ones as they come. */
export class Conversations {
  readonly byName = new SvelteMap<string, Conversation>();
  /** The name of the conversation that is on the screen. */
  open = $state<string | null>(null);
  readonly #host: ConversationsHost;
  /** The user whose messages these are. */
  #owner: string | null = null;
  /** Messages that came before the server said who the user is. */
  #early: Told[] = [];
  /** The number before which the server has earlier messages, by the name of the other; null if it has none. */
  readonly #earlier = new SvelteMap<string, number | null>();
  /** The number of the last message that was read, by the name of the other. */
  #read: Record<string, number> = {};

  constructor(host: ConversationsHost = IN_THE_PAGE) {
    this.#host = host;
  }

  /** The conversations, the latest first, without those whose users are hidden. */
  get all(): readonly Conversation[] {
    const shown = [...this.byName.values()].filter(({ name }) => !this.#host.isHidden(name));
    return shown.sort((a, b) => timeOf(b) - timeOf(a));
  }

  /** The number of messages that were not read yet. */
  get unread(): number {
    return this.all.reduce((sum, { unread }) => sum + unread, 0);
  }

  /** Hears an event; `self` is the name of the user, as far as it is known. */
  onNotice(notice: Notice, self: string | null): void {
    if (notice.event === "entered") this.#begin(notice.name);
    else if (notice.event === "told") this.#take(notice, self);
    else if (notice.event === "removed" && notice.room === "private") this.#remove(notice);
    else if (notice.event === "snapshot" && notice.of === "private")
      for (const past of notice.recent) this.onNotice(past, self);
  }

  /** Opens a conversation, or closes the open one: its messages are read. */
  show(name: string | null): void {
    this.open = name;
    const conversation = name === null ? undefined : this.byName.get(name);
    if (conversation && this.#host.isVisible()) this.#markRead(conversation);
  }

  /** Whether the server may have messages with a user from before those that were read. */
  hasEarlier(name: string): boolean {
    return this.#earlier.get(name) != null;
  }

  /** Reads what was said when a conversation is opened: the server sends only the latest messages of all at a login. */
  async readLatest(name: string, ask: (command: Command) => Promise<Notice>): Promise<void> {
    if (!this.#earlier.has(name)) await this.readEarlier(name, ask);
  }

  /** Reads messages from before those that were read. */
  async readEarlier(name: string, ask: (command: Command) => Promise<Notice>): Promise<void> {
    const owner = this.#owner;
    const answer = await ask({ do: "messages", name, before: this.#earlier.get(name) ?? null });
    if (answer.event !== "chat" || owner === null || owner !== this.#owner) return;
    for (const notice of answer.messages) {
      if (notice.event === "told") this.#place(notice, owner);
      if (notice.event === "removed" && notice.number === notice.message) this.#putRemoved(name, notice);
    }
    this.#earlier.set(name, answer.next ?? null);
  }

  /** Another tab of the user has read messages. */
  onKeptElsewhere(key: string): void {
    if (key !== this.#key) return;
    this.#read = readNumbers(key);
    for (const { name, lines } of [...this.byName.values()]) this.#put(name, lines);
  }

  /** Forgets everything: the user has signed out. */
  clear(): void {
    this.byName.clear();
    this.#earlier.clear();
    this.#early = [];
    this.#owner = null;
    this.open = null;
  }

  get #key(): string {
    return `willow-read-${this.#owner ?? ""}`;
  }

  #begin(name: string): void {
    if (this.#owner !== name) {
      this.byName.clear();
      this.#earlier.clear();
      this.#owner = name;
      this.#read = readNumbers(this.#key);
    }
    const early = this.#early;
    this.#early = [];
    early.forEach((notice) => this.#place(notice, name));
  }

  #take(notice: Told, self: string | null): void {
    if (self === null || self !== this.#owner) this.#early.push(notice);
    else this.#place(notice, self);
  }

  #place(notice: Told, self: string): void {
    const name = notice.from === self ? notice.to : notice.from;
    this.#put(name, withLine(this.byName.get(name)?.lines ?? [], lineOf(notice)));
    const isAnswered = notice.from === self;
    const isOnScreen = this.open === name && this.#host.isVisible();
    const conversation = this.byName.get(name);
    if (conversation && (isAnswered || isOnScreen)) this.#markRead(conversation);
  }

  /** Takes the text out of a message. One that is not known is in no conversation. */
  #remove(notice: Removed): void {
    for (const { name, lines } of [...this.byName.values()]) {
      const left = lines.some(({ number }) => number === notice.message) ? withoutText(lines, notice) : lines;
      if (left !== lines) this.#put(name, left);
    }
    this.#early = this.#early.filter(({ number }) => number !== notice.message);
  }

  /** A message without its text, in its conversation. */
  #putRemoved(name: string, notice: Removed): void {
    this.#put(name, withoutText(this.byName.get(name)?.lines ?? [], notice));
  }

  #put(name: string, lines: readonly ChatLine[]): void {
    const read = this.#read[name] ?? 0;
    const unread = lines.filter(({ from, number }) => from === name && number > read).length;
    this.byName.set(name, { name, lines, unread });
  }

  #markRead({ name, lines }: Conversation): void {
    const last = lines.at(-1)?.number ?? 0;
    if (last <= (this.#read[name] ?? 0)) return;
    this.#read = { ...this.#read, [name]: last };
    keep(this.#key, this.#read);
    this.#put(name, lines);
  }
}

function timeOf(conversation: Conversation): number {
  return conversation.lines.at(-1)?.time ?? 0;
}

function readNumbers(key: string): Record<string, number> {
  const kept = readKept(key);
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, number]) => typeof number === "number"));
}
