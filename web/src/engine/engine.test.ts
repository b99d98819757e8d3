// The real search, as `cargo xtask web` has compiled it, with the weights of the client. Without them the tests are
// skipped; `cargo xtask test` builds them first.
import { existsSync, readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { searcherOf, type EngineModule } from "./module";
import { EngineError, type Searcher, type SearchResult } from "./types";

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
  () => {
    let module: EngineModule;
    let memory: WebAssembly.Memory;
    let searcher: Searcher;
    let progress: SearchResult[] = [];
    let isStopped: () => boolean = () => false;

    const host = {
      now: () => performance.now(),
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
      const begin = performance.now();
      searcher.search(START, { kind: "time", amount: 200 });
      expect(performance.now() - begin).toBeLessThan(400);
    });

    test("scores each move for the side that makes it", () => {
      const legal = searcher.legalMoves(FFORUM_40);
      expect(legal).toContain("a2");
      const score = (move: string) => searcher.scoreMove(FFORUM_40, move, { kind: "exact" });
      expect(score("a2")).toMatchObject({ best: "a2", value: 38, certainty: "exact" });
      const other = score(legal.find((move) => move !== "a2") ?? "");
      expect(other.value).toBeLessThanOrEqual(38);
      expect(other.line[0]).toBe(other.best);
    });

    test("knows passes and the end of the game", () => {
      const over = `${"O".repeat(63)}X O`;
      expect(searcher.legalMoves(over)).toEqual([]);
      expect(searcher.search(over, { kind: "exact" })).toMatchObject({ best: null, value: 62 });
      const mustPass = `XO${"-".repeat(62)} O`;
      expect(searcher.legalMoves(mustPass)).toEqual([]);
      expect(searcher.search(mustPass, { kind: "exact" })).toMatchObject({ best: "pass", value: -64 });
    });

    test("refuses what it cannot search", () => {
      expect(problemOf(() => searcher.search("X O", { kind: "exact" }))).toBe("not-a-position");
      expect(problemOf(() => searcher.search(START, { kind: "level", amount: 61 }))).toBe("bad-limits");
      expect(problemOf(() => searcher.search(START, { kind: "depth", amount: NaN }))).toBe("bad-limits");
      expect(problemOf(() => searcher.scoreMove(START, "a1", { kind: "exact" }))).toBe("illegal-move");
      expect(problemOf(() => searcher.scoreMove(START, "z9", { kind: "exact" }))).toBe("not-a-move");
      expect(problemOf(() => searcherOf(module, new Uint8Array(100), 1, host))).toBe("not-weights");
    });

    test("leaves nothing in the memory of WebAssembly", () => {
      const search = (times: number) => {
        for (let n = 0; n < times; n += 1) searcher.search(START, { kind: "depth", amount: 3 });
        return memory.buffer.byteLength;
      };
      const before = search(100);
      expect(search(2000)).toBe(before);
    });
  },
);
