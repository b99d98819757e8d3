// The worker's side of the engine without the worker around it: takes messages, searches, sends messages.
import type { FromWorker, Question, ToWorker } from "./messages";
import { EngineError, type MoveScore, type SearchHost, type Searcher } from "./types";

/** What the worker needs from outside; tests put fakes in their places. */
export interface Surroundings {
  /** Sends a message to the page. */
  post(message: FromWorker): void;
  /** Loads module and weights. */
  load(hash: number, host: SearchHost): Promise<Searcher>;
  /** The time since a fixed moment, in milliseconds. */
  now(): number;
  /** Waits until messages that have come meanwhile are heard. */
  pause(): Promise<void>;
}

/** Answers the questions of the page, one at a time. */
export class WorkerSide {
  readonly #outside: Surroundings;
  #searcher: Searcher | null = null;
  /** The question that is answered now. */
  #id = 0;
  /** The last question that was to stop, as the messages say. */
  #stopped = 0;
  /** The same, as the shared memory says. */
  #shared: Int32Array | null = null;

  constructor(outside: Surroundings) {
    this.#outside = outside;
  }

  /** Takes a message of the page. Nothing that goes wrong leaves this function but as a message. */
  async receive(message: ToWorker): Promise<void> {
    switch (message.type) {
      case "load":
        this.#shared = message.stop && new Int32Array(message.stop);
        return this.#guarded(null, () => this.#load(message.hash));
      case "stop":
        this.#stopped = message.id;
        return;
      case "search":
      case "scoreAllMoves":
        this.#id = message.id;
        return this.#guarded(message.id, (searcher) => this.#answer(message, searcher));
    }
  }

  async #load(hash: number): Promise<void> {
    this.#searcher = await this.#outside.load(hash, {
      now: () => this.#outside.now(),
      isStopped: () => this.#isStopped(),
      onProgress: (result) => this.#outside.post({ type: "progress", id: this.#id, result }),
    });
    this.#outside.post({ type: "loaded" });
  }

  async #answer(question: Question, searcher: Searcher | null): Promise<void> {
    if (!searcher) throw new EngineError("cannot-load", "the engine is not loaded");
    if (question.type === "search") this.#search(question, searcher);
    else await this.#scoreAllMoves(question, searcher);
  }

  #search({ id, position, limit }: Question, searcher: Searcher): void {
    const result = searcher.search(position, limit);
    this.#outside.post({ type: "done", id, result, isStopped: this.#isStopped() });
  }

  /** Scores move by move, so that a message can stop it in between. */
  async #scoreAllMoves({ id, position, limit }: Question, searcher: Searcher): Promise<void> {
    const scored: MoveScore[] = [];
    let isStopped = false;
    for (const move of searcher.legalMoves(position)) {
      await this.#outside.pause();
      isStopped = this.#isStopped();
      if (isStopped) break;
      const score = searcher.scoreMove(position, move, limit);
      // A search that was stopped says nothing that could be compared.
      isStopped = this.#isStopped();
      if (isStopped) break;
      scored.push(score);
      scored.sort((one, other) => other.value - one.value);
      this.#outside.post({ type: "moves", id, moves: [...scored] });
    }
    this.#outside.post({ type: "scored", id, moves: scored, isStopped });
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
      this.#outside.post({ type: "failed", id, problem, detail: String(error) });
    }
  }
}
