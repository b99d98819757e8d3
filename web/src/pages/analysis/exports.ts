// The records that the analysis writes.
import { movesOf, nodeAt, ROOT } from "./tree";
import { writeSgf } from "./sgf";
import type { Workbench } from "./workbench.svelte";

/** What can be exported, in the order of the page. */
export const EXPORTS = ["transcript", "ggf", "sgf", "svg", "png"] as const;
export type Export = (typeof EXPORTS)[number];

/** Writes the line on the board, or with SGF the whole tree. Throws a `RulesError` if the format cannot hold it. */
export function textOf(bench: Workbench, format: "transcript" | "ggf" | "sgf"): string {
  if (format === "sgf") return writeSgf(bench.tree, bench.names);
  const start = nodeAt(bench.tree, ROOT).position;
  return bench.rules.write({ start, moves: movesOf(bench.line), ...bench.names }, format);
}
