// The values of all legal moves of the position on the board: quick ones first, then deeper ones.
import type { PositionText } from "../../rules";
import type { Analyst, MoveValue, ValueDepth, Work } from "./analyst";
import { Remembered } from "./remembered";

/** How deep the values are searched, one after the other. */
const DEPTHS: readonly ValueDepth[] = ["quick", "normal"];
/** How many positions are remembered. */
const MAX_KNOWN = 500;

/** Values the moves of one position at a time. */
export class Values {
  /** The position that is valued; `null` if none is to be. */
  position = $state.raw<PositionText | null>(null);
  problem = $state<string | null>(null);
  /** The values of the position that is shown, as far as they are known. */
  shown = $state.raw<readonly MoveValue[]>([]);
  readonly #analyst: Analyst;
  /** What was found, with the number of depths that are done. */
  readonly #known = new Remembered<{ values: readonly MoveValue[]; depths: number }>(MAX_KNOWN);
  #work: Work<unknown> | null = null;

  constructor(analyst: Analyst) {
    this.#analyst = analyst;
  }

  /** Values the moves of a position; `null` ends it. */
  async show(position: PositionText | null): Promise<void> {
    if (position === this.position) return;
    this.position = position;
    this.problem = null;
    this.#stop();
    this.shown = (position === null ? undefined : this.#known.get(position)?.values) ?? [];
    if (position === null) return;
    for (const [index, depth] of DEPTHS.entries()) {
      if ((this.#known.get(position)?.depths ?? 0) > index) continue;
      if (!(await this.#value(position, depth, index))) return;
    }
  }

  /** Tries again what has failed. */
  retry(): void {
    const { position } = this;
    this.position = null;
    void this.show(position);
  }

  /** Searches to one of the depths. Returns whether it was reached while the position is still shown. */
  async #value(position: PositionText, depth: ValueDepth, index: number): Promise<boolean> {
    const isFirst = index === 0;
    const work = this.#analyst.values(position, depth, (values) => {
      // Moves of different depths are not mixed: deeper ones are shown when all are there.
      if (isFirst && this.#work === work) this.#note(position, values, 0);
    });
    this.#work = work;
    try {
      const { result, isStopped } = await work.done;
      if (this.#work !== work || isStopped) return false;
      this.#note(position, result, index + 1);
      return true;
    } catch (error) {
      if (this.#work === work) this.problem = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  #note(position: PositionText, values: readonly MoveValue[], depths: number): void {
    this.#known.set(position, { values, depths });
    this.shown = values;
  }

  #stop(): void {
    this.#work?.stop();
    this.#work?.done.catch(() => undefined);
    this.#work = null;
  }
}
