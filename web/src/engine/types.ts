// What the engine is asked and what it answers: plain objects, which pass between the page and its worker.
import type {
  Certainty,
  CounterfactualReport,
  GameSummary,
  MoveReport,
  ReasonReport,
} from "../../../crates/analysis/bindings/analysis";
import type { PositionText } from "../rules/types";

// The objects of an analysis are those of `willow analyze --json`. Their types are made from the Rust ones.
export type * from "../../../crates/analysis/bindings/analysis";
export type { PositionText } from "../rules/types";

/** How long a search lasts: a level from 1 to 60, plies, nodes or milliseconds, or until the end of the game is known. */
export type SearchLimit =
  | { readonly kind: "level" | "depth" | "nodes" | "time"; readonly amount: number }
  /** `exact` finds the disc difference, `outcome` only who wins. */
  | { readonly kind: "exact" | "outcome" };

/** The result of a search, also during the search. */
export interface SearchResult {
  /** The best move, or `pass`; `null` if the game is over. */
  readonly best: string | null;
  /** The value in discs for the side to move. Of a proven value only the sign counts. */
  readonly value: number;
  readonly certainty: Certainty;
  /** The depth of the search in plies. */
  readonly depth: number;
  /** The selectivity in percent: 100 if nothing was left out. */
  readonly selectivity: number;
  /** The principal variation, the best move first, passes as `pass`. */
  readonly line: readonly string[];
  /** The number of nodes, filled boards included. */
  readonly nodes: number;
  /** The number of filled boards among the nodes. Other programs do not count them. */
  readonly filledBoards: number;
  /** The time since the search began. */
  readonly milliseconds: number;
}

/** What is analyzed: the moves of a game, or all legal moves of a position. */
export interface AnalysisRecord {
  /** Where the game starts; `null` for the usual position. */
  readonly start: PositionText | null;
  /** The moves, passes as `pass` or left out. Without any, all legal moves of the start are analyzed. */
  readonly moves: readonly string[];
  /** Legal moves of the start, if only these of them are to be analyzed. */
  readonly only?: readonly string[];
}

/** How deep an analysis searches: a level from 1 to 60, or deeper and deeper until it is stopped or all is exact. */
export type AnalysisPlan = { readonly kind: "level"; readonly amount: number } | { readonly kind: "rising" };

/** How many steps of an analysis were done, and how many there are. A step searches one move. */
export interface AnalysisProgress {
  readonly done: number;
  readonly all: number;
}

/** What an analysis has found so far. */
export interface AnalysisReport {
  /** The moves that were searched, in the order of the game; of a position best first. Passes are left out. */
  readonly findings: readonly MoveReport[];
  /** Both sides' moves, added up. The moves of a position count for the side to move. */
  readonly summary: GameSummary;
  readonly progress: AnalysisProgress;
  /** Whether the reasons of wrong moves are there: they come with a module of their own, which may not load. */
  readonly hasReasons: boolean;
}

/** What was found when a disc was looked for that would have made a move good. */
export interface CounterfactualAnswer {
  /** `null` if there is none, or if the search was stopped. */
  readonly counterfactual: CounterfactualReport | null;
}

/** What a search found. */
export interface Answer<T> {
  readonly result: T;
  /** Whether the search was stopped before it reached its limit. */
  readonly isStopped: boolean;
}

/** Why the engine has no answer. `EngineError` carries it. */
export const ENGINE_PROBLEMS = [
  /** The text is no position of 64 cells and a side. */
  "not-a-position",
  /** The text is no square from a1 to h8. */
  "not-a-move",
  /** The move breaks the rules. */
  "illegal-move",
  /** The limit is unknown or out of its range. */
  "bad-limits",
  /** The record has more moves than a game. */
  "too-long",
  /** There is no move to analyze: the position has none, or the game has only passes. */
  "no-moves",
  /** The weights are damaged, or of another version. */
  "not-weights",
  /** There is no memory for the hash table. */
  "no-memory",
  /** A module or the weights did not come over the network. */
  "cannot-load",
  /** The browser has no WebAssembly with vector instructions, or the client was built without the engine. */
  "unsupported",
  /** The worker ended by a mistake of ours. The next search has a new one. */
  "crashed",
  /** The search was stopped before it found anything. */
  "stopped",
  /** The engine was closed. */
  "closed",
] as const;
export type EngineProblem = (typeof ENGINE_PROBLEMS)[number];

/** The engine has no answer. `problem` is for programs, the message for the reader of the page. */
export class EngineError extends Error {
  override readonly name = "EngineError";

  constructor(
    readonly problem: EngineProblem,
    message: string,
    /** What happened, for the console and for tests. */
    readonly detail = "",
  ) {
    super(message);
  }
}

/** The search, without a worker around it. Every function throws an `EngineError` for a mistake. */
export interface Searcher {
  /** Searches a position to its limit. The results of the iterations go to the host. */
  search(position: PositionText, limit: SearchLimit): SearchResult;
  /** Compares a legal move with the best one, both searched to the same depth. `null` if the host stopped it. */
  compare(position: PositionText, move: string, limit: SearchLimit): MoveReport | null;
  /** Begins an analysis. It must be freed. */
  analysis(record: AnalysisRecord, plan: AnalysisPlan): AnalysisSteps;
  /** Forgets earlier searches. */
  clear(): void;
  /** Runs the searches of `willow bench`: the number of their nodes is the signature. */
  bench(): number;
}

export interface AnalysisSteps {
  readonly moves: number;
  readonly progress: AnalysisProgress;
  /** Both sides' moves so far, added up. */
  readonly summary: GameSummary;
  /**
   * Searches a move. Returns its index; `stopped` if the host stopped the search, which comes again at the next
   * step; `done` if there is nothing left to do.
   */
  step(): number | "stopped" | "done";
  /** What was found about the move with this index, without reasons; `null` before it was searched. */
  finding(index: number): MoveReport | null;
  /** The position before the move with this index; `null` before it was searched. */
  position(index: number): PositionText | null;
  /** Gives its memory back. */
  free(): void;
}

/** Explains moves that were searched. */
export interface Explainer {
  /** Takes the position before a move and what was found about it. The explanation must be freed. */
  explain(position: PositionText, finding: MoveReport): Explanation;
}

/** Why a move was wrong. What would have made it good is found by comparisons that somebody else makes. */
export interface Explanation {
  /** The reasons in the order in which they are told; none unless the class of the move says that it was wrong. */
  readonly reasons: ReasonReport[];
  /** Where the move is to be compared with the best one next; `null` if the search for a counterfactual is over. */
  wanted(): { readonly position: PositionText; readonly limit: SearchLimit } | null;
  /** Takes the comparison that was wanted. */
  answer(finding: MoveReport): void;
  readonly progress: AnalysisProgress;
  /** `null` if there is none, and as long as the search goes on. */
  readonly counterfactual: CounterfactualReport | null;
  /** Gives its memory back. */
  free(): void;
}

/** What a search asks its surroundings for. */
export interface SearchHost {
  /** The time since a fixed moment, in milliseconds. */
  now(): number;
  /** Whether the search is to stop. It is asked every few thousand nodes. */
  isStopped(): boolean;
  /** Takes the result of an iteration. */
  onProgress(result: SearchResult): void;
}
