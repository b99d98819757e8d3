// The real reasons, as `cargo xtask web` has compiled them, beside those of the native program. Without the module the
// tests are skipped; `cargo xtask test` builds it first.
import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { searcherOf, type EngineModule } from "../engine/module";
import { NATIVE } from "../tests/native-analyses";
import { EngineError, type Explainer, type Explanation, type Searcher } from "../engine/types";
import { explainerOf, type ReasonsModule } from "./module";

// Another module may be named, such as the committed one, to see that it does the same.
const WASM = process.env["WILLOW_REASONS"] ?? "src/reasons/wasm/willow_reasons_bg.wasm";
const [importReasons] = Object.values(import.meta.glob<ReasonsModule>("./wasm/willow_reasons.js"));
const ENGINE = "../engine/wasm/willow_engine.js";
const ENGINE_FILE = "src/engine/wasm/willow_engine_bg.wasm";
const WEIGHTS = "src/engine/wasm/willow.weights";
const importEngine = import.meta.glob<EngineModule>("../engine/wasm/willow_engine.js")[ENGINE];
const isBuilt = [WASM, ENGINE_FILE, WEIGHTS].every((file) => existsSync(file));

describe.skipIf(!importReasons || !importEngine || !isBuilt)(
  "the reasons in WebAssembly",
  // A search on a busy computer may take long.
  { timeout: 120_000 },
  () => {
    let explainer: Explainer;
    let memory: WebAssembly.Memory;
    let engine: EngineModule;

    beforeAll(async () => {
      const [reasons, found] = [await importReasons?.(), await importEngine?.()];
      if (!reasons || !found) throw new Error("a module is missing");
      memory = reasons.initSync({ module: readFileSync(WASM) }).memory;
      explainer = explainerOf(reasons);
      engine = found;
      engine.initSync({ module: readFileSync(ENGINE_FILE) });
    });

    /** Calls a function with the explanation of each move of a game that the native engine has analysed. */
    function forEachMove(
      native: (typeof NATIVE)[number],
      check: (explanation: Explanation, index: number) => void,
    ): void {
      for (const [index, finding] of native.findings.entries()) {
        const explanation = explainer.explain(native.positions[index] ?? "", finding);
        check(explanation, index);
        explanation.free();
      }
    }

    test.each(NATIVE)("has the reasons of the native program in $game", (native) => {
      let count = 0;
      forEachMove(native, (explanation, index) => {
        expect(explanation.reasons).toEqual(native.findings[index]?.reasons);
        count += explanation.reasons.length;
      });
      expect(count).toBeGreaterThan(0);
    });

    /** Makes the comparisons that are wanted. */
    function finish(explanation: Explanation, searcher: Searcher, move: string): void {
      searcher.clear();
      for (let wanted = explanation.wanted(); wanted; wanted = explanation.wanted()) {
        expect(explanation.counterfactual).toBeNull();
        const compared = searcher.compare(wanted.position, move, wanted.limit);
        if (!compared) throw new Error("nobody has stopped it");
        explanation.answer(compared);
      }
      expect(explanation.progress.done).toBe(explanation.progress.all);
    }

    test.each(NATIVE)(
      "finds what would have made the moves of $game good, as the native program",
      (native) => {
        const host = { now: () => 0, isStopped: () => false, onProgress: () => undefined };
        const searcher = searcherOf(engine, readFileSync(WEIGHTS), native.hash, host);
        const found: Record<string, unknown> = {};
        forEachMove(native, (explanation, index) => {
          const { move, class: kind } = native.findings[index] ?? { move: "", class: "best" };
          if (kind === "best" || kind === "good") return;
          finish(explanation, searcher, move);
          found[index] = explanation.counterfactual;
        });
        expect(found).toEqual(native.counterfactuals);
        expect(Object.keys(found)).not.toEqual([]);
      },
    );

    test("compares games of which some moves have such a change", () => {
      const changes = NATIVE.flatMap((native) => Object.values(native.counterfactuals));
      expect(changes.filter((change) => change !== null).length).toBeGreaterThan(10);
    });

    test("refuses what does not come from the engine, and leaves nothing in the memory of WebAssembly", () => {
      const [native] = NATIVE;
      const [finding] = native?.findings ?? [];
      if (!native || !finding) throw new Error("there is no finding");
      expect(() => explainer.explain("XO", finding)).toThrow(EngineError);
      expect(() => explainer.explain("-".repeat(64) + " X", finding)).toThrow(EngineError);
      const explain = (times: number) => {
        for (let n = 0; n < times; n += 1) {
          forEachMove(native, (explanation) => void [explanation.reasons, explanation.wanted()]);
        }
        return memory.buffer.byteLength;
      };
      const once = explain(2);
      expect(explain(20)).toBe(once);
    });
  },
);
