// What an analysis has found, as the page gathers it from the worker's messages.
import type { FromWorker } from "./messages";
import type { AnalysisProgress, AnalysisRecord, AnalysisReport, GameSummary, MoveReport } from "./types";

/** The summary of a player without moves. */
export const NO_MOVES = {
  moves: 0,
  mean_loss: null,
  accuracy: null,
  rating: null,
  rating_error: null,
  best: 0,
  good: 0,
  inaccuracies: 0,
  mistakes: 0,
  blunders: 0,
} as const;

export class Findings {
  readonly #isPosition: boolean;
  /** By the index of the move. */
  readonly #byIndex = new Map<number, MoveReport>();
  #summary: GameSummary = { black: NO_MOVES, white: NO_MOVES };
  #progress: AnalysisProgress = { done: 0, all: 0 };
  #hasReasons = true;

  constructor(record: AnalysisRecord) {
    this.#isPosition = record.moves.length === 0;
  }

  /** Takes what has changed. */
  take(message: Extract<FromWorker, { type: "findings" }>): void {
    for (const { index, finding } of message.changed) this.#byIndex.set(index, finding);
    this.#summary = message.summary;
    this.#progress = message.progress;
    this.#hasReasons = message.hasReasons;
  }

  /** Returns what was found so far. */
  report(): AnalysisReport {
    const indexed = [...this.#byIndex].sort(([one], [other]) => one - other);
    const findings = indexed.map(([, finding]) => finding);
    if (this.#isPosition) findings.sort((one, other) => other.value - one.value);
    const hasReasons = this.#hasReasons;
    return { findings, summary: this.#summary, progress: this.#progress, hasReasons };
  }
}
