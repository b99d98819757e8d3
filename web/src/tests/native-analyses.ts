// Analyses by the native engine, for tests. A test of Rust keeps the file up to date.
import { readFileSync } from "node:fs";
import type { CounterfactualReport, GameSummary, MoveReport, PositionText } from "../engine/types";

/** An analysis by the native engine, with a hash table of so many MiB. */
interface NativeAnalysis {
  readonly game: string;
  readonly level: number;
  readonly hash: number;
  readonly moves: readonly string[];
  readonly summary: GameSummary;
  readonly findings: readonly MoveReport[];
  /** The positions before the moves. */
  readonly positions: readonly PositionText[];
  /** What would have made the wrong moves good, by the index of the move; `null` if nothing would. */
  readonly counterfactuals: Readonly<Record<string, CounterfactualReport | null>>;
}

/** The modules have no sentences. */
const withoutSentences = (key: string, value: unknown) => (/^text(_ja)?$/.test(key) ? undefined : value);

export const NATIVE = JSON.parse(
  readFileSync("../crates/analysis/tests/native/analyses.json", "utf8"),
  withoutSentences,
) as NativeAnalysis[];
