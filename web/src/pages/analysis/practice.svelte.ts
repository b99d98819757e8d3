// A game on from the position on the board, against the engine in the browser. Its moves become a variation.
import type { Side } from "../../protocol/wire";
import { sideToMove } from "../../state/gameRecord";
import type { Analyst, Work } from "./analyst";
import type { Workbench } from "./workbench.svelte";

/** The user's game against the engine. */
export class Practice {
  isThinking = $state(false);
  problem = $state<string | null>(null);
  readonly #bench: Workbench;
  readonly #analyst: Analyst;
  #work: Work<string | null> | null = null;

  constructor(
    bench: Workbench,
    analyst: Analyst,
    /** The user's colour. */
    readonly side: Side,
    /** The level of the engine, from 1 to 60. */
    readonly level: number,
  ) {
    this.#bench = bench;
    this.#analyst = analyst;
  }

  /** Whether the user is to move on the board. */
  get isUsersTurn(): boolean {
    return !this.#bench.isOver && sideToMove(this.#bench.node.position) === this.side;
  }

  /** Lets the engine move if it is to move on the board. Call it when the position has changed. */
  async answer(): Promise<void> {
    this.leave();
    const { position } = this.#bench.node;
    if (this.#bench.isOver || sideToMove(position) === this.side) return;
    this.isThinking = true;
    this.problem = null;
    const work = this.#analyst.choose(position, this.level);
    this.#work = work;
    try {
      const { result, isStopped } = await work.done;
      if (this.#work !== work) return;
      this.#work = null;
      this.isThinking = false;
      if (!isStopped && result !== null && this.#bench.node.position === position) this.#bench.play(result);
    } catch (error) {
      if (this.#work !== work) return;
      this.leave();
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  /** Lets the engine think no longer. */
  leave(): void {
    this.#work?.stop();
    this.#work?.done.catch(() => undefined);
    this.#work = null;
    this.isThinking = false;
  }
}
