// The worker's side with a fake search: what is sent for each message.
import { beforeEach, describe, expect, test } from "vitest";
import type { FromWorker } from "./messages";
import { EngineError, type SearchHost, type Searcher, type SearchResult } from "./types";
import { NO_MOVES } from "./findings";
import { FakeExplainer, FOUND } from "../tests/explainer";
import { FINDING } from "../tests/finding";
import type { AnalysisPlan, AnalysisRecord, AnalysisSteps, GameSummary, MoveReport } from "./types";
import { WorkerSide } from "./worker-side";

const RESULT: SearchResult = {
  best: "f5",
  value: 1.5,
  certainty: "estimate",
  depth: 8,
  selectivity: 73,
  line: ["f5", "d6"],
  nodes: 1000,
  filledBoards: 0,
  milliseconds: 3,
};

const SUMMARY: GameSummary = { black: NO_MOVES, white: NO_MOVES };

function finding(move: string, depth: number): MoveReport {
  return { ...FINDING, move, best: move, depth, pv: [move], played_pv: [move] };
}

/** Two passes over the moves, the newest first. */
class FakeSteps implements AnalysisSteps {
  readonly summary = SUMMARY;
  isFreed = false;
  #done = 0;

  constructor(
    readonly names: readonly string[],
    readonly host: SearchHost,
    readonly during: () => void,
  ) {}

  get moves(): number {
    return this.names.length;
  }

  get progress() {
    return { done: this.#done, all: 2 * this.moves };
  }

  step(): number | "stopped" | "done" {
    if (this.#done === 2 * this.moves) return "done";
    this.during();
    if (this.host.isStopped()) return "stopped";
    this.#done += 1;
    return this.moves - 1 - ((this.#done - 1) % this.moves);
  }

  finding(index: number): MoveReport | null {
    const passes = Math.floor((this.#done + index) / this.moves);
    return passes === 0 ? null : finding(this.names[index] ?? "", passes);
  }

  position(index: number): string | null {
    return this.finding(index) && `before ${this.names[index] ?? ""}`;
  }

  free(): void {
    this.isFreed = true;
  }
}

class FakeSearcher implements Searcher {
  constructor(readonly host: SearchHost) {}

  /** What happens in the middle of a search. */
  during: () => void = () => undefined;

  search(): SearchResult {
    this.host.onProgress({ ...RESULT, depth: 1 });
    this.during();
    return RESULT;
  }

  /** The analyses that were begun. */
  readonly begun: FakeSteps[] = [];
  nClears = 0;

  analysis(record: AnalysisRecord): AnalysisSteps {
    if (record.moves.length === 0) throw new EngineError("no-moves", "none");
    const steps = new FakeSteps(record.moves, this.host, () => this.during());
    this.begun.push(steps);
    return steps;
  }

  compare(position: string, move: string): MoveReport | null {
    this.during();
    return this.host.isStopped() ? null : { ...finding(move, 2), opening: position };
  }

  clear(): void {
    this.nClears += 1;
  }

  bench(): number {
    return 0;
  }
}

const POSITION = "any";
const LIMIT = { kind: "depth", amount: 8 } as const;
const RECORD: AnalysisRecord = { start: null, moves: ["f5", "d6"] };
const PLAN: AnalysisPlan = { kind: "level", amount: 3 };

describe("the worker's side", () => {
  let sent: FromWorker[];
  let searcher: FakeSearcher | undefined;
  let side: WorkerSide;
  let duringPause: () => void;
  let explainer: FakeExplainer | null;
  let nReasonsLoads: number;

  beforeEach(() => {
    sent = [];
    duringPause = () => undefined;
    explainer = new FakeExplainer();
    nReasonsLoads = 0;
    side = new WorkerSide({
      post: (message) => void sent.push(message),
      load: (_hash, host) => Promise.resolve((searcher = new FakeSearcher(host))),
      loadReasons: () => {
        nReasonsLoads += 1;
        return explainer ? Promise.resolve(explainer) : Promise.reject(new EngineError("cannot-load", "no"));
      },
      now: () => 0,
      pause: () => Promise.resolve().then(() => duringPause()),
    });
  });

  async function loaded(stop: SharedArrayBuffer | null = null): Promise<FakeSearcher> {
    await side.receive({ type: "load", hash: 16, explains: false, stop });
    if (!searcher) throw new Error("not loaded");
    return searcher;
  }

  test("loads, searches and reports each iteration", async () => {
    await loaded();
    await side.receive({ type: "search", id: 7, position: POSITION, limit: LIMIT });
    expect(sent).toEqual([
      { type: "loaded" },
      { type: "progress", id: 7, result: { ...RESULT, depth: 1 } },
      { type: "done", id: 7, result: RESULT, isStopped: false },
    ]);
  });

  test("analyzes some moves of a position in turn, and goes on where it was stopped", async () => {
    const { begun } = await loaded();
    const record = { start: "p", moves: [], only: ["f5", "d3"] };
    await side.receive({ type: "analyze", id: 1, record, plan: PLAN });
    expect(begun.map(({ names }) => names)).toEqual([["f5"], ["d3"]]);
    const changed = sent.flatMap((message) =>
      message.type === "findings"
        ? message.changed.map(({ index, finding }) => `${index} ${finding.move} ${finding.depth}`)
        : [],
    );
    expect(changed).toEqual(["0 f5 1", "1 d3 1", "0 f5 2", "1 d3 2"]);
    expect(sent.at(-1)).toEqual({ type: "analyzed", id: 1, isStopped: false });
    expect(sent.findLast((message) => message.type === "findings")).toMatchObject({
      progress: { done: 4, all: 4 },
    });
    await side.receive({ type: "analyze", id: 2, record, plan: PLAN });
    expect(begun).toHaveLength(2);
  });

  test("hears by shared memory in the middle of a search", async () => {
    const stop = new SharedArrayBuffer(4);
    const cell = new Int32Array(stop);
    const fake = await loaded(stop);
    fake.during = () => Atomics.store(cell, 0, 3);
    await side.receive({ type: "search", id: 3, position: POSITION, limit: LIMIT });
    expect(fake.host.isStopped()).toBe(true);
    expect(sent.at(-1)).toMatchObject({ type: "done", id: 3, isStopped: true });
  });

  /** The moves and depths of the findings that were sent about a question, message by message. */
  function found(id: number): string[] {
    return sent.flatMap((message) => {
      if (message.type !== "findings" || message.id !== id) return [];
      return [message.changed.map(({ finding: { move, depth } }) => `${move} ${depth}`).join(", ")];
    });
  }

  test("analyzes step by step and sends what has changed", async () => {
    const fake = await loaded();
    await side.receive({ type: "analyze", id: 5, record: RECORD, plan: PLAN });
    expect(found(5)).toEqual(["", "d6 1", "f5 1", "d6 2", "f5 2", ""]);
    const progress = sent.map((message) => (message.type === "findings" ? message.progress.done : null));
    expect(progress).toEqual([null, 0, 1, 2, 3, 4, 4, null]);
    expect(sent.at(-1)).toEqual({ type: "analyzed", id: 5, isStopped: false });
    expect(fake.nClears).toBe(1);
    expect(nReasonsLoads).toBe(0);
  });

  /** Whether there were reasons, message by message, and the reasons of the last finding of each. */
  function reasons(): string[] {
    return sent.flatMap((message) => {
      if (message.type !== "findings") return [];
      const texts = message.changed.flatMap((changed) => changed.finding.reasons.map(({ text }) => text));
      return [`${String(message.hasReasons)} ${texts.join()}`];
    });
  }

  /** Moves that were not the best ones. */
  async function wrongMoves(): Promise<FakeSearcher> {
    await side.receive({ type: "load", hash: 16, explains: true, stop: null });
    if (!searcher) throw new Error("not loaded");
    const begin = searcher.analysis.bind(searcher);
    searcher.analysis = (record) => {
      const steps = begin(record);
      const found = steps.finding.bind(steps);
      steps.finding = (index) => {
        const best = found(index);
        return best && { ...best, best: "a1" };
      };
      return steps;
    };
    return searcher;
  }

  test("adds the reasons of moves that were not the best ones", async () => {
    await wrongMoves();
    expect(nReasonsLoads, "beside the engine").toBe(1);
    await side.receive({ type: "analyze", id: 5, record: RECORD, plan: PLAN });
    expect(reasons().slice(0, 3)).toEqual(["true ", "true d6 before d6", "true f5 before f5"]);
    expect(explainer?.explained.every(({ isFreed }) => isFreed)).toBe(true);
    expect(nReasonsLoads).toBe(1);
  });

  test("analyzes without reasons if they do not load, and asks for them again", async () => {
    const later = explainer;
    explainer = null;
    await wrongMoves();
    await side.receive({ type: "analyze", id: 5, record: RECORD, plan: PLAN });
    expect(new Set(reasons())).toEqual(new Set(["false "]));
    expect(sent.at(-1)).toEqual({ type: "analyzed", id: 5, isStopped: false });
    explainer = later;
    await side.receive({ type: "analyze", id: 6, record: RECORD, plan: PLAN });
    expect(reasons().at(-2), "all that is known comes with them").toBe("true f5 before f5,d6 before d6");
  });

  test("makes the comparisons that the reasons want", async () => {
    const fake = await loaded();
    await side.receive({ type: "counterfactual", id: 4, position: POSITION, finding: finding("f5", 1) });
    expect(explainer?.explained[0]?.answers).toEqual([0, 1, 2].map((n) => `f5 in changed ${n}`));
    expect(sent.slice(1)).toEqual([
      ...[1, 2, 3].map((done) => ({ type: "compared", id: 4, progress: { done, all: 3 } })),
      { type: "changed", id: 4, counterfactual: FOUND, isStopped: false },
    ]);
    expect([fake.nClears, explainer?.explained[0]?.isFreed]).toEqual([1, true]);
  });

  test("stops between two comparisons, and in the middle of one", async () => {
    const stop = new SharedArrayBuffer(4);
    const fake = await loaded(stop);
    duringPause = () => void side.receive({ type: "stop", id: 4 });
    await side.receive({ type: "counterfactual", id: 4, position: POSITION, finding: finding("f5", 1) });
    const stopped = { type: "changed", counterfactual: null, isStopped: true };
    expect(sent.at(-1)).toEqual({ ...stopped, id: 4 });
    expect(explainer?.explained[0]?.answers).toHaveLength(1);
    duringPause = () => undefined;
    fake.during = () => Atomics.store(new Int32Array(stop), 0, 5);
    await side.receive({ type: "counterfactual", id: 5, position: POSITION, finding: finding("f5", 1) });
    expect(sent.at(-1)).toEqual({ ...stopped, id: 5 });
    expect(explainer?.explained[1]).toMatchObject({ answers: [], isFreed: true });
  });

  test("says that it cannot look for a change without the reasons", async () => {
    explainer = null;
    await loaded();
    await side.receive({ type: "counterfactual", id: 4, position: POSITION, finding: finding("f5", 1) });
    expect(sent.at(-1)).toMatchObject({ type: "failed", id: 4, problem: "cannot-load" });
  });

  test("goes on with an analysis that was stopped, and sends first what was found", async () => {
    const fake = await loaded();
    let n = 0;
    duringPause = () => {
      n += 1;
      if (n === 3) void side.receive({ type: "stop", id: 1 });
    };
    await side.receive({ type: "analyze", id: 1, record: RECORD, plan: PLAN });
    expect(found(1)).toEqual(["", "d6 1", "f5 1", ""]);
    expect(sent.at(-1)).toEqual({ type: "analyzed", id: 1, isStopped: true });
    await side.receive({ type: "search", id: 2, position: POSITION, limit: LIMIT });
    await side.receive({ type: "analyze", id: 3, record: { ...RECORD }, plan: { ...PLAN } });
    expect(found(3)).toEqual(["f5 1, d6 1", "d6 2", "f5 2", ""]);
    await side.receive({ type: "analyze", id: 4, record: RECORD, plan: { kind: "rising" } });
    expect(found(4)[0]).toBe("");
    expect(fake.begun).toHaveLength(2);
    expect(fake.nClears).toBe(2);
  });

  test("gives a step up that hears in its middle that it is to stop", async () => {
    const stop = new SharedArrayBuffer(4);
    const fake = await loaded(stop);
    fake.during = () => Atomics.store(new Int32Array(stop), 0, 1);
    await side.receive({ type: "analyze", id: 1, record: RECORD, plan: PLAN });
    expect(found(1)).toEqual(["", ""]);
    expect(sent.at(-1)).toEqual({ type: "analyzed", id: 1, isStopped: true });
  });

  test("keeps the latest sixteen analyses", async () => {
    const fake = await loaded();
    for (let amount = 1; amount <= 17; amount += 1) {
      await side.receive({ type: "analyze", id: amount, record: RECORD, plan: { kind: "level", amount } });
    }
    expect(fake.begun.map(({ isFreed }) => isFreed)).toEqual([true, ...Array<boolean>(16).fill(false)]);
  });

  test("says that there is nothing to analyze", async () => {
    await loaded();
    await side.receive({ type: "analyze", id: 1, record: { start: null, moves: [] }, plan: PLAN });
    expect(sent.at(-1)).toMatchObject({ type: "failed", id: 1, problem: "no-moves" });
  });

  test("does not stop a question for the number of an earlier one", async () => {
    await loaded();
    await side.receive({ type: "stop", id: 1 });
    await side.receive({ type: "search", id: 2, position: POSITION, limit: LIMIT });
    expect(sent.at(-1)).toMatchObject({ type: "done", id: 2, isStopped: false });
  });

  test("says which question was wrong, and what broke the module", async () => {
    const fake = await loaded();
    fake.during = () => {
      throw new EngineError("bad-limits", "no");
    };
    await side.receive({ type: "search", id: 1, position: POSITION, limit: LIMIT });
    expect(sent.at(-1)).toMatchObject({ type: "failed", id: 1, problem: "bad-limits" });
    fake.during = () => {
      throw new WebAssembly.RuntimeError("unreachable");
    };
    await side.receive({ type: "search", id: 2, position: POSITION, limit: LIMIT });
    expect(sent.at(-1)).toMatchObject({ type: "failed", id: 2, problem: "crashed" });
  });

  test("says that it could not load", async () => {
    const failing = new WorkerSide({
      post: (message) => void sent.push(message),
      load: () => Promise.reject(new TypeError("offline")),
      loadReasons: () => Promise.reject(new TypeError("offline")),
      now: () => 0,
      pause: () => Promise.resolve(),
    });
    await failing.receive({ type: "load", hash: 16, explains: false, stop: null });
    expect(sent).toEqual([
      { type: "failed", id: null, problem: "cannot-load", detail: "TypeError: offline" },
    ]);
    await failing.receive({ type: "search", id: 1, position: POSITION, limit: LIMIT });
    expect(sent.at(-1)).toMatchObject({ type: "failed", id: 1, problem: "cannot-load" });
  });
});
