// A series of exercises as somebody does them: each asks for a move, and the solver answers it on the board.
import type { MoveReport } from "../../engine";
import type { Rules } from "../../rules";
import type { Exercise } from "./exercise";
import { Line } from "./line.svelte";
import type { Attempt, Series as SeriesName } from "./log.svelte";
import type { Solver } from "./solver";

/** What became of the question. */
export type Answer =
  | { readonly kind: "asked" }
  | { readonly kind: "right" | "wrong"; readonly move: string }
  /** A square where no disc can be put. */
  | { readonly kind: "illegal"; readonly move: string }
  /** The right moves are shown. */
  | { readonly kind: "shown" };

const ASKED: Answer = { kind: "asked" };

export interface SeriesOptions {
  readonly name: SeriesName;
  readonly rules: Rules;
  /** Who answers the moves on the board; `null` where there is no time for it. */
  readonly solver: Solver | null;
  /** The next exercise; `null` if there is none. */
  next(): Exercise | null;
  /** Hears of the first answer to each exercise. */
  onAttempt(attempt: Attempt): void;
  now(): number;
}

export class ExerciseSeries {
  exercise = $state.raw<Exercise | null>(null);
  answer = $state.raw<Answer>(ASKED);
  /** What the solver says of the answered move; `null` while it thinks, or if it does not come. */
  finding = $state.raw<MoveReport | null>(null);
  /** How many were right at the first try, and how many were tried. */
  right = $state(0);
  tried = $state(0);
  /** Whether the exercise was answered: only the first try counts. */
  isTried = $state(false);
  readonly line: Line;

  constructor(private readonly options: SeriesOptions) {
    this.line = new Line(options.rules);
    this.goOn();
  }

  get legal(): string[] {
    return this.isPlayable ? this.options.rules.legalMoves(this.line.position) : [];
  }

  get isPlayable(): boolean {
    return this.exercise !== null && (this.answer.kind === "asked" || this.answer.kind === "illegal");
  }

  /** Whether the exercise is over: it was solved, or shown. */
  get isOver(): boolean {
    return this.answer.kind === "right" || this.answer.kind === "shown";
  }

  /** Goes on to the next exercise. One that was not answered counts for nothing. */
  goOn(): void {
    this.exercise = this.options.next();
    this.isTried = false;
    this.askAgain();
  }

  askAgain(): void {
    this.answer = ASKED;
    this.finding = null;
    this.line.set(this.exercise?.position ?? "", []);
  }

  play(move: string): void {
    const { exercise } = this;
    if (!exercise || !this.isPlayable) return;
    const isRight = exercise.right.includes(move);
    this.answer = { kind: isRight ? "right" : "wrong", move };
    this.line.set(exercise.position, [move], 1);
    this.#count(exercise, isRight);
    void this.#follow(exercise, move, isRight);
  }

  playIllegal(move: string): void {
    if (this.isPlayable) this.answer = { kind: "illegal", move };
  }

  /** Shows the right moves, and the best play after the first one. */
  show(): void {
    const { exercise } = this;
    if (!exercise || this.isOver) return;
    this.#count(exercise, false);
    this.answer = { kind: "shown" };
    this.finding = null;
    this.line.set(exercise.position, []);
    void this.#follow(exercise, exercise.right[0] ?? "", true);
  }

  /** Ends what still moves on the board. */
  leave(): void {
    this.line.stop();
    this.exercise = null;
  }

  #count({ position, theme, rating }: Exercise, isRight: boolean): void {
    if (this.isTried) return;
    this.isTried = true;
    this.tried += 1;
    this.right += Number(isRight);
    const { name: series, now, onAttempt } = this.options;
    onAttempt({ kind: "attempt", at: now(), position, theme, rating, isRight, series });
  }

  /** After a right move best play goes on to the end; a wrong one is punished by a reply, and the rest follows by a press. */
  async #follow(exercise: Exercise, move: string, isRight: boolean): Promise<void> {
    const { answer } = this;
    const found = await this.options.solver?.compare(exercise.position, move).catch(() => null);
    if (!found || this.exercise !== exercise || this.answer !== answer) return;
    this.finding = found;
    this.line.set(exercise.position, found.played_pv, this.line.at);
    this.line.run(isRight ? undefined : 2);
  }
}
