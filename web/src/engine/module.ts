// Makes a `Searcher` of the WebAssembly module: its objects live in the memory of WebAssembly, ours are plain.
import { asker, taken } from "../rules/owned";
import type * as generated from "./generated/willow_engine";
import { ENGINE_PROBLEMS, EngineError, type Certainty } from "./types";
import type { AnalysisPlan, AnalysisSteps, GameSummary, MoveReport } from "./types";
import type { SearchHost, Searcher, SearchLimit, SearchResult } from "./types";

/** The module that wasm-bindgen makes. Its types are committed, so that the client compiles without it. */
export type EngineModule = typeof generated;

/** Returns the search of a module that is ready, with a hash table of so many MiB. */
export function searcherOf(
  module: EngineModule,
  weights: Uint8Array,
  hash: number,
  host: SearchHost,
): Searcher {
  const ask = asker(module, errorOf);
  const theirs: generated.Host = {
    now: () => host.now(),
    isStopped: () => host.isStopped(),
    onProgress: (found) => host.onProgress(taken(found, plainResult)),
  };
  const engine = ask(() => new module.Engine(weights, hash, theirs));
  return {
    search: (position, limit) =>
      taken(
        ask(() => engine.search(position, limit.kind, amountOf(limit))),
        plainResult,
      ),
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

function errorOf({ problem, message }: generated.Problem): EngineError {
  return new EngineError(ENGINE_PROBLEMS.find((known) => known === problem) ?? "crashed", message);
}

function plainResult(found: generated.Found): SearchResult {
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
