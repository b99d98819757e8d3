// The real search, as `cargo xtask web` has compiled it, with the weights of the client. Without them the tests are
// skipped; `cargo xtask test` builds them first.
import { existsSync, readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { searcherOf, type EngineModule } from "./module";
import { NATIVE } from "../tests/native-analyses";
import { EngineError, type AnalysisSteps, type Searcher, type SearchResult } from "./types";
import type { MoveReport } from "./types";

const START = "---------------------------OX------XO--------------------------- X";

// Problem 40 of FForum: 20 empty squares, Black wins by 38 with a2.
const FFORUM_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

/** A number that the tests of the native engine expect, too. */
function nativeNumber(name: string): number {
  const source = readFileSync("../crates/engine/src/bench.rs", "utf8");
  const [, digits] = new RegExp(`const ${name}: u64 = ([0-9_]+);`).exec(source) ?? [];
  if (digits === undefined) throw new Error(`${name} is not in bench.rs`);
  return Number(digits.replaceAll("_", ""));
}

// Another module may be named, such as the committed one, to see that it does the same.
const WASM = process.env["WILLOW_ENGINE"] ?? "src/engine/wasm/willow_engine_bg.wasm";
const WEIGHTS = "src/engine/wasm/willow.weights";
const built = import.meta.glob<EngineModule>("./wasm/willow_engine.js");
const [importModule] = Object.values(built);

function problemOf(question: () => unknown): string {
  try {
    question();
  } catch (error) {
    if (error instanceof EngineError) return error.problem;
    throw error;
  }
  throw new Error("no error");
}

describe.skipIf(!importModule || !existsSync(WASM) || !existsSync(WEIGHTS))(
  "the engine in WebAssembly",
  // A search on a busy computer may take long.
  { timeout: 120_000 },
  () => {
    let module: EngineModule;
    let memory: WebAssembly.Memory;
    let searcher: Searcher;
    let progress: SearchResult[] = [];
    let isStopped: () => boolean = () => false;
    let now: () => number = () => performance.now();

    const host = {
      now: () => now(),
      isStopped: () => isStopped(),
      onProgress: (result: SearchResult) => void progress.push(result),
    };

    beforeAll(async () => {
      const imported = await importModule?.();
      if (!imported) throw new Error("the module is missing");
      module = imported;
      memory = module.initSync({ module: readFileSync(WASM) }).memory;
      searcher = searcherOf(module, readFileSync(WEIGHTS), 64, host);
    });

    beforeEach(() => {
      searcher.clear();
      progress = [];
      isStopped = () => false;
      now = () => performance.now();
    });

    test("searches the nodes of the native engine", () => {
      expect(searcher.bench()).toBe(nativeNumber("SIGNATURE"));
    });

    test("solves problem 40 of FForum exactly, with the native nodes", () => {
      const result = searcher.search(FFORUM_40, { kind: "exact" });
      expect(result).toMatchObject({
        best: "a2",
        value: 38,
        certainty: "exact",
        depth: 20,
        selectivity: 100,
      });
      expect(result.nodes).toBe(nativeNumber("NODES_OF_FFORUM_40"));
      expect(result.line[0]).toBe("a2");
      expect(progress.at(-1)).toMatchObject({ best: "a2", value: 38, certainty: "exact" });
      expect(progress.map(({ depth }) => depth).slice(0, 3)).toEqual([1, 2, 3]);
    });

    test("proves who wins", () => {
      const result = searcher.search(FFORUM_40, { kind: "outcome" });
      expect(result.certainty).toBe("proven");
      expect(result.value).toBeGreaterThan(0);
    });

    test("stops in the middle of a search with what it has", () => {
      isStopped = () => progress.length >= 4;
      const result = searcher.search(START, { kind: "depth", amount: 40 });
      expect(result.certainty).toBe("estimate");
      expect(result.depth).toBeGreaterThanOrEqual(4);
      expect(result.depth).toBeLessThan(30);
      expect(["d3", "c4", "f5", "e6"]).toContain(result.best);
    });

    test("keeps to limits of nodes and time", () => {
      expect(searcher.search(START, { kind: "nodes", amount: 50_000 }).nodes).toBeLessThanOrEqual(51_000);
      // A clock that goes on by a millisecond each time it is looked at.
      let time = 0;
      now = () => (time += 1);
      searcher.search(START, { kind: "time", amount: 200 });
      expect(time).toBeGreaterThan(50);
      expect(time).toBeLessThan(210);
    });

    test("knows passes and the end of the game", () => {
      const over = `${"O".repeat(63)}X O`;
      expect(searcher.search(over, { kind: "exact" })).toMatchObject({ best: null, value: 62 });
      const mustPass = `XO${"-".repeat(62)} O`;
      expect(searcher.search(mustPass, { kind: "exact" })).toMatchObject({ best: "pass", value: -64 });
    });

    test("refuses what it cannot search", () => {
      expect(problemOf(() => searcher.search("X O", { kind: "exact" }))).toBe("not-a-position");
      expect(problemOf(() => searcher.search(START, { kind: "level", amount: 61 }))).toBe("bad-limits");
      expect(problemOf(() => searcher.search(START, { kind: "depth", amount: NaN }))).toBe("bad-limits");
      expect(problemOf(() => searcher.compare(START, "z9", { kind: "exact" }))).toBe("not-a-move");
      expect(problemOf(() => searcher.compare(START, "a1", { kind: "exact" }))).toBe("illegal-move");
      expect(problemOf(() => searcherOf(module, new Uint8Array(100), 1, host))).toBe("not-weights");
    });

    test("compares a move with the best one, unless it is stopped", () => {
      const found = searcher.compare(FFORUM_40, "a2", { kind: "exact" });
      expect(found).toMatchObject({ move: "a2", best: "a2", value: 38, loss: 0, certainty: "exact" });
      isStopped = () => true;
      expect(searcher.compare(FFORUM_40, "b1", { kind: "exact" })).toBeNull();
    });

    /** Makes steps until there are no more, or until the search is stopped. */
    function run(steps: AnalysisSteps): number | "stopped" | "done" {
      let step = steps.step();
      while (typeof step === "number") step = steps.step();
      return step;
    }

    function findings(steps: AnalysisSteps): (MoveReport | null)[] {
      return Array.from({ length: steps.moves }, (_, index) => steps.finding(index));
    }

    test("has three games of the native engine to compare with", () => {
      expect(NATIVE).toHaveLength(3);
      const classes = NATIVE.flatMap((game) => game.findings.map((finding) => finding.class));
      expect(new Set(classes)).toEqual(new Set(["best", "good", "inaccuracy", "mistake", "blunder"]));
    });

    test.each(NATIVE)("finds in $game what the native engine finds", (native) => {
      const own = searcherOf(module, readFileSync(WEIGHTS), native.hash, host);
      const steps = own.analysis(
        { start: null, moves: native.moves },
        { kind: "level", amount: native.level },
      );
      expect(steps.progress.done).toBe(0);
      expect(run(steps)).toBe("done");
      expect(steps.progress.done).toBe(steps.progress.all);
      const withoutReasons = native.findings.map((finding) => ({ ...finding, reasons: [] }));
      expect(findings(steps)).toEqual(withoutReasons);
      const positions = native.findings.map((_, index) => steps.position(index));
      expect(positions).toEqual(native.positions);
      expect(steps.summary).toEqual(native.summary);
      steps.free();
    });

    test("gives a step of an analysis up and makes it again", () => {
      const steps = searcher.analysis(
        { start: FFORUM_40, moves: ["a2", "b1", "c1", "b6"] },
        { kind: "level", amount: 20 },
      );
      const newest = steps.step();
      expect(newest).toBe(3);
      isStopped = () => true;
      expect(steps.step()).toBe("stopped");
      expect(findings(steps).map((finding) => finding !== null)).toEqual([false, false, false, true]);
      isStopped = () => false;
      expect(run(steps)).toBe("done");
      expect(steps.finding(0)).toMatchObject({ move: "a2", value: 38, certainty: "exact", class: "best" });
      steps.free();
    });

    test("analyzes all legal moves of a position, and nothing where there is no move", () => {
      const plan = { kind: "level", amount: 1 } as const;
      const steps = searcher.analysis({ start: START, moves: [] }, plan);
      expect(run(steps)).toBe("done");
      expect(findings(steps).map((finding) => finding?.move)).toEqual(["d3", "c4", "f5", "e6"]);
      steps.free();
      const problem = (start: string | null, moves: string[], amount = 1) =>
        problemOf(() => searcher.analysis({ start, moves }, { kind: "level", amount }));
      expect(problem(`${"O".repeat(63)}X O`, [])).toBe("no-moves");
      expect(problem(`XO${"-".repeat(62)} O`, ["pass"])).toBe("no-moves");
      expect(problem(null, Array<string>(60).fill("pass"))).toBe("illegal-move");
      expect(problem(null, Array<string>(121).fill("f5"))).toBe("too-long");
      expect(problem(null, ["f5", "d6", "a1"])).toBe("illegal-move");
      expect(problem("XO", [])).toBe("not-a-position");
      expect(problem(null, ["f5"], 61)).toBe("bad-limits");
    });

    test("leaves nothing in the memory of WebAssembly", () => {
      const search = (times: number) => {
        for (let n = 0; n < times; n += 1) searcher.search(START, { kind: "depth", amount: 3 });
        return memory.buffer.byteLength;
      };
      const before = search(100);
      expect(search(2000)).toBe(before);
      const analyze = (times: number) => {
        for (let n = 0; n < times; n += 1) {
          const record = { start: null, moves: ["f5", "d6", "c3"] };
          const steps = searcher.analysis(record, { kind: "level", amount: 1 });
          run(steps);
          findings(steps);
          steps.free();
        }
        return memory.buffer.byteLength;
      };
      const once = analyze(100);
      expect(analyze(1000)).toBe(once);
    });
  },
);
