// Exercises: positions in which few moves are right. Those that come with the program are proven by its solver.
import type { ReasonReport } from "../../engine";

/** What the likeliest wrong move overlooks. */
export type Theme = ReasonReport["term"];

export interface Exercise {
  /** 64 cells and the side to move. */
  readonly position: string;
  readonly right: readonly string[];
  /** The score of the right moves and of the best wrong one, in discs for the side to move. */
  readonly score: number;
  readonly next: number;
  readonly theme: Theme | null;
  /** The estimated Elo of who finds a right move half of the time; `null` if nobody has estimated it. */
  readonly rating: number | null;
  /** Whether every move was solved to the end of the game. */
  readonly isProven: boolean;
}

/** An exercise of the program. */
export type RatedExercise = Exercise & { readonly rating: number };

/** What is asked: the only move that wins, the only one that draws, or the one with the most discs. */
export type Kind = "win" | "draw" | "discs";

export function kindOf({ right, score, next }: Exercise): Kind {
  if (right.length !== 1 || score < 0) return "discs";
  if (score === 0) return "draw";
  return next <= 0 ? "win" : "discs";
}

/** With at most so many empties the solver of the browser solves every move. */
export const SOLVED_EMPTIES = 20;

export function emptiesOf(position: string): number {
  return position.split("-").length - 1;
}

/** Reads a file of exercises, as `willow exercises` writes it. */
export function readExercises(tsv: string): RatedExercise[] {
  const lines = tsv.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [position = "", right = "", score, next, theme, rating] = line.split("\t");
    return {
      position,
      right: right.split(" "),
      score: Number(score),
      next: Number(next),
      theme: theme === "-" ? null : (theme as Theme),
      rating: Number(rating),
      isProven: true,
    };
  });
}

/** Loads the exercises that come with the program. */
export async function loadExercises(): Promise<readonly RatedExercise[]> {
  const { default: tsv } = await import("../../../../crates/exercises/exercises.tsv?raw");
  return readExercises(tsv);
}
