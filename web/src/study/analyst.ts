// What the analysis asks of the engine, and the engine that answers it. Tests put a fake in its place.
import { makeEngine } from "../engine";
import type { AnalysisPlan, AnalysisProgress, CounterfactualReport, Engine, MoveReport } from "../engine";
import type { PositionText } from "../rules";
import { sampleMove, type Strength } from "./strength";

export type {
  CounterfactualReport as Counterfactual,
  MoveReport as Finding,
  ReasonReport as Reason,
} from "../engine";

/** How deep is searched. */
export const DEPTHS = ["quick", "normal", "deep"] as const;
export type Depth = (typeof DEPTHS)[number];

const PLANS: Record<Depth, AnalysisPlan> = {
  quick: { kind: "level", amount: 8 },
  normal: { kind: "level", amount: 16 },
  deep: { kind: "rising" },
};

/** The plans of the values on the squares. */
const VALUE_PLANS = {
  quick: { kind: "level", amount: 6 },
  normal: { kind: "level", amount: 14 },
  endless: { kind: "rising" },
} as const satisfies Record<string, AnalysisPlan>;
export type ValueDepth = keyof typeof VALUE_PLANS;

/** The hash table of the worker that values squares and plays, in MiB. */
const SMALL_HASH = 16;

/** What the search without an end may use. */
export interface SearchResources {
  /** The number of workers, among which the moves are shared out. */
  readonly threads: number;
  /** The size of their hash tables together, in MiB. */
  readonly hash: number;
}

/** What is known about a legal move of a position. Of a proven value only the sign counts. */
export type MoveValue = Pick<MoveReport, "move" | "value" | "certainty" | "error"> &
  Partial<Pick<MoveReport, "depth">>;

/** Work of the engine that goes on. */
export interface Work<T> {
  /** What was found, and whether it was stopped before its end. Rejected by an `EngineError`. */
  readonly done: Promise<{ readonly result: T; readonly isStopped: boolean }>;
  stop(): void;
}

/** Of 100 players so many lose more discs a move; `null` where that is not known. */
export type Accuracy = Readonly<Record<"black" | "white", number | null>>;

/** Who hears how an analysis goes on. */
export interface RunListeners {
  /** Gets all that was found so far, whether the reasons are with it (they may not have loaded), and both sides' accuracy. */
  findings(found: readonly MoveReport[], hasReasons: boolean, accuracy: Accuracy): void;
  /** Gets the part that is done, from 0 to 1. */
  progress(part: number): void;
}

/** The engine as the analysis uses it. */
export interface Analyst {
  /** Analyses the moves of a game. */
  analyze(
    record: { readonly start: PositionText; readonly moves: readonly string[] },
    depth: Depth,
    listeners: RunListeners,
  ): Work<readonly MoveReport[]>;
  /** Values all legal moves of a position. */
  values(
    position: PositionText,
    depth: Exclude<ValueDepth, "endless">,
    onValues: (values: readonly MoveReport[]) => void,
  ): Work<readonly MoveReport[]>;
  /** Values some legal moves of a position deeper and deeper, until all is exact. */
  valuesWithoutEnd(
    position: PositionText,
    moves: readonly string[],
    resources: SearchResources,
    onValues: (values: readonly MoveReport[]) => void,
  ): Work<readonly MoveReport[]>;
  /** Gives the memory of the workers of `valuesWithoutEnd` back. */
  endEndless(): void;
  /** Fetches the engine that chooses moves. */
  load(): Promise<void>;
  /** Chooses a move as a strength does; `null` if the game is over. */
  choose(position: PositionText, strength: Pick<Strength, "level" | "temperature">): Work<string | null>;
  /**
   * Looks for a disc that, if it were away or of the other colour, would have made a wrong move the best one.
   * `position` is that before the move. `onProgress` gets the part that is done, from 0 to 1.
   */
  counterfactual(
    position: PositionText,
    finding: MoveReport,
    onProgress: (part: number) => void,
  ): Work<CounterfactualReport | null>;
  /** Gives the memory of the workers back. */
  close(): void;
}

/**
 * Returns an analyst with two workers: one goes on with the analysis while the other values the moves of the position
 * on the board. A search without an end has workers of its own. None is started before it is asked.
 */
export function makeAnalyst(): Analyst {
  return analystOf(makeEngine({ explains: true }), makeEngine({ hash: SMALL_HASH }), (hash) =>
    makeEngine({ hash }),
  );
}

/** With at most so many empties a level that knows their values plays. */
const COUNTED = 8;
const COUNTING_LEVEL = 3;

type PoolEngine = Pick<Engine, "analyze" | "close">;

/** Returns an analyst that asks one engine for analyses, another one for single positions, and makes those without an end. */
export function analystOf(
  long: PoolEngine,
  short: Pick<Engine, "load" | "analyze" | "search" | "counterfactual" | "close">,
  makeOne: (hash: number) => PoolEngine,
): Analyst {
  const pool = new WorkerPool(makeOne);
  return {
    analyze: (record, depth, listeners) =>
      withResult(
        long.analyze(record, PLANS[depth], {
          onFindings: ({ findings, hasReasons, summary: { black, white } }) =>
            listeners.findings(findings, hasReasons, { black: black.accuracy, white: white.accuracy }),
          onProgress: (progress) => listeners.progress(partOf(progress)),
        }),
        ({ findings }) => findings,
      ),
    values: (position, depth, onValues) =>
      withResult(
        short.analyze({ start: position, moves: [] }, VALUE_PLANS[depth], {
          onFindings: ({ findings }) => onValues(findings),
        }),
        ({ findings }) => findings,
      ),
    valuesWithoutEnd: (position, moves, resources, onValues) => {
      const engines = pool.enginesFor(resources);
      const works = engines.map((engine, index) => {
        // The best moves come first: each engine gets some of them.
        const only = moves.filter((_, place) => place % engines.length === index);
        if (only.length === 0) return null;
        return engine.analyze({ start: position, moves: [], only }, VALUE_PLANS.endless, {
          onFindings: ({ findings }) => onValues(findings),
        });
      });
      return together(works.filter((work) => work !== null));
    },
    endEndless: () => pool.dismiss(),
    load: () => short.load(),
    choose: (position, { level, temperature }) => {
      if (temperature === 0)
        return withResult(short.search(position, { kind: "level", amount: level }), ({ best }) => best);
      // Everybody counts the last discs.
      const isEnd = (position.match(/-/g) ?? []).length <= COUNTED;
      const plan = { kind: "level", amount: isEnd ? Math.max(level, COUNTING_LEVEL) : level } as const;
      return withResult(short.analyze({ start: position, moves: [] }, plan), ({ findings }) =>
        sampleMove(findings, temperature, Math.random()),
      );
    },
    counterfactual: (position, finding, onProgress) =>
      withResult(
        short.counterfactual(position, finding, (progress) => onProgress(partOf(progress))),
        ({ counterfactual }) => counterfactual,
      ),
    close: () => {
      pool.dismiss();
      long.close();
      short.close();
    },
  };
}

/** The engines of the search without an end. */
class WorkerPool {
  readonly #makeOne: (hash: number) => PoolEngine;
  #resources: SearchResources | null = null;
  #engines: readonly PoolEngine[] = [];

  constructor(makeOne: (hash: number) => PoolEngine) {
    this.#makeOne = makeOne;
  }

  /** The engines. They are made anew if they are to use something else. */
  enginesFor(resources: SearchResources): readonly PoolEngine[] {
    const { threads, hash } = resources;
    if (this.#resources?.threads === threads && this.#resources.hash === hash) return this.#engines;
    this.dismiss();
    this.#resources = resources;
    this.#engines = Array.from({ length: threads }, () => this.#makeOne(Math.floor(hash / threads)));
    return this.#engines;
  }

  dismiss(): void {
    this.#engines.forEach((engine) => engine.close());
    [this.#resources, this.#engines] = [null, []];
  }
}

/** Makes one work of several. It is stopped if one of them was; if one fails, the others are stopped. */
function together(works: readonly ReturnType<Engine["analyze"]>[]): Work<readonly MoveReport[]> {
  const stop = () => works.forEach((work) => work.stop());
  const done = Promise.all(works.map((work) => work.done)).then(
    (answers) => ({
      result: answers.flatMap(({ result }) => result.findings),
      isStopped: answers.some(({ isStopped }) => isStopped),
    }),
    (error: unknown) => {
      stop();
      throw error;
    },
  );
  return { done, stop };
}

function partOf({ done, all }: AnalysisProgress): number {
  return all === 0 ? 0 : done / all;
}

function withResult<From, To>(work: Work<From>, convert: (result: From) => To): Work<To> {
  const done = work.done.then(({ result, isStopped }) => ({ result: convert(result), isStopped }));
  return { done, stop: () => work.stop() };
}
