// Learning from one's mistakes: each wrong move is an exercise. Its solution is any move that is no mistake.
import type { Side } from "../protocol/wire";
import type { Analyst, Finding, Work } from "./analyst";
import { isError, type Mistake } from "./findings";
import { lostText } from "./figures";
import { words } from "../words";

/** What became of the last attempt. */
export type Verdict =
  | { readonly kind: "none" | "right" | "wrong" | "shown"; readonly text: string }
  | { readonly kind: "checking"; readonly text: string };

const NO_VERDICT: Verdict = { kind: "none", text: "" };

export class Exercises {
  /** The exercise that is on the board, counted from 0. After the last one the round is finished. */
  index = $state(0);
  verdict = $state.raw<Verdict>(NO_VERDICT);
  /** How many were solved at the first attempt. */
  solved = $state(0);
  #attempts = 0;
  #work: Work<unknown> | null = null;
  readonly #analyst: Analyst;

  constructor(
    /** The wrong moves, in the order of the game. */
    readonly mistakes: readonly Mistake[],
    analyst: Analyst,
  ) {
    this.#analyst = analyst;
  }

  /** The exercise on the board; `null` when all were done. */
  get current(): Mistake | null {
    return this.mistakes[this.index] ?? null;
  }

  /** Whether the exercise on the board is over. */
  get isSettled(): boolean {
    return this.verdict.kind === "right" || this.verdict.kind === "shown";
  }

  async attempt(move: string): Promise<void> {
    const mistake = this.current;
    if (!mistake || this.isSettled || this.verdict.kind === "checking") return;
    const { finding } = mistake;
    const text = words.analysis.learn;
    if (move === finding.best) return this.#judge(true, text.right(move));
    if (move === finding.move) return this.#judge(false, text.played(move, lostText(finding)));
    this.verdict = { kind: "checking", text: text.checking(move) };
    const work = this.#analyst.values(mistake.before, "normal", () => undefined);
    this.#work = work;
    try {
      const { result } = await work.done;
      if (this.#work === work) this.#compare(move, finding.best, result);
    } catch (error) {
      if (this.#work === work) this.verdict = { kind: "wrong", text: reasonOf(error) };
    }
  }

  /** Shows the best move instead. */
  giveUp(): void {
    const best = this.current?.finding.best;
    if (best === undefined || this.isSettled) return;
    this.leave();
    this.verdict = { kind: "shown", text: words.analysis.learn.shown(best) };
  }

  /** Goes on to the next exercise. */
  next(): void {
    this.leave();
    this.index += 1;
    this.#attempts = 0;
    this.verdict = NO_VERDICT;
  }

  /** Cancels the engine's search. */
  leave(): void {
    this.#work?.stop();
    this.#work?.done.catch(() => undefined);
    this.#work = null;
  }

  #compare(move: string, best: string, values: readonly Finding[]): void {
    const text = words.analysis.learn;
    const tried = values.find((value) => value.move === move);
    if (!tried) return this.#judge(false, words.engine.stopped);
    if (!isError(tried.class)) return this.#judge(true, text.asGood(move, best));
    const { certainty, outcome } = tried;
    const isProven = certainty === "proven" && outcome !== null;
    this.#judge(
      false,
      isProven
        ? text.wrongOutcome(move, words.analysis.outcomes[outcome])
        : text.wrong(move, lostText(tried)),
    );
  }

  #judge(isRight: boolean, text: string): void {
    this.#work = null;
    if (isRight && this.#attempts === 0) this.solved += 1;
    this.#attempts += 1;
    this.verdict = { kind: isRight ? "right" : "wrong", text };
  }
}

/** Whose mistakes are the exercises: those of a side, or of both. */
export type Whose = Side | "both";

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
