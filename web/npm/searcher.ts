// The engine and the reasons in this thread.
import { searcherOf, type EngineModule } from "../src/engine/module";
import type { Explainer, SearchHost, Searcher } from "../src/engine/types";
import { explainerOf, type ReasonsModule } from "../src/reasons/module";
import { bytesOf, started, type Source } from "./load";

/** The size of the hash table in MiB, if none is asked for. */
export const HASH = 64;

export interface SearcherOptions {
  /** The size of the hash table in MiB. */
  readonly hash?: number;
  /** Who hears of iterations, and may stop a search. */
  readonly host?: Partial<SearchHost>;
  readonly wasm?: Source;
  readonly weights?: Source;
}

const USUAL_HOST: SearchHost = {
  now: () => performance.now(),
  isStopped: () => false,
  onProgress: () => undefined,
};

/** Loads the engine. A search takes this thread until its end. */
export async function loadSearcher({
  hash = HASH,
  host = {},
  wasm = new URL("./wasm/willow_engine_bg.wasm", import.meta.url),
  weights = new URL("./wasm/willow.weights", import.meta.url),
}: SearcherOptions = {}): Promise<Searcher> {
  const [module, bytes] = await Promise.all([
    started<EngineModule>(import("./wasm/willow_engine.js"), wasm),
    bytesOf(weights),
  ]);
  const plain = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  return searcherOf(module, plain, hash, { ...USUAL_HOST, ...host });
}

/** Loads the reasons of wrong moves. Comparisons that an explanation wants are made by `Searcher.compare`. */
export async function loadExplainer(
  wasm: Source = new URL("./wasm/willow_reasons_bg.wasm", import.meta.url),
): Promise<Explainer> {
  return explainerOf(await started<ReasonsModule>(import("./wasm/willow_reasons.js"), wasm));
}
