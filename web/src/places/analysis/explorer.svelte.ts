// What the server's archive knows about a position. Where it says nothing, nothing is shown.
import type { Command, Explored, Notice } from "../../protocol/wire";
import type { PositionText } from "../../rules";
import { Remembered } from "./remembered";

/** How many positions are remembered. */
const MAX_KNOWN = 300;

/** Asks the archive for one position after the other. */
export class Explorer {
  /** What is known about the position that was asked for last. */
  shown = $state.raw<Explored | null>(null);
  readonly #ask: (command: Command) => Promise<Notice>;
  readonly #known = new Remembered<Explored | null>(MAX_KNOWN);
  #wanted: PositionText | null = null;

  constructor(ask: (command: Command) => Promise<Notice>) {
    this.#ask = ask;
  }

  /** Shows what is known about a position. A server that does not answer is asked again the next time. */
  async show(position: PositionText): Promise<void> {
    this.#wanted = position;
    const known = this.#known.get(position);
    this.shown = known ?? null;
    if (known !== undefined) return;
    try {
      const answer = await this.#ask({ do: "explore", position: position.replace(" ", "/") });
      const explored = answer.event === "explored" && answer.games > 0 ? answer : null;
      this.#known.set(position, explored);
      if (this.#wanted === position) this.shown = explored;
    } catch {
      // No connection, or the server refuses: there is nothing to show.
    }
  }
}
