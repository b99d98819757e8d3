// Reading for a page that may ask anew before the answer is there: the last question counts.
import { reasonOf } from "../words";

/** The readings of one list. */
export class Latest {
  isReading = $state(false);
  /** Why the last reading failed. */
  problem = $state<string | null>(null);
  #asked = 0;

  /** Asks, and returns the answer. `null` if there is none, or if something else was asked since. */
  async read<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    const asked = ++this.#asked;
    this.isReading = true;
    this.problem = null;
    try {
      const answer = await ask();
      return asked === this.#asked ? answer : null;
    } catch (refusal) {
      if (asked === this.#asked) this.problem = reasonOf(refusal);
      return null;
    } finally {
      if (asked === this.#asked) this.isReading = false;
    }
  }

  /** Forgets what was asked: its answer does not count any more. */
  forget(): void {
    this.#asked += 1;
    this.isReading = false;
    this.problem = null;
  }
}
