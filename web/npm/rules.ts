// The rules of Othello and the formats of games.
import { rulesOf, type RulesModule } from "../src/rules/module";
import type { Rules } from "../src/rules/types";
import { started, type Source } from "./load";

export { RulesError } from "../src/rules/types";
export type * from "../src/rules/types";
export type { Source } from "./load";

/** Loads the rules. */
export async function loadRules(
  wasm: Source = new URL("./wasm/willow_wasm_bg.wasm", import.meta.url),
): Promise<Rules> {
  return rulesOf(await started<RulesModule>(import("./wasm/willow_wasm.js"), wasm));
}
