// Makes an `Explainer` of the WebAssembly module: its objects live in the memory of WebAssembly, ours are plain.
import { EngineError, type Explainer, type Explanation } from "../engine/types";
import type { CounterfactualReport, MoveReport, PositionText, ReasonReport } from "../engine/types";
import { asker, taken } from "../rules/owned";
import type * as generated from "./generated/willow_reasons";

/** The module that wasm-bindgen makes. Its types are committed, so that the client compiles without it. */
export type ReasonsModule = typeof generated;

/** Returns the explanations of a module that is ready. */
export function explainerOf(module: ReasonsModule): Explainer {
  return { explain: (position, finding) => explanationOf(module, position, finding) };
}

function explanationOf(module: ReasonsModule, position: PositionText, finding: MoveReport): Explanation {
  const theirs = withFinding(module, position, finding, (found) => new module.Reasons(found));
  return {
    get reasons() {
      return JSON.parse(theirs.list()) as ReasonReport[];
    },
    wanted: () => {
      const wanted = theirs.wanted();
      return wanted === undefined
        ? null
        : { position: wanted, limit: { kind: "level", amount: theirs.level } };
    },
    answer: (compared) => {
      const wanted = theirs.wanted() ?? "";
      withFinding(module, wanted, compared, (found) => theirs.answer(found));
    },
    get progress() {
      return { done: theirs.done, all: theirs.all };
    },
    get counterfactual() {
      const text = theirs.counterfactual();
      return text === undefined ? null : (JSON.parse(text) as CounterfactualReport);
    },
    free: () => theirs.free(),
  };
}

/** Hands a finding to the module: the parts of it that the reasons need. */
function withFinding<T>(
  module: ReasonsModule,
  position: PositionText,
  { pv, played_pv, best_value, value, certainty, depth, alternatives }: MoveReport,
  use: (finding: generated.Finding) => T,
): T {
  // What the module does not take is a mistake of ours: it comes from the engine.
  const ask = asker(module, ({ problem, message }) => new EngineError("crashed", `${problem}: ${message}`));
  return ask(() => {
    const best = new module.Line([...pv], best_value);
    const played = new module.Line([...played_pv], value);
    // It takes the lines: only the finding itself has to be freed.
    return taken(new module.Finding(position, best, played, certainty, depth), (finding) => {
      for (const { move, reply, value } of alternatives ?? []) finding.addAlternative(move, reply, value);
      return use(finding);
    });
  });
}
