// What would have made a wrong move good: looked for when the reader asks, one move at a time.
import { SvelteMap } from "svelte/reactivity";
import type { PositionText } from "../../rules";
import type { Analyst, Counterfactual, Finding, Work } from "../../study/analyst";
import { keyOf } from "../../study/findings";

/** How far the question about a move is. What is found stands in the findings. */
export type CounterfactualState =
  | { readonly kind: "unasked" | "none" }
  /** The part that is done, from 0 to 1. */
  | { readonly kind: "asking"; readonly part: number }
  /** Why there is no answer, in words. */
  | { readonly kind: "failed"; readonly problem: string };

const UNASKED: CounterfactualState = { kind: "unasked" };

/** Asks the engine what would have made moves good. */
export class Counterfactuals {
  /** By position and move, as the findings. */
  readonly #states = new SvelteMap<string, CounterfactualState>();
  #work: Work<Counterfactual | null> | null = null;
  /** What is asked about. */
  #key: string | null = null;
  readonly #analyst: Analyst;
  readonly #onFound: (key: string, counterfactual: Counterfactual, move: string) => void;

  constructor(
    analyst: Analyst,
    onFound: (key: string, counterfactual: Counterfactual, move: string) => void,
  ) {
    this.#analyst = analyst;
    this.#onFound = onFound;
  }

  /** How far the question about a move of a position is. */
  stateOf(position: PositionText, move: string): CounterfactualState {
    return this.#states.get(keyOf(position, move)) ?? UNASKED;
  }

  /** Asks about a move. A question about another one ends. */
  async ask(position: PositionText, finding: Finding): Promise<void> {
    this.stop();
    const key = keyOf(position, finding.move);
    this.#note(key, { kind: "asking", part: 0 });
    const work = this.#analyst.counterfactual(position, finding, (part) => {
      if (this.#work === work) this.#note(key, { kind: "asking", part });
    });
    [this.#work, this.#key] = [work, key];
    try {
      const { result, isStopped } = await work.done;
      if (this.#work !== work) return;
      this.#end(isStopped ? UNASKED : { kind: "none" });
      if (result) this.#onFound(key, result, finding.move);
    } catch (error) {
      if (this.#work !== work) return;
      this.#end({ kind: "failed", problem: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Cancels the search. */
  stop(): void {
    const work = this.#work;
    if (!work) return;
    this.#end(UNASKED);
    work.stop();
    // Nobody waits for its answer any more.
    work.done.catch(() => undefined);
  }

  #end(state: CounterfactualState): void {
    const key = this.#key;
    [this.#work, this.#key] = [null, null];
    if (key !== null) this.#note(key, state);
  }

  #note(key: string, state: CounterfactualState): void {
    this.#states.set(key, state);
  }
}
