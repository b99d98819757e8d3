// What is drawn over a board: values on squares, and arrows.
import type { Square } from "./squares";

/** How good the move of a value is. */
export type Tone = "best" | "good" | "slip" | "bad";

export type OverlayMark =
  /** A short text on a square, such as a value, and how certain it is. */
  | {
      kind: "value";
      square: Square;
      text: string;
      certainty: "exact" | "proven" | "estimate";
      /** What stands below the value in small letters. */
      below?: string;
      /** How good the move is: the best one has the ring, and worse ones a plate. */
      tone?: Tone;
      /** Whether the move was played. */
      isPlayed?: boolean;
    }
  /** A frame around a square, also one with a disc. */
  | { kind: "frame"; square: Square }
  /** An arrow from a square to another one. */
  | { kind: "arrow"; from: Square; to: Square };
