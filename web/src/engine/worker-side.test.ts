// The worker's side with a fake search: what is sent for each message.
import { beforeEach, describe, expect, test } from "vitest";
import type { FromWorker } from "./messages";
import { EngineError, type MoveScore, type SearchHost, type Searcher, type SearchResult } from "./types";
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

const VALUES: Record<string, number> = { d3: -2, c4: 4, f5: 1 };

class FakeSearcher implements Searcher {
  constructor(readonly host: SearchHost) {}

  /** What happens in the middle of a search. */
  during: () => void = () => undefined;

  search(): SearchResult {
    this.host.onProgress({ ...RESULT, depth: 1 });
    this.during();
    return RESULT;
  }

  legalMoves(): string[] {
    return Object.keys(VALUES);
  }

  scoreMove(_position: string, move: string): MoveScore {
    this.during();
    return { ...RESULT, best: move, value: VALUES[move] ?? 0 };
  }

  clear(): void {
    this.during();
  }

  bench(): number {
    return 0;
  }
}

const POSITION = "any";
const LIMIT = { kind: "depth", amount: 8 } as const;

describe("the worker's side", () => {
  let sent: FromWorker[];
  let searcher: FakeSearcher | undefined;
  let side: WorkerSide;
  let duringPause: () => void;

  beforeEach(() => {
    sent = [];
    duringPause = () => undefined;
    side = new WorkerSide({
      post: (message) => void sent.push(message),
      load: (_hash, host) => Promise.resolve((searcher = new FakeSearcher(host))),
      now: () => 0,
      pause: () => Promise.resolve().then(() => duringPause()),
    });
  });

  async function loaded(stop: SharedArrayBuffer | null = null): Promise<FakeSearcher> {
    await side.receive({ type: "load", hash: 16, stop });
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

  test("scores all moves, best first, and sends what it has after each", async () => {
    await loaded();
    await side.receive({ type: "scoreAllMoves", id: 1, position: POSITION, limit: LIMIT });
    const moves = sent.map((message) => ("moves" in message ? message.moves.map(({ best }) => best) : null));
    expect(moves).toEqual([null, ["d3"], ["c4", "d3"], ["c4", "f5", "d3"], ["c4", "f5", "d3"]]);
    expect(sent.at(-1)).toMatchObject({ type: "scored", id: 1, isStopped: false });
  });

  test("hears between two moves that it is to stop", async () => {
    await loaded();
    let n = 0;
    duringPause = () => {
      n += 1;
      if (n === 3) void side.receive({ type: "stop", id: 1 });
    };
    await side.receive({ type: "scoreAllMoves", id: 1, position: POSITION, limit: LIMIT });
    expect(sent.at(-1)).toMatchObject({
      type: "scored",
      isStopped: true,
      moves: [{ best: "c4" }, { best: "d3" }],
    });
  });

  test("hears by shared memory in the middle of a search, and leaves a half-scored move out", async () => {
    const stop = new SharedArrayBuffer(4);
    const cell = new Int32Array(stop);
    const fake = await loaded(stop);
    fake.during = () => Atomics.store(cell, 0, 3);
    await side.receive({ type: "search", id: 3, position: POSITION, limit: LIMIT });
    expect(fake.host.isStopped()).toBe(true);
    expect(sent.at(-1)).toMatchObject({ type: "done", id: 3, isStopped: true });
    fake.during = () => Atomics.store(cell, 0, 4);
    await side.receive({ type: "scoreAllMoves", id: 4, position: POSITION, limit: LIMIT });
    expect(sent.at(-1)).toEqual({ type: "scored", id: 4, moves: [], isStopped: true });
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
      now: () => 0,
      pause: () => Promise.resolve(),
    });
    await failing.receive({ type: "load", hash: 16, stop: null });
    expect(sent).toEqual([
      { type: "failed", id: null, problem: "cannot-load", detail: "TypeError: offline" },
    ]);
    await failing.receive({ type: "search", id: 1, position: POSITION, limit: LIMIT });
    expect(sent.at(-1)).toMatchObject({ type: "failed", id: 1, problem: "cannot-load" });
  });
});
