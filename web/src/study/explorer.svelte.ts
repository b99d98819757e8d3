// What the server's archive knows about positions. Where it says nothing, nothing is shown.
import type { ArchiveFilter, Command, Explored, Notice } from "../protocol/wire";
import type { PositionText } from "../rules";
import { Remembered } from "./remembered";

/** How many positions are remembered. */
const MAX_KNOWN = 300;

/** Asks the archive for one position after the other. */
export class Explorer {
  /** What is known about the position that was asked for last. */
  shown = $state.raw<Explored | null>(null);
  /** The position that was asked for last, if the archive has said that no game has it. */
  absent = $state.raw<PositionText | null>(null);
  readonly #ask: (command: Command) => Promise<Notice>;
  readonly #known = new Remembered<Explored | null>(MAX_KNOWN);
  #wanted: string | null = null;

  constructor(ask: (command: Command) => Promise<Notice>) {
    this.#ask = ask;
  }

  /** Shows what is known about a position, in some games or in all. */
  async show(position: PositionText, games: ArchiveFilter = {}): Promise<void> {
    const key = keyOf(position, games);
    this.#wanted = key;
    const known = this.#known.get(key);
    this.shown = known ?? null;
    this.absent = known === null ? position : null;
    if (known !== undefined) return;
    const explored = await this.read(position, games);
    if (this.#wanted !== key) return;
    this.shown = explored;
    this.absent = this.#known.get(key) === null ? position : null;
  }

  /** Returns what is known about a position. A server that does not answer is asked again the next time. */
  async read(position: PositionText, games: ArchiveFilter = {}): Promise<Explored | null> {
    const key = keyOf(position, games);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    try {
      const answer = await this.#ask({ do: "explore", ...games, position: position.replace(" ", "/") });
      const explored = answer.event === "explored" && answer.games > 0 ? answer : null;
      this.#known.set(key, explored);
      return explored;
    } catch {
      // No connection, or the server refuses: there is nothing to show.
      return null;
    }
  }
}

function keyOf(position: PositionText, games: ArchiveFilter): string {
  return `${position} ${JSON.stringify(games)}`;
}
