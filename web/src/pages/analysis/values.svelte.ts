// The values of all legal moves of the position on the board: quick ones first, then deeper ones, also without an end.
import type { PositionText } from "../../rules";
import { keep, readKept } from "../../state/storage";
import type { Analyst, Finding, SearchResources, ValueDepth, Work } from "../../study/analyst";
import { withDeeper } from "../../study/findings";
import { ranked } from "./marks";
import { Remembered } from "../../study/remembered";

/** How deep the values are searched, one after the other. */
const DEPTHS = ["quick", "normal"] as const;
/** How many positions are remembered. */
const MAX_KNOWN = 500;

const KEY = "willow-analysis-power";
/** The sizes of the hash tables in MiB. */
export const HASHES = [16, 64, 256, 512] as const;
/** The most workers: each has the weights in its memory. */
export const MAX_THREADS = Math.max(1, Math.min(8, navigator.hardwareConcurrency || 1));

/** Values the moves of one position at a time. */
export class Values {
  /** The position that is valued; `null` if none is to be. */
  position = $state.raw<PositionText | null>(null);
  problem = $state<string | null>(null);
  /** The values of the position that is shown, as far as they are known. */
  shown = $state.raw<readonly Finding[]>([]);
  /** Whether the search goes on until it is stopped, or until all is known. */
  isEndless = $state(false);
  /** How many of the best moves that search looks at; 0 for all. */
  most = $state(0);
  /** What that search may use. It is kept in the browser. */
  resources = $state.raw<SearchResources>(readResources(readKept(KEY)));
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
      // That of other moves may have ended.
      const isDone = depth !== "endless" && (this.#known.get(position)?.depths ?? 0) > index;
      if (isDone) continue;
      if (!(await this.#value(position, depth, index))) return;
    }
  }

  /** Lets the search go on without an end, or ends it. */
  toggleEndless(): void {
    this.isEndless = !this.isEndless;
    this.retry();
    if (!this.isEndless) this.#analyst.endEndless();
  }

  /** Looks at so many of the best moves. */
  limit(most: number): void {
    this.most = most;
    if (this.isEndless) this.retry();
  }

  /** Changes what the search without an end may use. */
  use(resources: Partial<SearchResources>): void {
    this.resources = { ...this.resources, ...resources };
    keep(KEY, this.resources);
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
    const best = this.#bestMoves(position);
    const work = this.#begin(position, depth, best, (values) => {
      // Moves of different depths are mixed only where each has its depth beside it.
      if (depth !== "endless" || this.#work !== work) return;
      this.#note(position, values, index);
      if (this.#bestMoves(position).some((move) => !best.includes(move))) this.retry();
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

  #begin(
    position: PositionText,
    depth: ValueDepth,
    best: readonly string[],
    onValues: (values: readonly Finding[]) => void,
  ): Work<readonly Finding[]> {
    if (depth !== "endless") return this.#analyst.values(position, depth, onValues);
    return this.#analyst.valuesWithoutEnd(position, best, this.resources, onValues);
  }

  /** The moves that the search without an end looks at, as far as is known now. */
  #bestMoves(position: PositionText): string[] {
    const moves = ranked(this.#known.get(position)?.values ?? []).map(({ move }) => move);
    return moves.slice(0, this.most === 0 ? undefined : this.most);
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

function readResources(kept: unknown): SearchResources {
  const { threads = 1, hash = 64 } = (kept ?? {}) as Partial<SearchResources>;
  const isHash = HASHES.some((size) => size === hash);
  return {
    threads: Math.max(1, Math.min(MAX_THREADS, Math.floor(Number(threads)) || 1)),
    hash: isHash ? hash : 64,
  };
}
