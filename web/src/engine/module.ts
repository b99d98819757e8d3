// Makes a `Searcher` of the WebAssembly module: its objects live in the memory of WebAssembly, ours are plain.
import type * as generated from "./generated/willow_engine";
import { EngineError, type Certainty, type EngineProblem, type MoveScore } from "./types";
import type { AnalysisPlan, AnalysisSteps, GameSummary, MoveReport } from "./types";
import type { SearchHost, Searcher, SearchLimit, SearchResult } from "./types";

/** The module that wasm-bindgen makes. Its types are committed, so that the client compiles without it. */
export type EngineModule = typeof generated;

const PROBLEMS: Record<EngineProblem, true> = {
  "not-a-position": true,
  "not-a-move": true,
  "illegal-move": true,
  "bad-limits": true,
  "too-long": true,
  "no-moves": true,
  "not-weights": true,
  "no-memory": true,
  "cannot-load": true,
  unsupported: true,
  crashed: true,
  stopped: true,
  closed: true,
};

/** Returns the search of a module that is ready, with a hash table of so many MiB. */
export function searcherOf(
  module: EngineModule,
  weights: Uint8Array,
  hash: number,
  host: SearchHost,
): Searcher {
  const ask = <T>(question: () => T): T => asked(module, question);
  const theirs: generated.Host = {
    now: () => host.now(),
    isStopped: () => host.isStopped(),
    onProgress: (found) => host.onProgress(taken(found)),
  };
  const engine = ask(() => new module.Engine(weights, hash, theirs));
  return {
    search: (position, limit) => taken(ask(() => engine.search(position, limit.kind, amountOf(limit)))),
    legalMoves: (position) => ask(() => engine.legalMoves(position)),
    scoreMove: (position, move, limit): MoveScore => {
      const found = taken(ask(() => engine.scoreMove(position, move, limit.kind, amountOf(limit))));
      return { ...found, best: move };
    },
    compare: (position, move, limit) => {
      const text = ask(() => engine.compare(position, move, limit.kind, amountOf(limit)));
      return text === undefined ? null : (JSON.parse(text) as MoveReport);
    },
    analysis: (record, plan) => {
      const { start, moves } = record;
      const begin = () => new module.Analysis(start ?? undefined, [...moves], plan.kind, amountOf(plan));
      return stepsOf(ask(begin), engine);
    },
    clear: () => engine.clear(),
    bench: () => ask(() => engine.bench()),
  };
}

/** Asks the module, and throws its problems as errors of ours. */
function asked<T>(module: EngineModule, question: () => T): T {
  try {
    return question();
  } catch (error) {
    if (!(error instanceof module.Problem)) throw error;
    const { problem, message } = error;
    error.free();
    throw new EngineError(isProblem(problem) ? problem : "crashed", message);
  }
}

/** Copies a result of the module, and gives its memory back. */
function taken(found: generated.Found): SearchResult {
  try {
    return {
      best: found.best ?? null,
      value: found.value,
      certainty: certaintyOf(found.certainty),
      depth: found.depth,
      selectivity: found.selectivity,
      line: found.line,
      nodes: found.nodes,
      filledBoards: found.filledBoards,
      milliseconds: found.milliseconds,
    };
  } finally {
    found.free();
  }
}

/** Returns an analysis of the module as ours. What was found comes as text of JSON. */
function stepsOf(theirs: generated.Analysis, engine: generated.Engine): AnalysisSteps {
  return {
    moves: theirs.moves,
    get progress() {
      return { done: theirs.done, all: theirs.all };
    },
    get summary() {
      return JSON.parse(theirs.summary()) as GameSummary;
    },
    step: () => theirs.step(engine) ?? (theirs.isDone ? "done" : "stopped"),
    finding: (index) => {
      const text = theirs.finding(index);
      return text === undefined ? null : (JSON.parse(text) as MoveReport);
    },
    position: (index) => theirs.position(index) ?? null,
    free: () => theirs.free(),
  };
}

function amountOf(limit: SearchLimit | AnalysisPlan): number {
  return "amount" in limit ? limit.amount : 0;
}

function certaintyOf(text: string): Certainty {
  return text === "exact" || text === "proven" ? text : "estimate";
}

function isProblem(text: string): text is EngineProblem {
  return Object.hasOwn(PROBLEMS, text);
}
