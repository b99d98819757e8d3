// English: why the engine in the browser has no answer, and what can be done.
import type { EngineProblem } from "../../engine/types";

/** A sentence for each problem. A problem without one does not compile. */
export const engine: Record<EngineProblem, string> = {
  "not-a-position":
    "This is no position: it needs 64 squares and the side to move. Correct it and try again.",
  "not-a-move": "This is no square. Name one from a1 to h8.",
  "illegal-move": "This move turns no disc. Choose another square.",
  "bad-limits": "This page asked for an impossible search. Load it again and try once more.",
  "too-long": "This record has more moves than a game can have.",
  "no-moves": "There is no move to analyze: the game is over, or the side to move must pass.",
  "not-weights": "The data of the engine are damaged or of another version. Load the page again.",
  "no-memory": "The engine needs more memory than there is. Close other tabs and try again.",
  "cannot-load": "The engine did not load. Check your connection and try again.",
  unsupported:
    "The engine does not run in this browser. Use a newer one, such as Firefox, Chrome or Safari of 2023.",
  crashed: "The engine ended by a mistake. It starts anew when you try again.",
  stopped: "The search was stopped before it found a move.",
  closed: "The engine was closed. Load the page again.",
};
