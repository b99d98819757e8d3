// The engine: in a worker of a browser by `makeEngine`, in this thread by `loadSearcher`.
import { Engine } from "../src/engine/page-side";
import { HASH } from "./searcher";

export type { AnalysisListeners, Engine, Search } from "../src/engine/page-side";
export { EngineError } from "../src/engine/types";
export type * from "../src/engine/types";
export type { Source } from "./load";
export { loadExplainer, loadSearcher, type SearcherOptions } from "./searcher";

export interface EngineOptions {
  /** The size of the hash table in MiB. */
  readonly hash?: number;
  /** Whether analyses have reasons, by a module of their own. */
  readonly explains?: boolean;
  /** Starts `worker.js`, where a page may not start it from the folder of this package. */
  makeWorker?(): Worker;
}

/**
 * Makes an engine with a worker. It fetches nothing before it is asked, or told to `load`. The message of an error is
 * its `problem`.
 */
export function makeEngine(options: EngineOptions = {}): Engine {
  const { hash = HASH, explains = false, makeWorker = ownWorker } = options;
  const sharesMemory = globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== "undefined";
  return new Engine({
    makeWorker,
    makeStop: () => (sharesMemory ? new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) : null),
    sentenceOf: (problem) => problem,
    hash,
    explains,
  });
}

function ownWorker(): Worker {
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}
