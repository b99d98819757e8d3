// The analysis of a line by the engine: it goes on in the worker, and can be stopped at any time.
import type { PositionText } from "../../rules";
import type { Analyst, Counterfactual, Depth, Finding, Work } from "../../study/analyst";
import {
  isComplete,
  keyOf,
  NO_ACCURACIES,
  NO_FINDINGS,
  withAccuracy,
  withCounterfactual,
  withFinding,
  withFindings,
  type Findings,
  type Found,
} from "../../study/findings";
import { movesOf, type TreeNode } from "../../study/tree";

/** What the analysis is doing. */
export type RunState =
  | { readonly kind: "idle" | "running" | "stopped" | "done" }
  /** Why it cannot go on, in words. */
  | { readonly kind: "failed"; readonly problem: string };

/** Analyses one line at a time. What was found stays, whatever happens to the analysis. */
export class Run {
  state = $state.raw<RunState>({ kind: "idle" });
  /** How much of the line is done, from 0 to 1. */
  progress = $state(0);
  findings = $state.raw<Findings>(NO_FINDINGS);
  /** Whether the reasons of the last analysis did not load. */
  lacksReasons = $state(false);
  /** How well both sides played, by `lineKey`. */
  accuracies = $state.raw(NO_ACCURACIES);
  /** How many things were noted that are no part of an analysis. */
  nNotes = $state(0);
  /** How deep the last analysis was to search. */
  depth = $state.raw<Depth | null>(null);
  readonly #analyst: Analyst;
  #work: Work<unknown> | null = null;

  constructor(analyst: Analyst) {
    this.#analyst = analyst;
  }

  /** Takes over what was found before, such as before a reload of the page. */
  restore({ findings, accuracies }: Found, line: readonly TreeNode[]): void {
    this.findings = findings;
    this.accuracies = accuracies;
    this.state = { kind: findings.size === 0 ? "idle" : isComplete(findings, line) ? "done" : "stopped" };
  }

  /** Analyses a line. An analysis that goes on is stopped before. */
  async start(line: readonly TreeNode[], depth: Depth): Promise<void> {
    this.stop();
    const [root] = line;
    if (!root || line.length < 2) {
      this.state = { kind: "idle" };
      return;
    }
    this.state = { kind: "running" };
    this.depth = depth;
    this.progress = 0;
    const work = this.#analyst.analyze({ start: root.position, moves: movesOf(line) }, depth, {
      findings: (found, hasReasons, accuracy) => {
        if (this.#work !== work) return;
        this.accuracies = withAccuracy(this.accuracies, line, accuracy);
        this.findings = withFindings(this.findings, line, found);
        this.lacksReasons = !hasReasons;
      },
      progress: (part) => {
        if (this.#work === work) this.progress = part;
      },
    });
    this.#work = work;
    try {
      const { result, isStopped } = await work.done;
      if (this.#work !== work) return;
      this.findings = withFindings(this.findings, line, result);
      this.#end(isStopped ? { kind: "stopped" } : { kind: "done" });
    } catch (error) {
      if (this.#work !== work) return;
      this.#end({ kind: "failed", problem: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Notes what would have made a move good. */
  note(key: string, counterfactual: Counterfactual): void {
    this.nNotes += 1;
    this.findings = withCounterfactual(this.findings, key, counterfactual);
  }

  /** Notes what is known about a move that is played now, so that it keeps the value that stood on its square. */
  noteMove(position: PositionText, finding: Finding): void {
    const key = keyOf(position, finding.move);
    if (this.findings.has(key)) return;
    this.nNotes += 1;
    this.findings = withFinding(this.findings, key, finding);
  }

  /** Stops the analysis. What was found stays. */
  stop(): void {
    const work = this.#work;
    if (!work) return;
    this.#end({ kind: "stopped" });
    work.stop();
    // Nobody waits for what it has found any more.
    work.done.catch(() => undefined);
  }

  #end(state: RunState): void {
    this.#work = null;
    this.state = state;
  }
}
