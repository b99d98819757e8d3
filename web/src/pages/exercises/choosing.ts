// Which exercise comes next.
import type { Exercise, RatedExercise, Theme } from "./exercise";
import type { Attempt, ExerciseLog, Series } from "./log.svelte";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A prime, so that all exercises come before one comes again. */
const DAILY_STEP = 619;
/** One of so many that fit best is chosen. */
const NEAREST = 12;
/** Where streaks and storms begin, and how much harder each exercise is than the one before. */
const [FIRST_RATING, RATING_STEP] = [1000, 40];

/** The exercise of a day, by the time of Greenwich: the same for everybody. */
export function dailyOf<One>(all: readonly One[], now: number): One | null {
  return all[(dayOf(now) * DAILY_STEP) % all.length] ?? null;
}

/** The number of a day. */
export function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}

/** One of the exercises that fit a rating best; those that were done come again only if there is no other one. */
export function nearTo(
  all: readonly RatedExercise[],
  rating: number,
  done: ReadonlySet<string>,
  random: () => number,
): RatedExercise | null {
  const fresh = all.filter(({ position }) => !done.has(position));
  const distance = (one: RatedExercise) => Math.abs(one.rating - rating);
  const nearest = (fresh.length > 0 ? fresh : all)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, NEAREST);
  return nearest[Math.floor(random() * nearest.length)] ?? null;
}

/** The rating of the exercise that comes after so many in a streak or a storm. */
export function risingRating(after: number): number {
  return FIRST_RATING + RATING_STEP * after;
}

/** The exercises whose last answer was wrong, the oldest first. */
export function mistakesOf(attempts: readonly Attempt[], all: readonly Exercise[]): Exercise[] {
  const last = new Map<string, Attempt>();
  for (const attempt of attempts) {
    last.delete(attempt.position);
    last.set(attempt.position, attempt);
  }
  const known = new Map(all.map((exercise) => [exercise.position, exercise]));
  return [...last.values()].flatMap(({ isRight, position }) => (isRight ? [] : (known.get(position) ?? [])));
}

/** The themes of exercises with how many there are, the most frequent first. */
export function themesOf(all: readonly Exercise[]): (readonly [Theme, number])[] {
  const counts = new Map<Theme, number>();
  for (const { theme } of all) if (theme !== null) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** What a series is chosen by. */
type Known = Pick<ExerciseLog, "attempts" | "own" | "rating">;

/** Returns what gives one exercise of a series after the other; none twice, and `null` when there is none left. */
export function chooserOf(
  mode: SeriesMode,
  all: readonly RatedExercise[],
  log: Known,
  random: () => number = Math.random,
): () => Exercise | null {
  const of = mode.kind === "theme" ? all.filter(({ theme }) => theme === mode.theme) : all;
  const done = new Set(log.attempts.map(({ position }) => position));
  const asked = new Set<string>();
  const isNew = ({ position }: Exercise) => !asked.has(position);
  const choose = (): Exercise | null => {
    switch (mode.kind) {
      case "daily":
        return asked.size === 0 ? dailyOf(all, Date.now()) : null;
      case "rated":
      case "theme":
        return nearTo(of.filter(isNew), log.rating.rating, done, random);
      case "mistakes":
        return mistakesOf(log.attempts, [...all, ...log.own]).find(isNew) ?? null;
      case "own":
        // The newest first, and those that were done last.
        return (
          log.own
            .toReversed()
            .sort(by(({ position }) => Number(done.has(position))))
            .find(isNew) ?? null
        );
      case "streak":
      case "storm":
        return nearTo(all, risingRating(asked.size), asked, random);
    }
  };
  return () => {
    const exercise = choose();
    if (exercise) asked.add(exercise.position);
    return exercise;
  };
}

function by<One>(rank: (one: One) => number): (one: One, other: One) => number {
  return (one, other) => rank(one) - rank(other);
}

/** The ways of doing exercises, as addresses name them. */
export type Mode =
  | SeriesMode
  | { readonly kind: "progress" }
  | { readonly kind: "openings" }
  | { readonly kind: "drill"; readonly empties: number };

/** Those that ask one exercise after the other. */
export type SeriesMode =
  { readonly kind: Exclude<Series, "theme"> } | { readonly kind: "theme"; readonly theme: Theme };

export const DRILLS = [10, 12, 14] as const;
const PLAIN = ["daily", "rated", "mistakes", "own", "streak", "storm", "openings", "progress"] as const;

/** Reads the last part of an address; `null` if there is no such way. */
export function modeOf(name: string, themes: readonly Theme[]): Mode | null {
  const kind = PLAIN.find((plain) => plain === name);
  if (kind) return { kind };
  const [, first, rest = ""] = /^(drill|theme)-(.+)$/.exec(name) ?? [];
  const empties = DRILLS.find((drill) => String(drill) === rest);
  if (first === "drill" && empties !== undefined) return { kind: "drill", empties };
  const theme = themes.find((one) => one === rest);
  return first === "theme" && theme ? { kind: "theme", theme } : null;
}
