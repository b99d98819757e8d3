// Puts exercises of a game's costliest mistakes among one's own.
import type { Mistake } from "../../study/findings";
import { exerciseLog, type OwnExercise } from "./log.svelte";
import { candidatesOf, exerciseOf, MOST } from "./own";
import { makeSolver, type Solver } from "./solver";

/** Returns how many were added. Fails if the engine does not come. */
export async function keepCostliest(
  mistakes: readonly Mistake[],
  game: string,
  solver: Solver = makeSolver(),
  log = exerciseLog,
): Promise<number> {
  try {
    await log.read();
    const made: OwnExercise[] = [];
    for (const mistake of candidatesOf(mistakes)) {
      if (made.length === MOST) break;
      const exercise = exerciseOf(mistake, await solver.values(mistake.before));
      const { move: played } = mistake.finding;
      if (exercise) made.push({ ...exercise, kind: "own", at: Date.now() + made.length, played, game });
    }
    await log.add(...made);
    return made.length;
  } finally {
    solver.close();
  }
}
