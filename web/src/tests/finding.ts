// What an analysis finds about a move, for tests.
import type { MoveReport } from "../engine/types";

/** The best move f5, of which nothing but an estimate is known. */
export const FINDING: MoveReport = {
  ply: 1,
  side: "black",
  empties: 60,
  move: "f5",
  value: 0,
  best_value: 0,
  best: "f5",
  loss: 0,
  certainty: "estimate",
  error: 2,
  loss_error: 1,
  outcome: null,
  best_outcome: null,
  class: "best",
  opening: null,
  depth: 4,
  pv: ["f5"],
  played_pv: ["f5"],
  reasons: [],
};
