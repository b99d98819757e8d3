// A lesson as somebody works through it: board after board, each with a question that a move answers.
import type { Rules } from "../../rules";
import { count } from "./count";
import type { Count, Lesson, LessonBoard } from "./lessons";

/** How long each move of a line stands before the next one. */
const STEP_MS = 900;

/** What became of the question on the board. */
export type Answer =
  /** Nothing was played yet, or it is asked again. */
  | { readonly kind: "asked" }
  | { readonly kind: "right"; readonly move: string }
  /** A mistake that the lesson speaks of: the moves that punish it follow on the board. */
  | { readonly kind: "wrong"; readonly move: string; readonly reply: string }
  /** Another move that is worse than the right ones. */
  | { readonly kind: "other"; readonly move: string }
  /** A square where no disc can be put. */
  | { readonly kind: "illegal"; readonly move: string };

const ASKED: Answer = { kind: "asked" };

export class LessonRun {
  at = $state(0);
  answer = $state.raw<Answer>(ASKED);
  /** Whether the right squares are framed. */
  isShown = $state(false);
  #position = $state("");
  lastMove = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly lesson: Lesson,
    private readonly rules: Rules,
    /** Told when a board has been answered rightly, with the number of boards that are done so. */
    private readonly onDone: (boards: number) => void,
    at = 0,
  ) {
    this.goTo(at);
  }

  get board(): LessonBoard {
    return this.lesson.boards[this.at] ?? this.lesson.boards[0];
  }

  get position(): string {
    return this.#position;
  }

  get legal(): string[] {
    return this.rules.legalMoves(this.#position);
  }

  get isPlayable(): boolean {
    return this.answer.kind === "asked" || this.answer.kind === "illegal";
  }

  get isLast(): boolean {
    return this.at === this.lesson.boards.length - 1;
  }

  /** Asks the question of a board. */
  goTo(at: number): void {
    this.at = Math.min(Math.max(at, 0), this.lesson.boards.length - 1);
    this.isShown = false;
    this.askAgain();
  }

  askAgain(): void {
    this.leave();
    this.answer = ASKED;
    [this.#position, this.lastMove] = [this.board.position, null];
  }

  play(move: string): void {
    const { right, wrong, then } = this.board;
    this.#move(move);
    if (right.includes(move)) {
      this.answer = { kind: "right", move };
      this.onDone(this.at + 1);
      if (move === right[0]) this.#follow(then?.match(/../g) ?? []);
      return;
    }
    const reply = wrong?.[move];
    this.answer = reply === undefined ? { kind: "other", move } : { kind: "wrong", move, reply };
    this.#follow(reply === undefined ? [] : [reply]);
  }

  playIllegal(move: string): void {
    if (this.isPlayable) this.answer = { kind: "illegal", move };
  }

  /** The squares that a move on the board would turn. */
  flips(square: string): string[] {
    return this.rules.flips(this.#position, square);
  }

  /** Counts what a move on this board does. */
  count(what: Count, move: string): number {
    return count(what, this.board.position, move, this.rules);
  }

  /** Ends what still moves on the board. */
  leave(): void {
    clearTimeout(this.#timer);
  }

  #move(move: string): void {
    this.#position = this.rules.play(this.#position, move).position;
    this.lastMove = move;
  }

  #follow([next, ...rest]: readonly string[]): void {
    if (next === undefined) return;
    this.#timer = setTimeout(() => {
      this.#move(next);
      this.#follow(rest);
    }, STEP_MS);
  }
}
