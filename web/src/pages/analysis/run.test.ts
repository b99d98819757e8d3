// The analysis of a line, and the values of a position.
import { describe, expect, test } from "vitest";
import type { AnalysisRecord, AnalysisReport } from "../../engine";
import { analystOf } from "../../study/analyst";
import { findingAt, lineKey, NO_FINDINGS, withFindings } from "../../study/findings";
import { Run } from "./run.svelte";
import { findingOf, TestAnalyst } from "../../tests/analyst";
import { START, testRules } from "../../tests/rules";
import { lineThrough, ROOT, treeOf } from "../../study/tree";
import { Values } from "./values.svelte";

const line = lineThrough(treeOf(testRules, START, ["f5", "d6"]), ROOT);
const [FIRST, SECOND] = [findingOf({ ply: 1, move: "f5" }), findingOf({ ply: 2, move: "d6" })];

function running() {
  const analyst = new TestAnalyst();
  const run = new Run(analyst);
  void run.start(line, "normal");
  const [asked] = analyst.analyses;
  if (!asked) throw new Error("nothing was asked");
  return { analyst, run, asked };
}

describe("an analysis", () => {
  test("tells what it finds, from the first move found to its end", async () => {
    const { run, asked } = running();
    expect([asked.what, run.state.kind]).toEqual(["normal f5d6", "running"]);
    asked.tell([SECOND], 0.5);
    expect([run.progress, findingAt(run.findings, line, 2), findingAt(run.findings, line, 1)]).toEqual([
      0.5,
      SECOND,
      null,
    ]);
    await asked.finish([FIRST, SECOND]);
    expect([run.state.kind, findingAt(run.findings, line, 1)]).toEqual(["done", FIRST]);
  });

  test("keeps what it has found when it is stopped, and goes on", async () => {
    const { analyst, run, asked } = running();
    asked.tell([SECOND]);
    run.stop();
    expect([asked.isStopped, run.state.kind]).toEqual([true, "stopped"]);
    asked.tell([FIRST]);
    await asked.finish([FIRST], true);
    expect([run.state.kind, run.findings.size], "it is not heard any more").toEqual(["stopped", 1]);
    void run.start(line, "normal");
    await analyst.analyses[1]?.finish([FIRST, SECOND]);
    expect([run.state.kind, run.findings.size]).toEqual(["done", 2]);
  });

  test("says whether its reasons have loaded", async () => {
    const { analyst, run, asked } = running();
    analyst.hasReasons = false;
    asked.tell([SECOND]);
    expect(run.lacksReasons).toBe(true);
    await asked.finish([FIRST, SECOND]);
    expect(run.lacksReasons).toBe(true);
    void run.start(line, "normal");
    analyst.hasReasons = true;
    analyst.analyses[1]?.tell([FIRST]);
    expect(run.lacksReasons).toBe(false);
  });

  test("that fails says why, and loses nothing", async () => {
    const { run, asked } = running();
    asked.tell([SECOND]);
    await asked.fail("The engine did not load.");
    expect(run.state).toEqual({ kind: "failed", problem: "The engine did not load." });
    expect(run.findings.size).toBe(1);
  });

  test("of a line without moves asks nothing", async () => {
    const analyst = new TestAnalyst();
    const run = new Run(analyst);
    await run.start(line.slice(0, 1), "deep");
    expect([run.state.kind, analyst.analyses.length]).toEqual(["idle", 0]);
  });

  test("is told what was found before a reload", () => {
    const run = new Run(new TestAnalyst());
    const accuracies = new Map([[lineKey(line), { black: 60, white: null }]]);
    run.restore({ accuracies, findings: withFindings(NO_FINDINGS, line, [SECOND]) }, line);
    expect(run.state.kind).toBe("stopped");
    run.restore({ accuracies, findings: withFindings(NO_FINDINGS, line, [FIRST, SECOND]) }, line);
    expect(run.state.kind).toBe("done");
    run.restore({ accuracies, findings: NO_FINDINGS }, line);
    expect(run.state.kind).toBe("idle");
    expect(run.accuracies.get(lineKey(line))?.black).toBe(60);
  });

  test("knows the accuracy of the line that it was of, and of no other one", () => {
    const { run, asked } = running();
    asked.tell([SECOND]);
    expect(run.accuracies.get(lineKey(line))).toBeDefined();
    expect(run.accuracies.get(lineKey(line.slice(0, 2)))).toBeUndefined();
  });
});

describe("the values of a position", () => {
  const quick = [findingOf({ ply: 1, move: "f5", value: 1 })];
  const deep = [findingOf({ ply: 1, move: "f5", value: 2 })];

  test("come quickly, and then from deeper searches, which are not mixed with them", async () => {
    const analyst = new TestAnalyst();
    const values = new Values(analyst);
    const shown = values.show(START);
    analyst.valued[0]?.tell(quick);
    expect(values.shown, "all at once").toEqual([]);
    await analyst.valued[0]?.finish(quick);
    analyst.valued[1]?.tell(deep);
    expect(values.shown).toEqual(quick);
    await analyst.valued[1]?.finish(deep);
    await shown;
    expect(values.shown).toEqual(deep);
    expect(analyst.valued.map(({ what }) => what)).toEqual([`quick ${START}`, `normal ${START}`]);
  });

  test("come deeper and deeper when the search has no end, and the deeper ones stay", async () => {
    const analyst = new TestAnalyst();
    const values = new Values(analyst);
    values.toggleEndless();
    void values.show(START);
    await analyst.valued[0]?.finish(quick);
    await analyst.valued[1]?.finish(deep);
    expect(analyst.valued[2]?.what).toBe(`endless 1 ${deep.map(({ move }) => move).join("")} ${START}`);
    analyst.valued[2]?.tell([findingOf({ ply: 1, move: "f5", value: 9, depth: 1 })]);
    expect(values.shown).toEqual(deep);
    analyst.valued[2]?.tell([findingOf({ ply: 1, move: "f5", value: 3, depth: 20 })]);
    expect(values.of(START, "f5")?.value).toBe(3);
    expect(analyst.endings).toBe(0);
    values.toggleEndless();
    expect([analyst.valued[2]?.isStopped, analyst.valued.length, analyst.endings]).toEqual([true, 3, 1]);
  });

  test("without an end are searched for the best moves alone, with so many workers", async () => {
    localStorage.clear();
    const analyst = new TestAnalyst();
    const values = new Values(analyst);
    values.toggleEndless();
    void values.show(START);
    const both = ["d3", "f5"].map((move, value) => findingOf({ ply: 1, move, value }));
    await analyst.valued[0]?.finish(both);
    await analyst.valued[1]?.finish(both);
    values.limit(1);
    expect(analyst.valued.map(({ isStopped }) => isStopped)).toEqual([false, false, true, false]);
    values.use({ threads: 2 });
    expect(analyst.valued.slice(2).map(({ what }) => what)).toEqual([
      `endless 1 f5d3 ${START}`,
      `endless 1 f5 ${START}`,
      `endless 2 f5 ${START}`,
    ]);
    localStorage.clear();
  });

  test("without an end go over to a move that has become one of the best", async () => {
    localStorage.clear();
    const analyst = new TestAnalyst();
    const values = new Values(analyst);
    values.toggleEndless();
    values.limit(1);
    void values.show(START);
    const both = ["d3", "f5"].map((move, value) => findingOf({ ply: 1, move, value }));
    await analyst.valued[0]?.finish(both);
    await analyst.valued[1]?.finish(both);
    analyst.valued[2]?.tell([findingOf({ ply: 1, move: "f5", value: 0.5, depth: 20 })]);
    expect(analyst.valued).toHaveLength(3);
    analyst.valued[2]?.tell([findingOf({ ply: 1, move: "f5", value: -3, depth: 21 })]);
    expect(analyst.valued.slice(2).map(({ what, isStopped }) => [what, isStopped])).toEqual([
      [`endless 1 f5 ${START}`, true],
      [`endless 1 d3 ${START}`, false],
    ]);
    expect(values.of(START, "f5")?.depth).toBe(21);
  });

  test("are remembered, and the search for a position that has gone is stopped", async () => {
    const analyst = new TestAnalyst();
    const values = new Values(analyst);
    const other = line[1]?.position ?? "";
    void values.show(START);
    await analyst.valued[0]?.finish(quick);
    void values.show(other);
    expect([analyst.valued[1]?.isStopped, values.shown]).toEqual([true, []]);
    analyst.valued[1]?.tell(deep);
    expect(values.shown, "nothing of the position before").toEqual([]);
    void values.show(START);
    expect(values.shown).toEqual(quick);
    expect(analyst.valued.at(-1)?.what).toBe(`normal ${START}`);
    void values.show(null);
    expect([values.shown, analyst.valued.at(-1)?.isStopped]).toEqual([[], true]);
  });

  test("say why there are none, and can be asked for again", async () => {
    const analyst = new TestAnalyst();
    const values = new Values(analyst);
    const shown = values.show(START);
    await analyst.valued[0]?.fail("There is no memory.");
    await shown;
    expect(values.problem).toBe("There is no memory.");
    values.retry();
    expect([values.problem, analyst.valued.length]).toEqual([null, 2]);
  });
});

test("the moves of a search without an end are shared out among engines, which others replace with another hash table", async () => {
  const made: { hash: number; asked: string[]; isClosed: boolean }[] = [];
  const none = () => {
    throw new Error("not asked");
  };
  const makeOne = (hash: number) => {
    const engine = { hash, asked: [] as string[], isClosed: false };
    made.push(engine);
    return {
      analyze: ({ only = [] }: AnalysisRecord) => {
        engine.asked.push(only.join(""));
        const findings = only.map((move) => findingOf({ ply: 1, move }));
        return {
          done: Promise.resolve({ result: { findings } as unknown as AnalysisReport, isStopped: false }),
          stop: none,
        };
      },
      close: () => void (engine.isClosed = true),
    };
  };
  const idle = { load: none, analyze: none, search: none, counterfactual: none, close: () => undefined };
  const analyst = analystOf(idle, idle, makeOne);
  const moves = ["f5", "d3", "c4"];
  const ask = (threads: number, hash: number) =>
    analyst.valuesWithoutEnd(START, moves, { threads, hash }, () => undefined).done;
  const { result, isStopped } = await ask(2, 64);
  expect([result.map(({ move }) => move), isStopped]).toEqual([["f5", "c4", "d3"], false]);
  await ask(2, 64);
  await ask(1, 16);
  expect(made).toEqual([
    { hash: 32, asked: ["f5c4", "f5c4"], isClosed: true },
    { hash: 32, asked: ["d3", "d3"], isClosed: true },
    { hash: 16, asked: ["f5d3c4"], isClosed: false },
  ]);
  analyst.endEndless();
  expect(made[2]?.isClosed).toBe(true);
  await ask(1, 16);
  analyst.close();
  expect(made.map(({ isClosed }) => isClosed)).toEqual([true, true, true, true]);
});

test("if one engine of a search without an end fails, the others are stopped", async () => {
  const stopped: number[] = [];
  const none = () => {
    throw new Error("not asked");
  };
  const idle = { load: none, analyze: none, search: none, counterfactual: none, close: () => undefined };
  const answers: Promise<never>[] = [new Promise(() => undefined), Promise.reject(new Error("no memory"))];
  let made = 0;
  const analyst = analystOf(idle, idle, () => {
    const engine = made++;
    const done = answers[engine] ?? none();
    return { analyze: () => ({ done, stop: () => void stopped.push(engine) }), close: () => undefined };
  });
  const work = analyst.valuesWithoutEnd(START, ["f5", "d3"], { threads: 2, hash: 64 }, () => undefined);
  await expect(work.done).rejects.toThrow("no memory");
  expect(stopped).toContain(0);
});
