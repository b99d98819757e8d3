// The games of a file or of a pasted text: read in portions, so that the page goes on meanwhile.
import type { FileEntry, RecordFile, Rules, RulesError } from "../rules";

/** How many games are read at a time. */
const PORTION = 500;
/** Maximum number of games of a file. */
export const MAX_GAMES = 250_000;

/** Yields to the event loop. */
export type Pause = () => Promise<void>;

/** A file that is being read, or was. */
export class OpenedFile {
  /** How many games were read. `entryAt` returns them: a list of a hundred thousand is never copied. */
  count = $state(0);
  /** How many of them fit what is looked for. */
  nFound = $state(0);
  state = $state<"reading" | "done" | "stopped" | "full">("reading");
  /** How many games could not be read. */
  failures = $state(0);
  /** What is wrong with the first of them. */
  firstFailure = $state.raw<RulesError | null>(null);
  readonly #file: RecordFile;
  readonly #entries: FileEntry[] = [];
  #wanted = "";
  /** The indices of the matching games; `null` without a filter. */
  #found: number[] | null = null;
  #isStopped = false;

  constructor(rules: Pick<Rules, "open">, files: readonly Uint8Array[]) {
    this.#file = rules.open(files);
  }

  /** The game at an index, from 0. */
  entryAt(index: number): FileEntry | null {
    return this.#entries[index] ?? null;
  }

  /** Index of the game shown in a row of the filtered list. */
  indexAt(row: number): number | null {
    return (this.#found ? this.#found[row] : row < this.count ? row : undefined) ?? null;
  }

  /** The row of a game, by its index, in the filtered list; `null` if it does not match. */
  rowOf(index: number): number | null {
    const row = this.#found ? this.#found.indexOf(index) : index;
    return row >= 0 && row < this.nFound ? row : null;
  }

  /** The games that fit, at most so many of them. */
  found(most: number): FileEntry[] {
    const entries = this.#found?.map((index) => this.#entries[index]) ?? this.#entries;
    return entries.filter((entry) => entry !== undefined).slice(0, most);
  }

  /** Looks for players or moves. An empty text fits all games. */
  look(wanted: string): void {
    this.#wanted = wanted;
    this.#found = wanted.trim() === "" ? null : [];
    this.#extend(0);
  }

  /** Reads to the end, or until it is stopped. */
  async read(pause: Pause): Promise<void> {
    while (!this.#file.isAtEnd && !this.#isStopped && this.#entries.length < MAX_GAMES) {
      const first = this.#entries.length;
      this.#entries.push(...this.#file.read(Math.min(PORTION, MAX_GAMES - first)));
      this.count = this.#entries.length;
      this.#extend(first);
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

  /** Adds the games from a place on that fit. */
  #extend(first: number): void {
    const found = this.#found;
    if (found) {
      for (let index = first; index < this.#entries.length; index++) {
        const entry = this.#entries[index];
        if (entry && fits(entry, this.#wanted)) found.push(index);
      }
    }
    this.nFound = found ? found.length : this.#entries.length;
  }
}

/** Lets the page do what waits, and goes on. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Whether a game fits what is looked for: a part of the name of a player or the event, or the moves at its beginning. */
export function fits(
  { black, white, event, transcript }: Pick<FileEntry, "black" | "white" | "event" | "transcript">,
  wanted: string,
): boolean {
  const text = wanted.trim().toLowerCase();
  return (
    [black, white, event].some((name) => name.toLowerCase().includes(text)) || transcript.startsWith(text)
  );
}
