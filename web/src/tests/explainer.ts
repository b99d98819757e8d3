// Reasons without a module, for tests.
import type { CounterfactualReport, Explainer, Explanation, MoveReport, ReasonReport } from "../engine/types";

/** What every search finds. */
export const FOUND: CounterfactualReport = { square: "d4", disc: null, depth: 9, text: "If …", text_ja: "…" };

/** Wants three comparisons. */
class FakeExplanation implements Explanation {
  isFreed = false;
  readonly answers: string[] = [];

  constructor(
    readonly position: string,
    readonly about: MoveReport,
  ) {}

  get reasons(): ReasonReport[] {
    const numbers = { before: 1, after: 2, squares: [], plies: 1, text_ja: "" };
    const seen = { line: "played", turn: "white" } as const;
    return [
      { ...numbers, ...seen, term: "mobility", side: "black", text: `${this.about.move} ${this.position}` },
    ];
  }

  wanted() {
    const n = this.answers.length;
    return n === 3 ? null : { position: `changed ${n}`, limit: { kind: "level", amount: n + 1 } as const };
  }

  answer(compared: MoveReport): void {
    this.answers.push(`${compared.move} in ${compared.opening ?? ""}`);
  }

  get progress() {
    return { done: this.answers.length, all: 3 };
  }

  get counterfactual(): CounterfactualReport | null {
    return this.answers.length === 3 ? FOUND : null;
  }

  free(): void {
    this.isFreed = true;
  }
}

/** Explains every move, and remembers how. */
export class FakeExplainer implements Explainer {
  readonly explained: FakeExplanation[] = [];

  explain(position: string, about: MoveReport): FakeExplanation {
    const explanation = new FakeExplanation(position, about);
    this.explained.push(explanation);
    return explanation;
  }
}
