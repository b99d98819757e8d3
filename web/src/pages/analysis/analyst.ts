// What the analysis asks of the engine, and the engine that answers it. Tests put a fake in its place.
import { makeEngine } from "../../engine";
import type { AnalysisPlan, AnalysisProgress, CounterfactualReport, Engine, MoveReport } from "../../engine";
import type { PositionText } from "../../rules";

export type {
  CounterfactualReport as Counterfactual,
  MoveReport as Finding,
  ReasonReport as Reason,
} from "../../engine";

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
    depth: ValueDepth,
    onValues: (values: readonly MoveReport[]) => void,
  ): Work<readonly MoveReport[]>;
  /** Chooses a move at a level of the engine; `null` if the game is over. */
  choose(position: PositionText, level: number): Work<string | null>;
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
 * on the board. Neither is started before it is asked.
 */
export function makeAnalyst(): Analyst {
  return analystOf(makeEngine({ explains: true }), makeEngine({ hash: SMALL_HASH }));
}

/** Returns an analyst that asks one engine for analyses and another one for single positions. */
export function analystOf(
  long: Pick<Engine, "analyze" | "close">,
  short: Pick<Engine, "analyze" | "search" | "counterfactual" | "close">,
): Analyst {
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
    choose: (position, level) =>
      withResult(short.search(position, { kind: "level", amount: level }), ({ best }) => best),
    counterfactual: (position, finding, onProgress) =>
      withResult(
        short.counterfactual(position, finding, (progress) => onProgress(partOf(progress))),
        ({ counterfactual }) => counterfactual,
      ),
    close: () => {
      long.close();
      short.close();
    },
  };
}

function partOf({ done, all }: AnalysisProgress): number {
  return all === 0 ? 0 : done / all;
}

function withResult<From, To>(work: Work<From>, convert: (result: From) => To): Work<To> {
  const done = work.done.then(({ result, isStopped }) => ({ result: convert(result), isStopped }));
  return { done, stop: () => work.stop() };
}
