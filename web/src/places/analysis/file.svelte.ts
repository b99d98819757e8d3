// The games of a file or of a pasted text: read in portions, so that the page goes on meanwhile.
import type { FileEntry, RecordFile, Rules, RulesError } from "../../rules";

/** How many games are read at a time. */
const PORTION = 500;
/** The most games of a file. */
export const MAX_GAMES = 250_000;

/** Waits until the page has done what waits. */
export type Pause = () => Promise<void>;

/** A file that is being read, or was. */
export class OpenedFile {
  entries = $state.raw<readonly FileEntry[]>([]);
  state = $state<"reading" | "done" | "stopped" | "full">("reading");
  /** How many games could not be read. */
  failures = $state(0);
  /** What is wrong with the first of them. */
  firstFailure = $state.raw<RulesError | null>(null);
  readonly #file: RecordFile;
  #isStopped = false;

  constructor(rules: Pick<Rules, "open">, bytes: Uint8Array) {
    this.#file = rules.open(bytes);
  }

  /** Reads to the end, or until it is stopped. */
  async read(pause: Pause): Promise<void> {
    const entries: FileEntry[] = [];
    while (!this.#file.isAtEnd && !this.#isStopped && entries.length < MAX_GAMES) {
      entries.push(...this.#file.read(Math.min(PORTION, MAX_GAMES - entries.length)));
      this.entries = entries.slice();
      this.failures = this.#file.failures;
      await pause();
    }
    this.firstFailure = this.#file.firstFailure;
    this.state = this.#file.isAtEnd ? "done" : this.#isStopped ? "stopped" : "full";
    this.#file.free();
  }

  /** Reads no further. What was read stays. */
  stop(): void {
    this.#isStopped = true;
  }
}

/** Lets the page do what waits, and goes on. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Whether a game fits what is looked for: a part of a player's name, or the moves at its beginning. */
export function fits({ black, white, transcript }: FileEntry, wanted: string): boolean {
  const text = wanted.trim().toLowerCase();
  return [black, white].some((name) => name.toLowerCase().includes(text)) || transcript.startsWith(text);
}
