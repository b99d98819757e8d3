// What is drawn over a board: values on squares, and arrows.
import type { Square } from "./squares";

/** A mark over the board. */
export type OverlayMark =
  /** A short text on a square, such as a value, and how certain it is. */
  | { kind: "value"; square: Square; text: string; certainty: "exact" | "proven" | "estimate" }
  /** An arrow from a square to another one. */
  | { kind: "arrow"; from: Square; to: Square };
