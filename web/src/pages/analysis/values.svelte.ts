// The values of all legal moves of the position on the board: quick ones first, then deeper ones, also without an end.
import type { PositionText } from "../../rules";
import type { Analyst, Finding, ValueDepth, Work } from "./analyst";
import { withDeeper } from "./findings";
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
  shown = $state.raw<readonly Finding[]>([]);
  /** Whether the search goes on until it is stopped, or until all is known. */
  isEndless = $state(false);
  readonly #analyst: Analyst;
  /** What was found, with the number of depths that are done. */
  readonly #known = new Remembered<{ values: readonly Finding[]; depths: number }>(MAX_KNOWN);
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
    const depths = this.isEndless ? [...DEPTHS, "endless" as const] : DEPTHS;
    for (const [index, depth] of depths.entries()) {
      if ((this.#known.get(position)?.depths ?? 0) > index) continue;
      if (!(await this.#value(position, depth, index))) return;
    }
  }

  /** Lets the search go on without an end, or ends it. */
  toggleEndless(): void {
    this.isEndless = !this.isEndless;
    this.retry();
  }

  /** What is known about a move of a position. */
  of(position: PositionText, move: string): Finding | null {
    return this.#known.get(position)?.values.find((value) => value.move === move) ?? null;
  }

  /** Tries again what has failed. */
  retry(): void {
    const { position } = this;
    this.position = null;
    void this.show(position);
  }

  /** Searches to one of the depths. Returns whether it was reached while the position is still shown. */
  async #value(position: PositionText, depth: ValueDepth, index: number): Promise<boolean> {
    const work = this.#analyst.values(position, depth, (values) => {
      // Moves of different depths are mixed only where each has its depth beside it.
      if (depth === "endless" && this.#work === work) this.#note(position, values, index);
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

  #note(position: PositionText, values: readonly Finding[], depths: number): void {
    this.shown = withDeeper(this.#known.get(position)?.values ?? [], values);
    this.#known.set(position, { values: this.shown, depths });
  }

  #stop(): void {
    this.#work?.stop();
    this.#work?.done.catch(() => undefined);
    this.#work = null;
  }
}
