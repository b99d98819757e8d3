// What is drawn over a board: values on squares, and arrows.
import type { Square } from "./squares";

/** A mark over the board. */
export type OverlayMark =
  /** A short text on a square, such as a value, and how certain it is. */
  | {
      kind: "value";
      square: Square;
      text: string;
      certainty: "exact" | "proven" | "estimate";
      /** The error of an estimate, such as `±2.3`. It stands below the value. */
      error?: string;
      /** Whether the value stands out, as that of a best move. */
      isBest?: boolean;
    }
  /** A frame around a square, also one with a disc. */
  | { kind: "frame"; square: Square }
  /** An arrow from a square to another one. */
  | { kind: "arrow"; from: Square; to: Square };
