// The words of the language that the user has chosen. Whatever imports them waits until they are there.
import { Refusal } from "../protocol/refusal";
import { loading } from "./chosen";
import type { Words } from "./type";

export {
  chooseLocale,
  loadExerciseWords,
  loadGuides,
  loadLessons,
  loadTournamentWords,
  locales,
  nameOf,
} from "./chosen";
export type { ExerciseWords, LessonWords, Words } from "./type";

export const words: Words = await loading;

/** Sets sentences beside each other; those that are empty are left out. */
export function joined(...sentences: string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(words.board.gap);
}

/** Says in words why something failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) return String(error);
  const sentences: Partial<Record<string, string>> = words.errors;
  return (error.detail && sentences[error.detail]) ?? error.message;
}
