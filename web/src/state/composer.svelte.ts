// What somebody types in a conversation: the draft, and the lines that are on their way.
import type { Notice } from "../protocol/wire";

/** A line that the server has not confirmed yet. */
export interface WaitingLine {
  readonly key: number;
  readonly text: string;
  /** Why the server refused it; `null` while it is on its way. */
  readonly problem: unknown;
}

/** The typed text of one conversation. It outlives the place that shows it. */
export class Composer {
  /** The text in the field. */
  draft = $state("");
  /** The lines that were sent and not confirmed, and those that were refused. */
  waiting = $state.raw<readonly WaitingLine[]>([]);
  readonly #send: (text: string) => Promise<Notice>;
  #nextKey = 0;

  /** @param send sends a line; the promise is fulfilled when the server has it */
  constructor(send: (text: string) => Promise<Notice>) {
    this.#send = send;
  }

  /** Sends the draft, and empties the field. */
  async submit(): Promise<void> {
    const text = this.draft.trim();
    if (text === "") return;
    this.draft = "";
    await this.#post({ key: this.#nextKey++, text, problem: null });
  }

  /** Sends a line that was refused again. */
  async retry(key: number): Promise<void> {
    const line = this.waiting.find((line) => line.key === key);
    if (line) await this.#post({ ...line, problem: null });
  }

  /** Takes a line that was refused back into the field, before the text that is there. */
  takeBack(key: number): void {
    const line = this.waiting.find((line) => line.key === key);
    if (!line) return;
    this.draft = [line.text, this.draft].filter((text) => text !== "").join(" ");
    this.#drop(key);
  }

  async #post(line: WaitingLine): Promise<void> {
    this.#put(line);
    try {
      await this.#send(line.text);
      this.#drop(line.key);
    } catch (problem) {
      this.#put({ ...line, problem });
    }
  }

  #put(line: WaitingLine): void {
    const isKnown = this.waiting.some(({ key }) => key === line.key);
    this.waiting = isKnown
      ? this.waiting.map((old) => (old.key === line.key ? line : old))
      : [...this.waiting, line];
  }

  #drop(key: number): void {
    this.waiting = this.waiting.filter((line) => line.key !== key);
  }
}

/** The composers of all conversations, by their keys, such as `lobby` or `tell bob`. */
export class Composers {
  readonly #byKey = new Map<string, Composer>();

  /** Returns the composer of a conversation; it is made at the first time. */
  of(key: string, send: (text: string) => Promise<Notice>): Composer {
    const known = this.#byKey.get(key);
    if (known) return known;
    const composer = new Composer(send);
    this.#byKey.set(key, composer);
    return composer;
  }

  /** Whether something was typed or refused, and would be lost with the page. */
  get isPending(): boolean {
    return [...this.#byKey.values()].some(({ draft, waiting }) => draft !== "" || waiting.length > 0);
  }
}
