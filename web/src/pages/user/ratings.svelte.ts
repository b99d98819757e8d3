// The ratings of a user in one speed class, the oldest first.
import type { Command, Notice, RatingPoint, SpeedClass } from "../../protocol/wire";

/** How many pages are read: each has 200 ratings. */
const MAX_PAGES = 5;

/** Reads the ratings of a user class by class. */
export class RatingHistory {
  points = $state.raw<readonly RatingPoint[] | null>(null);
  /** Whether there are older ones that were not read. */
  hasOlder = $state(false);
  readonly #ask: (command: Command) => Promise<Notice>;
  #asked = 0;

  constructor(ask: (command: Command) => Promise<Notice>) {
    this.#ask = ask;
  }

  /** Reads the ratings of a class. Of several classes the last one counts. Rejected by a `Refusal`. */
  async read(name: string, speedClass: SpeedClass): Promise<void> {
    const asked = ++this.#asked;
    this.points = null;
    const read: RatingPoint[] = [];
    let before: number | null = null;
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer: Notice = await this.#ask({ do: "ratings", name, class: speedClass, before });
      if (answer.event !== "ratings" || asked !== this.#asked) return;
      read.push(...answer.points);
      before = answer.next ?? null;
      if (before === null) break;
    }
    this.hasOlder = before !== null;
    this.points = read.reverse();
  }
}

/** A point of a curve: both from 0 to 1, the latter upwards. */
export interface CurvePoint {
  readonly x: number;
  readonly y: number;
}

/** What a curve shows: its lowest and highest rating, at least 100 apart. */
export function rangeOf(points: readonly RatingPoint[]): readonly [number, number] {
  const ratings = points.map(({ rating }) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const missing = Math.max(0, 100 - (high - low)) / 2;
  return [Math.floor(low - missing), Math.ceil(high + missing)];
}

/** Places the ratings on a curve, one game after the other. */
export function curveOf(points: readonly RatingPoint[]): CurvePoint[] {
  const [low, high] = rangeOf(points);
  const last = Math.max(1, points.length - 1);
  return points.map(({ rating }, index) => ({ x: index / last, y: (rating - low) / (high - low) }));
}
