// The analysis of a line, and the values of a position.
import { describe, expect, test } from "vitest";
import { findingAt, lineKey, NO_FINDINGS, withFindings } from "./findings";
import { Run } from "./run.svelte";
import { findingOf, TestAnalyst } from "./test-analyst";
import { START, testRules } from "./test-rules";
import { lineThrough, ROOT, treeOf } from "./tree";
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
    expect(analyst.valued[2]?.what).toBe(`endless ${START}`);
    analyst.valued[2]?.tell([findingOf({ ply: 1, move: "f5", value: 9, depth: 1 })]);
    expect(values.shown).toEqual(deep);
    analyst.valued[2]?.tell([findingOf({ ply: 1, move: "f5", value: 3, depth: 20 })]);
    expect(values.of(START, "f5")?.value).toBe(3);
    values.toggleEndless();
    expect([analyst.valued[2]?.isStopped, analyst.valued.length]).toEqual([true, 3]);
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
