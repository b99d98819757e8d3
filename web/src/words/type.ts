// What every language must say. English is written first; a message that another language lacks does not compile.
import type en from "./en";
import type exercises from "./en/exercises";
import type guides from "./en/guides";
import type lessons from "./en/learn";
import type { push } from "./en/push";
import type tournaments from "./en/tournaments";

/** Who translated a language, and what its readers are told until a person who speaks it signs it. */
export interface Translation {
  readonly by: string;
  /** The person who answers for the words. */
  readonly signedBy: string | null;
  /** That the words are not signed yet, in this language. */
  readonly unsigned: string;
}

/** All text of a language. */
export type Words = typeof en;

/** The long texts of a language. */
export type Guides = typeof guides;

/** The texts of the lessons in a language. */
export type LessonWords = typeof lessons;

/** The texts of the exercises in a language. */
export type ExerciseWords = typeof exercises;

/** The texts of tournaments in a language. */
export type TournamentWords = typeof tournaments;

/** What a notification says in a language. */
export type PushWords = typeof push;
