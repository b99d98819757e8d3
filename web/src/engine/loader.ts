// Brings the engine's module and its weights into the worker, and the module of the reasons. They are fetched side by
// side.
import { explainerOf, type ReasonsModule } from "../reasons/module";
import { searcherOf, type EngineModule } from "./module";
import { EngineError, type Explainer, type SearchHost, type Searcher } from "./types";

// `cargo xtask web` makes both. Without them the lists are empty, and there is no engine.
const modules = import.meta.glob<EngineModule>("./wasm/willow_engine.js", { eager: true });
const reasons = import.meta.glob<ReasonsModule>("../reasons/wasm/willow_reasons.js", { eager: true });
const weights = import.meta.glob<string>("./wasm/willow.weights", {
  eager: true,
  query: "?url",
  import: "default",
});

/** Loads the engine with a hash table of so many MiB. */
export async function loadEngine(hash: number, host: SearchHost): Promise<Searcher> {
  const [module] = Object.values(modules);
  const [address] = Object.values(weights);
  if (!module || address === undefined) throw new EngineError("unsupported", "the client has no engine");
  const [bytes] = await Promise.all([fetched(address), started(module)]);
  return searcherOf(module, bytes, hash, host);
}

export async function loadReasons(): Promise<Explainer> {
  const [module] = Object.values(reasons);
  if (!module) throw new EngineError("unsupported", "the client has no reasons");
  try {
    await started(module);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw new EngineError("cannot-load", String(error));
  }
  return explainerOf(module);
}

async function fetched(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new EngineError("cannot-load", `the weights: status ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function started(module: EngineModule | ReasonsModule): Promise<void> {
  try {
    await module.default();
  } catch (error) {
    // A browser without vector instructions refuses the file.
    if (error instanceof WebAssembly.CompileError) throw new EngineError("unsupported", String(error));
    throw error;
  }
}
