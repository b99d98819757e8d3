// The messages between the page and the engine's worker. The page sends one question at a time.
import type { AnalysisPlan, AnalysisProgress, AnalysisRecord, GameSummary, MoveReport } from "./types";
import type { CounterfactualReport, EngineProblem } from "./types";
import type { PositionText, SearchLimit, SearchResult } from "./types";

/** A question. The worker answers with `done`, `analyzed`, `changed` or `failed` and its number. */
export type Question =
  | {
      readonly type: "search";
      readonly id: number;
      readonly position: PositionText;
      readonly limit: SearchLimit;
    }
  | {
      readonly type: "analyze";
      readonly id: number;
      readonly record: AnalysisRecord;
      readonly plan: AnalysisPlan;
    }
  /** Which disc, if it were away or of the other colour, would have made the move good? */
  | {
      readonly type: "counterfactual";
      readonly id: number;
      /** The position before the move. */
      readonly position: PositionText;
      /** What was found about the move. */
      readonly finding: MoveReport;
    };

/** What was found about the move with an index. */
export interface IndexedFinding {
  readonly index: number;
  readonly finding: MoveReport;
}

export type ToWorker =
  | {
      /** Loads module and weights: the first message. */
      readonly type: "load";
      /** The size of the hash table in MiB. */
      readonly hash: number;
      /** Whether analyses have reasons: then their module is fetched beside that of the engine. */
      readonly explains: boolean;
      /** Where the number of a question appears that is to stop; `null` if the page cannot share memory. */
      readonly stop: SharedArrayBuffer | null;
    }
  | Question
  /** The worker hears it between two moves. During a search only the shared memory tells it. */
  | { readonly type: "stop"; readonly id: number };

export type FromWorker =
  | { readonly type: "loaded" }
  | { readonly type: "progress"; readonly id: number; readonly result: SearchResult }
  | { readonly type: "done"; readonly id: number; readonly result: SearchResult; readonly isStopped: boolean }
  /** What an analysis has found since the last message about it; the first one has all that is known already. */
  | {
      readonly type: "findings";
      readonly id: number;
      readonly changed: readonly IndexedFinding[];
      readonly summary: GameSummary;
      readonly progress: AnalysisProgress;
      /** Whether reasons are there. If not, their module did not load, or the worker was not to load it. */
      readonly hasReasons: boolean;
    }
  | { readonly type: "analyzed"; readonly id: number; readonly isStopped: boolean }
  /** How far the search for a counterfactual is. */
  | { readonly type: "compared"; readonly id: number; readonly progress: AnalysisProgress }
  | {
      readonly type: "changed";
      readonly id: number;
      readonly counterfactual: CounterfactualReport | null;
      readonly isStopped: boolean;
    }
  | {
      readonly type: "failed";
      /** The question; `null` if the engine could not be loaded. */
      readonly id: number | null;
      readonly problem: EngineProblem;
      /** What happened, for the console and for tests. */
      readonly detail: string;
    };
