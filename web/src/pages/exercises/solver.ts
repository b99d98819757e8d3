// The solver that answers moves: it says what a move is worth, why, and what follows it.
import { makeEngine, type AnalysisPlan, type MoveReport } from "../../engine";
import { emptiesOf, SOLVED_EMPTIES } from "./exercise";

/** Solves the last 24 squares exactly; before that a level that takes a moment estimates. */
const [SOLVING, ESTIMATING] = [20, 14];
/** The size of the hash table in MiB. */
const HASH = 16;

function planOf(position: string): AnalysisPlan {
  return { kind: "level", amount: emptiesOf(position) <= SOLVED_EMPTIES ? SOLVING : ESTIMATING };
}

export interface Solver {
  /** Compares a legal move with the best one. */
  compare(position: string, move: string): Promise<MoveReport>;
  /** Values all legal moves, best first. */
  values(position: string): Promise<readonly MoveReport[]>;
  /** Fetches the engine, so that the first answer comes sooner. */
  load(): void;
  /** Gives the memory back; what is still asked fails. */
  close(): void;
}

/** Returns a solver. The engine is loaded when it is asked first. */
export function makeSolver(): Solver {
  const engine = makeEngine({ hash: HASH, explains: true });
  return {
    compare: async (position, move) => {
      const { result } = await engine.analyze({ start: position, moves: [move] }, planOf(position)).done;
      const [found] = result.findings;
      if (!found) throw new Error("the search was stopped");
      return found;
    },
    values: async (position) =>
      (await engine.analyze({ start: position, moves: [] }, planOf(position)).done).result.findings,
    load: () => void engine.load().catch(() => undefined),
    close: () => engine.close(),
  };
}
