// The engine of the server, in the browser: search in a worker, by the same code with the same weights (crates/wasm).
import { words } from "../words";
import { Engine } from "./page-side";
import { trustedUrl } from "./trusted-url";
import workerUrl from "./worker?worker&url";

export { Engine } from "./page-side";
export type { AnalysisListeners, EngineOptions, Search, WorkerLike } from "./page-side";
export { EngineError } from "./types";
export type * from "./types";

/** The size of the hash table in MiB, as that of the players of the command line. */
const HASH = 64;

/** What an engine of the page may differ in. */
interface Options {
  /** The size of the hash table in MiB. */
  readonly hash?: number;
  readonly sharesMemory?: boolean;
  /** Whether its analyses have reasons. */
  readonly explains?: boolean;
}

/** Makes an engine. It fetches nothing before it is asked, or told to `load`. */
export function makeEngine(options: Options = {}): Engine {
  // WebKitGTK isolates pages, and has no shared memory all the same.
  const canShare = globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== "undefined";
  const { hash = HASH, sharesMemory = canShare, explains = false } = options;
  return new Engine({
    makeWorker: () => new Worker(trustedUrl(workerUrl), { type: "module", name: "engine" }),
    makeStop: () => (sharesMemory ? new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) : null),
    sentenceOf: (problem) => words.engine[problem],
    hash,
    explains,
  });
}
