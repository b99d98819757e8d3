// The records that the analysis writes.
import { movesOf, nodeAt, ROOT } from "../../study/tree";
import { writeSgf } from "../../study/sgf";
import type { Study } from "../../study/study.svelte";

/** What can be exported, in the order of the page. */
export const EXPORTS = ["link", "transcript", "ggf", "sgf", "svg", "png", "sheet", "gif"] as const;
export type Export = (typeof EXPORTS)[number];

/** Writes the line on the board, or with SGF the whole tree. Throws a `RulesError` if the format cannot hold it. */
export function textOf(study: Study, format: "transcript" | "ggf" | "sgf"): string {
  if (format === "sgf") return writeSgf(study.tree, study.names);
  const start = nodeAt(study.tree, ROOT).position;
  return study.rules.write({ start, moves: movesOf(study.line), ...study.names }, format);
}
