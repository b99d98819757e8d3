// An analyst for tests: it answers when the test says so.
import type { Analyst, Counterfactual, Finding, SearchResources, RunListeners, Work } from "../study/analyst";

/** A question that was asked, with its answer in the hands of the test. */
export interface Asked<T> {
  readonly what: string;
  /** Tells what was found so far. */
  tell(found: T, part?: number): void;
  finish(result: T, isStopped?: boolean): Promise<void>;
  fail(message: string): Promise<void>;
  isStopped: boolean;
}

/** An analyst that remembers what it was asked. */
export class TestAnalyst implements Analyst {
  readonly analyses: Asked<readonly Finding[]>[] = [];
  readonly valued: Asked<readonly Finding[]>[] = [];
  readonly chosen: Asked<string | null>[] = [];
  readonly changes: Asked<Counterfactual | null>[] = [];
  /** Whether analyses have their reasons. */
  hasReasons = true;
  isClosed = false;
  /** How often the workers of the search without an end were ended. */
  endings = 0;
  /** Ends the loading. */
  loaded: () => Promise<void> = () => Promise.resolve();
  readonly #loading = new Promise<void>((resolve) => {
    this.loaded = () => (resolve(), new Promise((next) => setTimeout(next)));
  });

  load(): Promise<void> {
    return this.#loading;
  }

  analyze(
    record: { readonly start: string; readonly moves: readonly string[] },
    depth: string,
    listeners: RunListeners,
  ): Work<readonly Finding[]> {
    return asked(this.analyses, `${depth} ${record.moves.join("")}`, (found, part) => {
      listeners.findings(found, this.hasReasons, { black: null, white: null });
      listeners.progress(part);
    });
  }

  values(position: string, depth: string, onValues: (values: readonly Finding[]) => void) {
    return asked(this.valued, `${depth} ${position}`, onValues);
  }

  valuesWithoutEnd(
    position: string,
    moves: readonly string[],
    { threads }: SearchResources,
    onValues: (values: readonly Finding[]) => void,
  ) {
    return asked(this.valued, `endless ${threads} ${moves.join("")} ${position}`, onValues);
  }

  endEndless(): void {
    this.endings++;
  }

  choose(position: string, { level }: { readonly level: number }) {
    return asked(this.chosen, `${level} ${position}`, () => undefined);
  }

  counterfactual(position: string, finding: Finding, onProgress: (part: number) => void) {
    return asked(this.changes, `${finding.move} ${position}`, (_: Counterfactual | null, part) => {
      onProgress(part);
    });
  }

  close(): void {
    this.isClosed = true;
  }
}

function asked<T>(list: Asked<T>[], what: string, tell: (found: T, part: number) => void): Work<T> {
  let [resolve, reject] = [
    (_: { result: T; isStopped: boolean }): void => undefined,
    (_: Error): void => undefined,
  ];
  const done = new Promise<{ result: T; isStopped: boolean }>((...both) => ([resolve, reject] = both));
  // Everything that follows at once from the answer has happened before the next task.
  const settled = () => new Promise<void>((next) => setTimeout(next));
  const question: Asked<T> = {
    what,
    tell: (found, part = 0) => tell(found, part),
    finish: (result, isStopped = false) => {
      resolve({ result, isStopped });
      return settled();
    },
    fail: (message) => {
      reject(new Error(message));
      return settled();
    },
    isStopped: false,
  };
  list.push(question);
  return { done, stop: () => (question.isStopped = true) };
}

/** A finding about a move: a best move, unless the test says otherwise. */
export function findingOf(finding: Partial<Finding> & Pick<Finding, "move" | "ply">): Finding {
  return {
    side: finding.ply % 2 === 1 ? "black" : "white",
    empties: 61 - finding.ply,
    value: 0,
    best_value: 0,
    best: finding.move,
    loss: 0,
    certainty: "estimate",
    error: 2.5,
    loss_error: 3.5,
    outcome: null,
    best_outcome: null,
    class: "best",
    opening: null,
    depth: 8,
    pv: [finding.move],
    played_pv: [finding.move],
    reasons: [],
    ...finding,
  };
}
