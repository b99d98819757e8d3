// The rules of Othello offline: the server's own code, compiled to WebAssembly (crates/wasm).
import { rulesOf, type RulesModule } from "./module";
import type { Rules } from "./types";

export { branchesOf } from "./branches";
export { RulesError } from "./types";
export type * from "./types";

// `cargo xtask web` makes the module. Without it the list is empty.
const built = import.meta.glob<RulesModule>("./wasm/willow_wasm.js");

let loading: Promise<Rules> | undefined;

/** Loads the rules, once for the page. */
export function loadRules(): Promise<Rules> {
  return (loading ??= load());
}

async function load(): Promise<Rules> {
  const [importModule] = Object.values(built);
  if (!importModule) throw new Error("the client was built without the rules");
  const module = await importModule();
  await module.default();
  return rulesOf(module);
}
