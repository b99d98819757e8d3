// The page's side with a fake worker: order, stopping, and what happens when a worker ends.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "./messages";
import { Engine, type WorkerLike } from "./page-side";
import { NO_MOVES } from "./findings";
import { FINDING } from "../tests/finding";
import { EngineError, type AnalysisRecord, type MoveReport, type SearchResult } from "./types";

const RESULT: SearchResult = {
  best: "f5",
  value: 1.5,
  certainty: "estimate",
  depth: 8,
  selectivity: 73,
  line: ["f5"],
  nodes: 1000,
  filledBoards: 0,
  milliseconds: 3,
};

const LIMIT = { kind: "depth", amount: 8 } as const;

const PLAN = { kind: "rising" } as const;

function finding(move: string, value: number): MoveReport {
  const lost = { move, value, best: "d3", best_value: 1, loss: 1 - value, class: "good" } as const;
  return { ...FINDING, ...lost, pv: ["d3"], played_pv: [move] };
}

/** A message about some of the moves, of which there are four steps. */
function findings(
  id: number,
  done: number,
  ...changed: readonly [index: number, finding: MoveReport][]
): FromWorker {
  return {
    type: "findings",
    id,
    changed: changed.map(([index, of]) => ({ index, finding: of })),
    summary: { black: { ...NO_MOVES, moves: done }, white: NO_MOVES },
    progress: { done, all: 4 },
    hasReasons: done < 3,
  };
}

class FakeWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  readonly heard: ToWorker[] = [];
  isTerminated = false;

  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  say(message: FromWorker): void {
    this.onmessage?.(new MessageEvent("message", { data: message }));
  }

  die(): void {
    this.onerror?.(new ErrorEvent("error", { message: "out of memory", cancelable: true }));
  }

  /** The numbers of the questions that came. */
  questions(): number[] {
    const isQuestion = (type: string) => type !== "load" && type !== "stop";
    return this.heard.flatMap((message) => ("id" in message && isQuestion(message.type) ? [message.id] : []));
  }
}

describe("the page's side of the engine", () => {
  let workers: FakeWorker[];
  let shared: SharedArrayBuffer | null;
  let engine: Engine;

  beforeEach(() => {
    vi.useFakeTimers();
    workers = [];
    shared = null;
    engine = new Engine({
      makeWorker: () => {
        const worker = new FakeWorker();
        workers.push(worker);
        return worker;
      },
      makeStop: () => shared,
      sentenceOf: (problem) => `sentence of ${problem}`,
      hash: 16,
      explains: true,
    });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  function worker(number = workers.length - 1): FakeWorker {
    const found = workers[number];
    if (!found) throw new Error(`there is no worker ${number}`);
    return found;
  }

  async function problemOf(promise: Promise<unknown>): Promise<string> {
    const error: unknown = await promise.then(
      () => new Error("no error"),
      (reason: unknown) => reason,
    );
    if (!(error instanceof EngineError)) throw error;
    expect(error.message).toBe(`sentence of ${error.problem}`);
    return error.problem;
  }

  test("starts no worker before it is asked", () => {
    expect(workers).toHaveLength(0);
    void engine.load();
    expect(worker().heard).toEqual([{ type: "load", hash: 16, explains: true, stop: null }]);
    void engine.load();
    engine.search("p", LIMIT);
    expect(workers).toHaveLength(1);
  });

  test("asks when the worker is loaded, and passes progress on", async () => {
    const seen: number[] = [];
    const search = engine.search("p", LIMIT, ({ depth }) => void seen.push(depth));
    expect(worker().questions()).toEqual([]);
    worker().say({ type: "loaded" });
    expect(worker().heard[1]).toEqual({ type: "search", id: 1, position: "p", limit: LIMIT });
    worker().say({ type: "progress", id: 1, result: { ...RESULT, depth: 1 } });
    worker().say({ type: "progress", id: 1, result: RESULT });
    worker().say({ type: "done", id: 1, result: RESULT, isStopped: false });
    expect(await search.done).toEqual({ result: RESULT, isStopped: false });
    expect(seen).toEqual([1, 8]);
    await expect(engine.load()).resolves.toBeUndefined();
  });

  test("asks one question after the other", async () => {
    const [one, other] = [engine.search("p", LIMIT), engine.search("q", LIMIT)];
    worker().say({ type: "loaded" });
    expect(worker().questions()).toEqual([1]);
    worker().say({ type: "done", id: 1, result: RESULT, isStopped: false });
    expect(worker().questions()).toEqual([1, 2]);
    const result = { ...RESULT, best: "d3" };
    worker().say({ type: "done", id: 2, result, isStopped: false });
    expect((await one.done).result).toEqual(RESULT);
    expect(await other.done).toEqual({ result, isStopped: false });
  });

  test("stops by shared memory where pages have it", async () => {
    shared = new SharedArrayBuffer(4);
    const search = engine.search("p", LIMIT);
    worker().say({ type: "loaded" });
    search.stop();
    expect(new Int32Array(shared)[0]).toBe(1);
    expect(worker().heard.at(-1)).toEqual({ type: "stop", id: 1 });
    worker().say({ type: "done", id: 1, result: RESULT, isStopped: true });
    expect(await search.done).toEqual({ result: RESULT, isStopped: true });
    vi.advanceTimersByTime(10_000);
    expect(workers).toHaveLength(1);
  });

  test("gives a worker that shares memory more time to hear that it is to stop", async () => {
    shared = new SharedArrayBuffer(4);
    const search = engine.search("p", LIMIT);
    worker().say({ type: "loaded" });
    worker().say({ type: "progress", id: 1, result: RESULT });
    search.stop();
    vi.advanceTimersByTime(4000);
    expect(worker(0).isTerminated).toBe(false);
    vi.advanceTimersByTime(2000);
    expect(worker(0).isTerminated).toBe(true);
    expect(await search.done).toEqual({ result: RESULT, isStopped: true });
  });

  test("replaces a worker that does not hear that it is to stop, and keeps what was found", async () => {
    const [one, other] = [engine.search("p", LIMIT), engine.search("q", LIMIT)];
    worker().say({ type: "loaded" });
    worker().say({ type: "progress", id: 1, result: RESULT });
    one.stop();
    vi.advanceTimersByTime(1000);
    expect(await one.done).toEqual({ result: RESULT, isStopped: true });
    expect(worker(0).isTerminated).toBe(true);
    worker(1).say({ type: "loaded" });
    expect(worker(1).questions()).toEqual([2]);
    // The old one has no say any more.
    worker(0).say({ type: "done", id: 2, result: RESULT, isStopped: false });
    worker(1).say({ type: "done", id: 2, result: { ...RESULT, depth: 9 }, isStopped: false });
    expect((await other.done).result.depth).toBe(9);
  });

  test("takes a question back that has not begun", async () => {
    const [one, other] = [engine.search("p", LIMIT), engine.search("q", LIMIT)];
    other.stop();
    expect(await problemOf(other.done)).toBe("stopped");
    worker().say({ type: "loaded" });
    worker().say({ type: "done", id: 1, result: RESULT, isStopped: false });
    await one.done;
    expect(worker().questions()).toEqual([1]);
    one.stop();
    other.stop();
    expect(worker().heard.filter(({ type }) => type === "stop")).toEqual([]);
  });

  const GAME: AnalysisRecord = { start: null, moves: ["d3", "c3"] };
  const POSITION: AnalysisRecord = { start: "p", moves: [] };

  test.each([
    ["a game in its order", GAME, ["c3", "d3"]],
    ["a position best first", POSITION, ["d3", "c3"]],
  ])("gathers the findings about %s", async (_, record, order) => {
    const [found, progress]: [string[][], number[]] = [[], []];
    const search = engine.analyze(record, PLAN, {
      onFindings: (report) => void found.push(report.findings.map(({ move, value }) => `${move} ${value}`)),
      onProgress: ({ done, all }) => void progress.push(done / all),
    });
    worker().say({ type: "loaded" });
    expect(worker().heard[1]).toEqual({ type: "analyze", id: 1, record, plan: PLAN });
    worker().say(findings(1, 0));
    worker().say(findings(1, 1, [1, finding("d3", 1)]));
    worker().say(findings(1, 2, [0, finding("c3", -1)]));
    worker().say(findings(1, 3, [0, finding("c3", -2)]));
    worker().say({ type: "analyzed", id: 1, isStopped: false });
    const { result, isStopped } = await search.done;
    expect(result.findings.map(({ move }) => move)).toEqual(order);
    expect([result.summary.black.moves, result.progress.done, isStopped]).toEqual([3, 3, false]);
    expect(result.hasReasons, "the last message counts").toBe(false);
    expect(found[0]).toEqual(["d3 1"]);
    expect(found[1]).toContain("c3 -1");
    expect(found[2]).toContain("c3 -2");
    expect(progress).toEqual([0, 0.25, 0.5, 0.75]);
  });

  test("keeps what an analysis has found when its worker does not hear that it is to stop", async () => {
    const search = engine.analyze(GAME, PLAN);
    worker().say({ type: "loaded" });
    worker().say(findings(1, 1, [1, finding("c3", 1)]));
    search.stop();
    vi.advanceTimersByTime(1000);
    const { result, isStopped } = await search.done;
    expect([result.findings.length, result.progress.done, isStopped]).toEqual([1, 1, true]);
  });

  test("has an empty report of an analysis that was stopped before it began", async () => {
    const search = engine.analyze(GAME, PLAN);
    search.stop();
    expect(await search.done).toMatchObject({
      result: { findings: [], progress: { all: 0 } },
      isStopped: true,
    });
  });

  test("asks which disc would have made a move good", async () => {
    const progress: number[] = [];
    const about = new Proxy(finding("c3", -1), {});
    const search = engine.counterfactual("p", about, ({ done, all }) => void progress.push(done / all));
    worker().say({ type: "loaded" });
    expect(worker().heard[1]).toEqual({
      type: "counterfactual",
      id: 1,
      position: "p",
      finding: finding("c3", -1),
    });
    expect(() => structuredClone(worker().heard[1])).not.toThrow();
    worker().say({ type: "compared", id: 1, progress: { done: 1, all: 4 } });
    const counterfactual = { square: "d4", disc: null, depth: 9 };
    worker().say({ type: "changed", id: 1, counterfactual, isStopped: false });
    expect(await search.done).toEqual({ result: { counterfactual }, isStopped: false });
    expect(progress).toEqual([0.25]);
    const stopped = engine.counterfactual("p", about);
    stopped.stop();
    vi.advanceTimersByTime(1000);
    expect(await stopped.done).toEqual({ result: { counterfactual: null }, isStopped: true });
  });

  test("sends plain copies of what a page watches", () => {
    const moves = new Proxy(["d3"], {});
    engine.analyze({ start: null, moves }, PLAN);
    worker().say({ type: "loaded" });
    expect(() => structuredClone(worker().heard[1])).not.toThrow();
    expect(() => structuredClone({ moves })).toThrow();
  });

  test("refuses a wrong question and goes on", async () => {
    const [one, other] = [engine.search("nonsense", LIMIT), engine.search("q", LIMIT)];
    worker().say({ type: "loaded" });
    worker().say({ type: "failed", id: 1, problem: "not-a-position", detail: "" });
    expect(await problemOf(one.done)).toBe("not-a-position");
    worker().say({ type: "done", id: 2, result: RESULT, isStopped: false });
    await other.done;
    expect(workers).toHaveLength(1);
  });

  test.each([
    [
      "a panic",
      (of: FakeWorker) => of.say({ type: "failed", id: 1, problem: "crashed", detail: "unreachable" }),
    ],
    ["an error", (of: FakeWorker) => of.die()],
  ])("replaces a worker that ends by %s", async (_, end) => {
    const [one, other] = [engine.search("p", LIMIT), engine.search("q", LIMIT)];
    worker().say({ type: "loaded" });
    end(worker());
    expect(await problemOf(one.done)).toBe("crashed");
    expect(worker(0).isTerminated).toBe(true);
    worker(1).say({ type: "loaded" });
    expect(worker(1).questions()).toEqual([2]);
    worker(1).say({ type: "done", id: 2, result: RESULT, isStopped: false });
    expect((await other.done).result).toEqual(RESULT);
  });

  test("says that it did not load, and tries again when it is asked again", async () => {
    const loading = engine.load();
    const search = engine.search("p", LIMIT);
    worker().say({ type: "failed", id: null, problem: "cannot-load", detail: "offline" });
    expect(await problemOf(loading)).toBe("cannot-load");
    expect(await problemOf(search.done)).toBe("cannot-load");
    expect(worker(0).isTerminated).toBe(true);
    const again = engine.search("p", LIMIT);
    worker(1).die();
    expect(await problemOf(again.done)).toBe("cannot-load");
    const third = engine.search("p", LIMIT);
    worker(2).say({ type: "loaded" });
    worker(2).say({ type: "done", id: 3, result: RESULT, isStopped: false });
    await third.done;
  });

  test("fails everything when it is closed", async () => {
    const search = engine.search("p", LIMIT);
    engine.close();
    expect(await problemOf(search.done)).toBe("closed");
    expect(worker().isTerminated).toBe(true);
    expect(await problemOf(engine.search("p", LIMIT).done)).toBe("closed");
    expect(await problemOf(engine.load())).toBe("closed");
    expect(workers).toHaveLength(1);
  });
});
