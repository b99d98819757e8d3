// The page's side of the engine: asks a worker one question after the other, and replaces a worker that ends.
import type { FromWorker, Question, ToWorker } from "./messages";
import { Findings } from "./findings";
import { EngineError, type Answer, type EngineProblem } from "./types";
import type { AnalysisPlan, AnalysisProgress, AnalysisRecord, AnalysisReport } from "./types";
import type { CounterfactualAnswer, MoveReport, PositionText, SearchLimit, SearchResult } from "./types";

/**
 * How long a worker may take to hear that it is to stop. Then a new one takes its place. A worker that shares memory
 * hears it in the middle of a search, unless something is wrong or the computer is very busy.
 */
const GRACE_MS = { shared: 5000, other: 200 };

/** What the engine needs of a worker; tests put a fake in its place. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

export interface EngineOptions {
  makeWorker(): WorkerLike;
  /** Makes the memory by which a search hears that it is to stop; `null` where pages cannot share memory. */
  makeStop(): SharedArrayBuffer | null;
  /** Says a problem to the reader of the page. */
  sentenceOf(problem: EngineProblem): string;
  /** The size of the hash table in MiB. */
  readonly hash: number;
  /** Whether analyses have reasons. */
  readonly explains: boolean;
}

/** A search that runs or waits for its turn. */
export interface Search<T> {
  /** What was found. It is rejected with an `EngineError`, whose message is for the reader of the page. */
  readonly done: Promise<Answer<T>>;
  /** Ends the search with what was found so far. */
  stop(): void;
}

/** Who hears of an analysis while it goes on. */
export interface AnalysisListeners {
  /** Something new was found. The report has all that is known. */
  onFindings?(report: AnalysisReport): void;
  /** A step was done. */
  onProgress?(progress: AnalysisProgress): void;
}

/** A question with whoever waits for its answer. */
interface Job {
  readonly question: Question;
  /** Takes a message about the question. Returns whether it was the last one. */
  take(message: FromWorker): boolean;
  /** Ends the job without a further message of the worker, with what it has found so far. */
  end(): void;
  fail(error: EngineError): void;
}

/** A worker and what it was told. */
interface RunningWorker {
  readonly worker: WorkerLike;
  /** Where the number of the question appears that is to stop. */
  readonly stop: Int32Array | null;
  isLoaded: boolean;
}

/** The engine. It fetches module and weights when it is first asked, and never blocks the page. */
export class Engine {
  readonly #options: EngineOptions;
  #running: RunningWorker | null = null;
  /** The questions in their order; the first one is with the worker if that is loaded. */
  #jobs: Job[] = [];
  #isAsked = false;
  #lastId = 0;
  #loading: { resolve(): void; reject(error: EngineError): void; promise: Promise<void> } | null = null;
  #grace: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Fetches the engine, so that the first question is answered sooner. */
  load(): Promise<void> {
    if (this.#isClosed) return Promise.reject(this.#error("closed"));
    if (this.#running?.isLoaded) return Promise.resolve();
    this.#loading ??= waiting();
    this.#start();
    return this.#loading.promise;
  }

  /** Searches for the best move of a position. The results of the iterations go to `onProgress`. */
  search(
    position: PositionText,
    limit: SearchLimit,
    onProgress: (result: SearchResult) => void = () => undefined,
  ): Search<SearchResult> {
    let last: SearchResult | null = null;
    return this.#ask<SearchResult>(
      { type: "search", id: this.#nextId(), position, limit },
      {
        progress: (message) => {
          if (message.type !== "progress") return;
          last = message.result;
          onProgress(last);
        },
        answer: (message) => (message.type === "done" ? message.result : null),
        soFar: () => last,
      },
    );
  }

  /**
   * Analyzes the moves of a game, or all legal moves of a position. The same record with the same plan goes on where
   * it was stopped, as long as the worker lives: the first report has what was found before.
   */
  analyze(
    record: AnalysisRecord,
    plan: AnalysisPlan,
    listeners: AnalysisListeners = {},
  ): Search<AnalysisReport> {
    const findings = new Findings(record);
    // Copies: what a page watches for changes is no plain object, and cannot be sent.
    const { start, moves, only } = record;
    const plain = {
      record: { start, moves: [...moves], ...(only && { only: [...only] }) },
      plan: { ...plan },
    };
    return this.#ask<AnalysisReport>(
      { type: "analyze", id: this.#nextId(), ...plain },
      {
        progress: (message) => {
          if (message.type !== "findings") return;
          findings.take(message);
          if (message.changed.length > 0) listeners.onFindings?.(findings.report());
          listeners.onProgress?.(message.progress);
        },
        answer: (message) => (message.type === "analyzed" ? findings.report() : null),
        soFar: () => findings.report(),
      },
    );
  }

  /**
   * Looks for a disc that, if it were away or of the other colour, would make a wrong move the best one. `position` is
   * that before the move, `finding` what was found about the move.
   */
  counterfactual(
    position: PositionText,
    finding: MoveReport,
    onProgress: (progress: AnalysisProgress) => void = () => undefined,
  ): Search<CounterfactualAnswer> {
    const none: CounterfactualAnswer = { counterfactual: null };
    // A copy, for the same reason as above: `finding` has only what JSON has.
    const plain = JSON.parse(JSON.stringify(finding)) as MoveReport;
    return this.#ask<CounterfactualAnswer>(
      { type: "counterfactual", id: this.#nextId(), position, finding: plain },
      {
        progress: (message) => {
          if (message.type === "compared") onProgress(message.progress);
        },
        answer: (message) => (message.type === "changed" ? { counterfactual: message.counterfactual } : null),
        soFar: () => none,
      },
    );
  }

  /** Ends the worker and gives its memory back. All searches fail, also later ones. */
  close(): void {
    this.#isClosed = true;
    this.#failAll("closed", "");
  }

  #ask<T>(question: Question, parts: Parts<T>): Search<T> {
    const done = new Promise<Answer<T>>((resolve, reject) => {
      const job: Job = {
        question,
        take: (message) => {
          parts.progress(message);
          const result = parts.answer(message);
          if (result === null) return false;
          resolve({ result, isStopped: "isStopped" in message && message.isStopped });
          return true;
        },
        end: () => {
          const result = parts.soFar();
          if (result === null) reject(this.#error("stopped"));
          else resolve({ result, isStopped: true });
        },
        fail: reject,
      };
      if (this.#isClosed) return job.fail(this.#error("closed"));
      this.#jobs.push(job);
      this.#start();
      this.#next();
    });
    return { done, stop: () => this.#stop(question.id) };
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Starts a worker if there is none. */
  #start(): void {
    if (this.#running) return;
    const stop = this.#options.makeStop();
    const worker = this.#options.makeWorker();
    const running: RunningWorker = { worker, stop: stop && new Int32Array(stop), isLoaded: false };
    this.#running = running;
    // What a worker says after it was replaced is not heard.
    worker.onmessage = ({ data }) => {
      if (this.#running === running) this.#hear(running, data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#running === running) this.#broken(event.message);
    };
    const { hash, explains } = this.#options;
    worker.postMessage({ type: "load", hash, explains, stop });
  }

  /** Hands the first question to the worker if that is free. */
  #next(): void {
    const [job] = this.#jobs;
    if (!job || !this.#running?.isLoaded || this.#isAsked) return;
    this.#isAsked = true;
    this.#running.worker.postMessage(job.question);
  }

  #hear(running: RunningWorker, message: FromWorker): void {
    if (message.type === "loaded") {
      running.isLoaded = true;
      this.#loading?.resolve();
      this.#loading = null;
      this.#next();
    } else if (message.type === "failed") {
      this.#hearFailure(message.id, message.problem, message.detail);
    } else if (message.id === this.#jobs[0]?.question.id && this.#jobs[0].take(message)) {
      this.#finish();
    }
  }

  #hearFailure(id: number | null, problem: EngineProblem, detail: string): void {
    if (problem === "crashed") return this.#broken(detail);
    if (id === null) return this.#failAll(problem, detail);
    if (id !== this.#jobs[0]?.question.id) return;
    this.#jobs[0].fail(this.#error(problem, detail));
    this.#finish();
  }

  /** The first question has its answer. */
  #finish(): void {
    clearTimeout(this.#grace);
    this.#grace = undefined;
    this.#isAsked = false;
    this.#jobs.shift();
    this.#next();
  }

  #stop(id: number): void {
    const index = this.#jobs.findIndex((job) => job.question.id === id);
    if (index < 0) return;
    if (index > 0 || !this.#isAsked) {
      const [job] = this.#jobs.splice(index, 1);
      return job?.end();
    }
    const stop = this.#running?.stop;
    if (stop) Atomics.store(stop, 0, id);
    this.#running?.worker.postMessage({ type: "stop", id });
    this.#grace ??= setTimeout(
      () => {
        this.#jobs[0]?.end();
        this.#replace();
      },
      GRACE_MS[stop ? "shared" : "other"],
    );
  }

  /** The worker is broken: the question that it had fails, and the next ones get a new worker. */
  #broken(detail: string): void {
    if (!this.#running?.isLoaded) return this.#failAll("cannot-load", detail);
    this.#jobs[0]?.fail(this.#error("crashed", detail));
    this.#replace();
  }

  /** Puts a new worker in the place of this one, for the questions after the first. */
  #replace(): void {
    this.#running?.worker.terminate();
    this.#running = null;
    if (!this.#isClosed) this.#start();
    this.#finish();
  }

  /** Nothing can be answered. The next question tries again with a new worker. */
  #failAll(problem: EngineProblem, detail: string): void {
    this.#running?.worker.terminate();
    this.#running = null;
    this.#isAsked = false;
    clearTimeout(this.#grace);
    this.#grace = undefined;
    const jobs = this.#jobs;
    this.#jobs = [];
    const error = this.#error(problem, detail);
    this.#loading?.reject(error);
    this.#loading = null;
    jobs.forEach((job) => job.fail(error));
  }

  #error(problem: EngineProblem, detail = ""): EngineError {
    return new EngineError(problem, this.#options.sentenceOf(problem), detail);
  }
}

/** What differs between the questions. */
interface Parts<T> {
  progress(message: FromWorker): void;
  /** The result of the last message about the question; `null` for all others. */
  answer(message: FromWorker): T | null;
  /** What was found so far, or `null`. */
  soFar(): T | null;
}

/** Returns a promise with its two ends. A rejection that nobody waits for is none. */
function waiting() {
  let resolve: () => void = () => undefined;
  let reject: (error: EngineError) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
