// What somebody has done with exercises, in this browser's database: every first answer, the runs, and the exercises that
// come from own games. Ratings and progress follow from it.
import { clear, createStore, delMany, setMany, values } from "idb-keyval";
import type { Exercise, Theme } from "./exercise";
import { ratingOf } from "./rating";

/** The ways of doing exercises in which the first answer counts. */
export type Series = "daily" | "rated" | "theme" | "mistakes" | "own" | "streak" | "storm";

/** The first answer to an exercise that was asked. */
export interface Attempt {
  readonly kind: "attempt";
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly position: string;
  readonly theme: Theme | null;
  readonly rating: number | null;
  readonly isRight: boolean;
  readonly series: Series;
}

/** How many were right in a streak, or in three minutes; or how a drill ended. */
export interface Run {
  readonly kind: "run";
  readonly at: number;
  readonly series: "streak" | "storm";
  readonly right: number;
}

/** An exercise from a game of one's own. */
export interface OwnExercise extends Exercise {
  readonly kind: "own";
  readonly at: number;
  /** The move that was played, and in which game. */
  readonly played: string;
  readonly game: string;
}

type Kept = Attempt | Run | OwnExercise;

export class ExerciseLog {
  attempts = $state.raw<readonly Attempt[]>([]);
  runs = $state.raw<readonly Run[]>([]);
  own = $state.raw<readonly OwnExercise[]>([]);
  /** Whether the browser keeps what is added. */
  isKept = $state(true);
  readonly rating = $derived.by(() => ratingOf(this.attempts));
  #reading: Promise<void> | null = null;
  readonly #store = createStore("willow-exercises", "done");

  /** Reads what was kept, once. */
  read(): Promise<void> {
    return (this.#reading ??= this.#read());
  }

  add(...all: readonly Kept[]): Promise<void> {
    this.#take(all);
    return this.#write(() =>
      setMany(
        all.map((one) => [keyOf(one), one]),
        this.#store,
      ),
    );
  }

  /** Takes an exercise of one's own out. */
  remove(exercise: OwnExercise): Promise<void> {
    this.own = this.own.filter(({ position }) => position !== exercise.position);
    return this.#write(() => delMany([keyOf(exercise)], this.#store));
  }

  /** Forgets everything. */
  async clear(): Promise<void> {
    [this.attempts, this.runs, this.own] = [[], [], []];
    await this.#write(() => clear(this.#store));
  }

  /** The greatest number of right answers in a streak or a storm; `null` before the first one. */
  best(series: Run["series"]): number | null {
    const counts = this.runs.flatMap((run) => (run.series === series ? [run.right] : []));
    return counts.length === 0 ? null : Math.max(...counts);
  }

  async #read(): Promise<void> {
    await Promise.resolve();
    try {
      this.#take(await values<Kept>(this.#store));
    } catch {
      this.isKept = false;
    }
  }

  #take(all: readonly Kept[]): void {
    const added = <Kind extends Kept["kind"]>(kind: Kind) =>
      all.filter((one): one is Extract<Kept, { kind: Kind }> => one.kind === kind);
    const byTime = (one: Kept, other: Kept) => one.at - other.at;
    this.attempts = [...this.attempts, ...added("attempt")].sort(byTime);
    this.runs = [...this.runs, ...added("run")].sort(byTime);
    const fresh = added("own").filter(({ position }) => !this.own.some((own) => own.position === position));
    this.own = [...this.own, ...fresh].sort(byTime);
  }

  async #write(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch {
      // A private window, or no room: it lasts as long as the page.
      this.isKept = false;
    }
  }
}

function keyOf(one: Kept): string {
  return one.kind === "own" ? `own ${one.position}` : `${one.kind} ${one.at}`;
}

/** What was done in this browser. */
export const exerciseLog = new ExerciseLog();
