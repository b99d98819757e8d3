// What somebody types in a conversation: the draft, and the lines that are on their way.
import { Refusal } from "../protocol/refusal";
import type { Notice } from "../protocol/wire";
import { keepInTab, readKeptInTab } from "./storage";

/** A line that the server has not confirmed yet. */
export interface WaitingLine {
  readonly key: number;
  readonly text: string;
  /** Why the server refused it; `null` while it is on its way. */
  readonly problem: unknown;
}

/** What outlives a reload of the page. Lines on their way do as commands without an answer, in the outbox. */
interface Typed {
  readonly draft: string;
  readonly refused: readonly RefusedLine[];
}

/** The parts of the refusal: what it says is chosen anew, as the language of the page may be another one. */
interface RefusedLine extends Pick<Refusal, "code" | "detail" | "message"> {
  readonly text: string;
}

const KEY = "willow-typed";
const NOTHING: Typed = { draft: "", refused: [] };

/** The typed text of one conversation. It outlives the place that shows it. */
export class Composer {
  /** The lines that were sent and not confirmed, and those that were refused. */
  waiting = $state.raw<readonly WaitingLine[]>([]);
  #draft = $state("");
  readonly #send: (text: string) => Promise<Notice>;
  readonly #onTyped: (typed: Typed) => void;
  #nextKey = 0;

  /**
   * @param send sends a line; the promise is fulfilled when the server has it
   * @param typed what was typed before
   * @param onTyped hears what there is to keep after each change
   */
  constructor(
    send: (text: string) => Promise<Notice>,
    typed = NOTHING,
    onTyped: (typed: Typed) => void = () => undefined,
  ) {
    this.#send = send;
    this.#draft = typed.draft;
    this.waiting = typed.refused.map((line) => waitingLine(line, this.#nextKey++));
    this.#onTyped = onTyped;
  }

  /** The text in the field. */
  get draft(): string {
    return this.#draft;
  }

  set draft(draft: string) {
    this.#draft = draft;
    this.#tell();
  }

  /** Sends the draft, and empties the field. */
  async submit(): Promise<void> {
    const text = this.draft.trim();
    if (text === "") return;
    this.draft = "";
    await this.say(text);
  }

  /** Sends another text than the draft. */
  async say(text: string): Promise<void> {
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

  /** Forgets what was typed. */
  clear(): void {
    this.#setWaiting([]);
    this.draft = "";
  }

  async #post(line: WaitingLine): Promise<void> {
    this.#put(line);
    try {
      await this.#send(line.text);
      this.#drop(line.key);
    } catch (problem) {
      // A line that was forgotten meanwhile, as its user has signed out, does not come back.
      if (this.#has(line.key)) this.#put({ ...line, problem });
    }
  }

  #put(line: WaitingLine): void {
    this.#setWaiting(
      this.#has(line.key)
        ? this.waiting.map((old) => (old.key === line.key ? line : old))
        : [...this.waiting, line],
    );
  }

  #has(key: number): boolean {
    return this.waiting.some((line) => line.key === key);
  }

  #drop(key: number): void {
    this.#setWaiting(this.waiting.filter((line) => line.key !== key));
  }

  #setWaiting(lines: readonly WaitingLine[]): void {
    this.waiting = lines;
    this.#tell();
  }

  #tell(): void {
    const refused = this.waiting.filter(({ problem }) => problem !== null).map(refusedLine);
    this.#onTyped({ draft: this.#draft, refused });
  }
}

/** The composers of all conversations, by their keys, such as `lobby` or `tell bob`. What is typed outlives a reload. */
export class Composers {
  readonly #byKey = new Map<string, Composer>();
  readonly #typed = readTyped();

  /** Returns the composer of a conversation; it is made at the first time. */
  of(key: string, send: (text: string) => Promise<Notice>): Composer {
    const known = this.#byKey.get(key);
    if (known) return known;
    const composer = new Composer(send, this.#typed.get(key), (typed) => this.#keep(key, typed));
    this.#byKey.set(key, composer);
    return composer;
  }

  /** Forgets what was typed in all of them. */
  clear(): void {
    this.#typed.clear();
    keepInTab(KEY, {});
    for (const composer of this.#byKey.values()) composer.clear();
  }

  #keep(key: string, typed: Typed): void {
    if (typed.draft === "" && typed.refused.length === 0) this.#typed.delete(key);
    else this.#typed.set(key, typed);
    keepInTab(KEY, Object.fromEntries(this.#typed));
  }
}

function refusedLine({ text, problem }: WaitingLine): RefusedLine {
  const { code, detail, message } =
    problem instanceof Refusal ? problem : new Refusal("local", null, String(problem));
  return { text, code, detail, message };
}

function waitingLine({ text, code, detail, message }: RefusedLine, key: number): WaitingLine {
  return { key, text, problem: new Refusal(code, detail, message) };
}

function readTyped(): Map<string, Typed> {
  const kept = readKeptInTab(KEY);
  const entries = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
  return new Map(entries.filter((entry): entry is [string, Typed] => isTyped(entry[1])));
}

/** Only this page writes into its storage, so the texts are check enough. */
function isTyped(value: unknown): value is Typed {
  const { draft, refused } = (value ?? {}) as Partial<Record<keyof Typed, unknown>>;
  return typeof draft === "string" && Array.isArray(refused) && refused.every(hasText);
}

function hasText(line: unknown): boolean {
  return typeof line === "object" && line !== null && "text" in line && typeof line.text === "string";
}
