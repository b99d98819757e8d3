// How strong somebody is at exercises: what follows from the first answers.
import { NEW, rated, type Rating } from "./glicko";
import type { Attempt, Series } from "./log.svelte";

/** How uncertain the ratings of the exercises are. They are estimates of a model, which nobody has checked yet. */
const EXERCISE_DEVIATION = 150;
const DAY_MS = 24 * 60 * 60 * 1000;
/** In these the time or what is at stake decides, too; a mistake that comes again is known. */
const UNRATED: readonly Series[] = ["mistakes", "streak", "storm"];

/** The attempts by which somebody is rated: the first one at each exercise. */
export function ratedAttempts(attempts: readonly Attempt[]): Attempt[] {
  const seen = new Set<string>();
  return attempts.filter(({ position, rating, series }) => {
    const isFirst = !seen.has(position);
    seen.add(position);
    return isFirst && rating !== null && !UNRATED.includes(series);
  });
}

/** Each attempt is a period of its own; days without any make a rating less certain. */
export function ratingOf(attempts: readonly Attempt[]): Rating {
  let [rating, last] = [NEW, 0];
  for (const { rating: difficulty, isRight, at } of ratedAttempts(attempts)) {
    const days = last === 0 ? 0 : Math.floor((at - last) / DAY_MS);
    for (let day = 0; day < days && rating.deviation < NEW.deviation; day++) rating = rated(rating, []);
    const result = {
      rating: difficulty ?? NEW.rating,
      deviation: EXERCISE_DEVIATION,
      score: Number(isRight),
    };
    [rating, last] = [rated(rating, [result]), at];
  }
  return rating;
}
