// The keys of the analysis: those of a game, and arrows where nothing else uses them.
import { gameKeyOf, isFree, type PressedKey } from "../parts/game-keys";

/** A step along the line. */
export type StepKey = { readonly kind: "step"; readonly plies: number } | { readonly kind: "start" | "end" };

export type AnalysisKey = StepKey | { readonly kind: "board" } | { readonly kind: "command-line" };

const ARROWS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Returns what a key asks for. `hasSingleKeys` says whether single signs count (WCAG 2.1.4). */
export function analysisKeyOf(event: PressedKey, hasSingleKeys: boolean): AnalysisKey | null {
  const plies = ARROWS[event.key];
  if (plies !== undefined) return isFree(event) ? { kind: "step", plies } : null;
  const key = gameKeyOf(event, hasSingleKeys);
  switch (key?.kind) {
    case "step":
    case "start":
    case "board":
    case "command-line":
      return key.kind === "step" ? key : { kind: key.kind };
    case "live":
      return { kind: "end" };
    default:
      return null;
  }
}
