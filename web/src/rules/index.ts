// The rules of Othello offline: the server's own code, compiled to WebAssembly (crates/wasm).
import { rulesOf, type RulesModule } from "./module";
import type { Rules } from "./types";

export { branchesOf } from "./branches";
export { RulesError } from "./types";
export type {
  FileEntry,
  Played,
  PositionText,
  ReadGame,
  ReadPosition,
  RecordBranch,
  RecordBranches,
  RecordFile,
  Replayed,
  Rules,
  RulesProblem,
  SetUp,
  SetUpRemark,
  TextFormat,
} from "./types";

// `cargo xtask web` makes the module. Without it the list is empty, and the client does without the rules.
const built = import.meta.glob<RulesModule>("./wasm/willow_wasm.js");

let loading: Promise<Rules | null> | undefined;

/**
 * Loads the rules, once for the page. `null` where there is no WebAssembly: then rely on what the server sends
 * (`legal`, `flipped`).
 */
export function loadRules(): Promise<Rules | null> {
  loading ??= load().catch(() => null);
  return loading;
}

async function load(): Promise<Rules | null> {
  const [importModule] = Object.values(built);
  if (!importModule || typeof WebAssembly === "undefined") return null;
  const module = await importModule();
  await module.default();
  return rulesOf(module);
}
