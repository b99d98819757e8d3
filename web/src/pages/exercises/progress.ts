// What has been learned, by theme: shares with their intervals, and files to take along.
import type { Theme } from "./exercise";
import type { Attempt, ExerciseLog } from "./log.svelte";
import { ratedAttempts } from "./rating";

/** The quantile of a normal distribution for 95%. */
export const Z = 1.96;

/** Wilson's interval of a share at 95%. */
export function wilson(right: number, tried: number): readonly [low: number, high: number] {
  if (tried === 0) return [0, 1];
  const share = right / tried;
  const centre = share + Z ** 2 / (2 * tried);
  const reach = Z * Math.sqrt((share * (1 - share)) / tried + Z ** 2 / (4 * tried ** 2));
  const all = 1 + Z ** 2 / tried;
  return [Math.max(0, (centre - reach) / all), Math.min(1, (centre + reach) / all)];
}

export interface ThemeProgress {
  readonly theme: Theme | null;
  readonly tried: number;
  readonly right: number;
  /** The mean rating of the exercises. */
  readonly difficulty: number;
}

/** Returns what was done of each theme at the first try, the most tried first. */
export function progressOf(attempts: readonly Attempt[]): ThemeProgress[] {
  const groups = new Map<Theme | null, Attempt[]>();
  for (const attempt of ratedAttempts(attempts))
    groups.set(attempt.theme, [...(groups.get(attempt.theme) ?? []), attempt]);
  const all = [...groups].map(([theme, of]) => ({
    theme,
    tried: of.length,
    right: of.filter(({ isRight }) => isRight).length,
    difficulty: of.reduce((sum, { rating }) => sum + (rating ?? 0), 0) / of.length,
  }));
  return all.sort((one, other) => other.tried - one.tried);
}

/** Writes everything that was done. */
export function asJson({ attempts, runs, own, rating }: ExerciseLog): string {
  return JSON.stringify({ rating, attempts, runs, own }, null, 2);
}

/** Writes the answers as a table: one a line, with tabs. */
export function asTsv(attempts: readonly Attempt[]): string {
  const lines = attempts.map(({ at, position, theme, rating, isRight, series }) =>
    [
      new Date(at).toISOString(),
      position,
      theme ?? "-",
      rating ?? "-",
      isRight ? "right" : "wrong",
      series,
    ].join("\t"),
  );
  return ["# time\tposition\ttheme\trating\tanswer\tway", ...lines, ""].join("\n");
}
