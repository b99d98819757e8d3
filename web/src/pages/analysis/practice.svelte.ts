// A game on from the position on the board, against the engine in the browser. Its moves become a variation.
import type { Side } from "../../protocol/wire";
import { sideToMove } from "../../state/game-record";
import type { Analyst, Work } from "../../study/analyst";
import type { Strength } from "../../study/strength";

/** A board on which the engine answers. */
export interface PracticeBoard {
  readonly isOver: boolean;
  readonly node: { readonly position: string };
  play(move: string): unknown;
}

/** The user's game against the engine. */
export class Practice {
  isThinking = $state(false);
  /** Whether the engine has come. Until then it does not think. */
  isLoaded = $state(false);
  problem = $state<string | null>(null);
  readonly #study: PracticeBoard;
  readonly #analyst: Analyst;
  #work: Work<string | null> | null = null;

  constructor(
    study: PracticeBoard,
    analyst: Analyst,
    /** The user's colour. */
    readonly side: Side,
    readonly strength: Pick<Strength, "level" | "temperature">,
  ) {
    this.#study = study;
    this.#analyst = analyst;
  }

  /** Whether the user is to move on the board. */
  get isUsersTurn(): boolean {
    return !this.#study.isOver && sideToMove(this.#study.node.position) === this.side;
  }

  /** Lets the engine move if it is to move on the board. Call it when the position has changed. */
  async answer(): Promise<void> {
    this.leave();
    const { position } = this.#study.node;
    if (this.#study.isOver || sideToMove(position) === this.side) return;
    this.isThinking = true;
    this.problem = null;
    const work = this.#analyst.choose(position, this.strength);
    // Where it does not come, the work fails and says why.
    if (!this.isLoaded) {
      this.#analyst.load().then(
        () => (this.isLoaded = true),
        () => undefined,
      );
    }
    this.#work = work;
    try {
      const { result, isStopped } = await work.done;
      if (this.#work !== work) return;
      this.#work = null;
      this.isThinking = false;
      if (!isStopped && result !== null && this.#study.node.position === position) this.#study.play(result);
    } catch (error) {
      if (this.#work !== work) return;
      this.leave();
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  /** Cancels the engine's search. */
  leave(): void {
    this.#work?.stop();
    this.#work?.done.catch(() => undefined);
    this.#work = null;
    this.isThinking = false;
  }
}
