// The worker's side of the engine without the worker around it: takes messages, searches, sends messages.
import type { FromWorker, Question, ToWorker } from "./messages";
import { EngineError, type AnalysisSteps, type Explainer, type MoveReport } from "./types";
import type { PositionText, SearchHost, Searcher } from "./types";

/** So many analyses are kept, so that they can go on. */
const KEPT_ANALYSES = 16;

type QuestionOf<Type extends Question["type"]> = Extract<Question, { type: Type }>;

/** What the worker needs from outside; tests put fakes in their places. */
export interface WorkerHost {
  /** Sends a message to the page. */
  post(message: FromWorker): void;
  /** Loads module and weights. */
  load(hash: number, host: SearchHost): Promise<Searcher>;
  loadReasons(): Promise<Explainer>;
  /** The time since a fixed moment, in milliseconds. */
  now(): number;
  /** Waits until messages that have come meanwhile are heard. */
  pause(): Promise<void>;
}

/** Answers the questions of the page, one at a time. */
export class WorkerSide {
  readonly #host: WorkerHost;
  #searcher: Searcher | null = null;
  /** The module of the reasons, once it is asked for. What did not come is asked for again. */
  #explainer: Promise<Explainer> | null = null;
  /** Whether analyses have reasons. */
  #explains = false;
  /** The question that is answered now. */
  #id = 0;
  /** The last question that was to stop, as the messages say. */
  #stopped = 0;
  /** The same, as the shared memory says. */
  #shared: Int32Array | null = null;
  /** The analyses by their record and plan, the latest last. */
  readonly #analyses = new Map<string, AnalysisSteps>();

  constructor(host: WorkerHost) {
    this.#host = host;
  }

  /** Takes a message of the page. Nothing that goes wrong leaves this function but as a message. */
  async receive(message: ToWorker): Promise<void> {
    switch (message.type) {
      case "load":
        this.#shared = message.stop && new Int32Array(message.stop);
        this.#explains = message.explains;
        return this.#guarded(null, () => this.#load(message.hash));
      case "stop":
        this.#stopped = message.id;
        return;
      case "search":
      case "analyze":
      case "counterfactual":
        this.#id = message.id;
        return this.#guarded(message.id, (searcher) => this.#answer(message, searcher));
    }
  }

  async #load(hash: number): Promise<void> {
    // An analysis says if they did not come.
    if (this.#explains) this.#reasons().catch(() => undefined);
    this.#searcher = await this.#host.load(hash, {
      now: () => this.#host.now(),
      isStopped: () => this.#isStopped(),
      onProgress: (result) => this.#host.post({ type: "progress", id: this.#id, result }),
    });
    this.#host.post({ type: "loaded" });
  }

  async #answer(question: Question, searcher: Searcher | null): Promise<void> {
    if (!searcher) throw new EngineError("cannot-load", "the engine is not loaded");
    switch (question.type) {
      case "search":
        return this.#search(question, searcher);
      case "analyze":
        return this.#analyze(question, searcher);
      case "counterfactual":
        return this.#lookForChange(question, searcher);
    }
  }

  #reasons(): Promise<Explainer> {
    this.#explainer ??= this.#host.loadReasons().catch((error: unknown) => {
      this.#explainer = null;
      throw error;
    });
    return this.#explainer;
  }

  #search({ id, position, limit }: QuestionOf<"search">, searcher: Searcher): void {
    const result = searcher.search(position, limit);
    this.#host.post({ type: "done", id, result, isStopped: this.#isStopped() });
  }

  /** Goes through a game move by move. An analysis that was stopped goes on where it was. */
  async #analyze({ id, record, plan }: QuestionOf<"analyze">, searcher: Searcher): Promise<void> {
    // Without reasons an analysis is worth having, too.
    const explainer = this.#explains ? await this.#reasons().catch(() => null) : null;
    const steps = this.#analysis(
      JSON.stringify([record, plan]),
      () =>
        record.only
          ? inTurn(record.only.map((move) => searcher.analysis({ start: record.start, moves: [move] }, plan)))
          : searcher.analysis(record, plan),
      searcher,
    );
    const post = (indices: readonly number[]) => this.#postFindings(id, steps, indices, explainer);
    post(Array.from({ length: steps.moves }, (_, index) => index));
    for (;;) {
      await this.#host.pause();
      const step = this.#isStopped() ? "stopped" : steps.step();
      if (typeof step === "string") {
        // Steps that have nothing left to find count as done only now.
        post([]);
        this.#host.post({ type: "analyzed", id, isStopped: step === "stopped" });
        return;
      }
      post([step]);
    }
  }

  #postFindings(
    id: number,
    steps: AnalysisSteps,
    indices: readonly number[],
    explainer: Explainer | null,
  ): void {
    const changed = indices.flatMap((index) => {
      const [finding, position] = [steps.finding(index), steps.position(index)];
      return finding && position !== null
        ? [{ index, finding: explained(explainer, position, finding) }]
        : [];
    });
    const { summary, progress } = steps;
    const hasReasons = explainer !== null;
    this.#host.post({ type: "findings", id, changed, summary, progress, hasReasons });
  }

  /** Makes the comparisons that the reasons want, one at a time. */
  async #lookForChange(
    { id, position, finding }: QuestionOf<"counterfactual">,
    searcher: Searcher,
  ): Promise<void> {
    const explanation = (await this.#reasons()).explain(position, finding);
    // What is found must not depend on earlier searches.
    searcher.clear();
    try {
      let isStopped = this.#isStopped();
      for (let wanted = explanation.wanted(); wanted && !isStopped; wanted = explanation.wanted()) {
        const compared = searcher.compare(wanted.position, finding.move, wanted.limit);
        if (compared) explanation.answer(compared);
        this.#host.post({ type: "compared", id, progress: explanation.progress });
        await this.#host.pause();
        isStopped = !compared || this.#isStopped();
      }
      const { counterfactual } = explanation;
      this.#host.post({ type: "changed", id, counterfactual, isStopped });
    } finally {
      explanation.free();
    }
  }

  /** Returns the analysis that is kept under a key, or a new one. */
  #analysis(key: string, begin: () => AnalysisSteps, searcher: Searcher): AnalysisSteps {
    const kept = this.#analyses.get(key);
    const steps = kept ?? begin();
    // What is found must not depend on earlier searches.
    if (!kept) searcher.clear();
    this.#analyses.delete(key);
    this.#analyses.set(key, steps);
    for (const [oldest, old] of this.#analyses) {
      if (this.#analyses.size <= KEPT_ANALYSES) break;
      this.#analyses.delete(oldest);
      old.free();
    }
    return steps;
  }

  #isStopped(): boolean {
    const shared = this.#shared ? Atomics.load(this.#shared, 0) : 0;
    return this.#stopped === this.#id || shared === this.#id;
  }

  /** Sends what goes wrong to the page. What is no mistake of the question has broken the module. */
  async #guarded(id: number | null, work: (searcher: Searcher | null) => Promise<void>): Promise<void> {
    try {
      await work(this.#searcher);
    } catch (error) {
      const unknown = id === null ? "cannot-load" : "crashed";
      const problem = error instanceof EngineError ? error.problem : unknown;
      this.#host.post({ type: "failed", id, problem, detail: String(error) });
    }
  }
}

/** Makes one analysis of several, each of one move, whose steps are done in turn. */
function inTurn(all: readonly AnalysisSteps[]): AnalysisSteps {
  const [first] = all;
  if (!first) throw new EngineError("no-moves", "there is no move to analyze");
  const left = [...all];
  return {
    moves: all.length,
    get progress() {
      const sum = (part: "done" | "all") => all.reduce((total, { progress }) => total + progress[part], 0);
      return { done: sum("done"), all: sum("all") };
    },
    // The moves of one position are not added up.
    summary: first.summary,
    step: () => {
      for (let steps = left[0]; steps; steps = left[0]) {
        const step = steps.step();
        if (step === "stopped") return step;
        left.shift();
        if (step === "done") continue;
        left.push(steps);
        return all.indexOf(steps);
      }
      return "done";
    },
    finding: (index) => all[index]?.finding(0) ?? null,
    position: (index) => all[index]?.position(0) ?? null,
    free: () => all.forEach((steps) => steps.free()),
  };
}

/** Adds the reasons to what was found about a move. A best move has none. */
function explained(explainer: Explainer | null, position: PositionText, finding: MoveReport): MoveReport {
  if (!explainer || finding.best === finding.move) return finding;
  const explanation = explainer.explain(position, finding);
  try {
    return { ...finding, reasons: explanation.reasons };
  } finally {
    explanation.free();
  }
}
