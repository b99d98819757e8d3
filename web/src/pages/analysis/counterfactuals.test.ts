// What would have made a move good: asked, stopped, found and kept.
import { describe, expect, test } from "vitest";
import type { Counterfactual, Reason } from "../../study/analyst";
import { Counterfactuals } from "./counterfactuals.svelte";
import { keyOf, NO_FINDINGS, withCounterfactual, withFindings } from "../../study/findings";
import { findingOf, TestAnalyst } from "../../tests/analyst";
import { START, testRules } from "../../tests/rules";
import { lineThrough, ROOT, treeOf } from "../../study/tree";

const FOUND: Counterfactual = { square: "d4", disc: null, depth: 9 };
const line = lineThrough(treeOf(testRules, START, ["f5", "d6"]), ROOT);
const WRONG = findingOf({ ply: 1, move: "f5", best: "d3", loss: 4, class: "inaccuracy" });
const KEY = keyOf(START, "f5");

function asking() {
  const analyst = new TestAnalyst();
  const found: [string, Counterfactual][] = [];
  const all = new Counterfactuals(analyst, (key, counterfactual) => void found.push([key, counterfactual]));
  void all.ask(START, WRONG);
  const [asked] = analyst.changes;
  if (!asked) throw new Error("nothing was asked");
  return { analyst, all, found, asked, state: () => all.stateOf(START, "f5") };
}

describe("what would have made a move good", () => {
  test("is not asked before the reader asks", () => {
    const all = new Counterfactuals(new TestAnalyst(), () => undefined);
    expect(all.stateOf(START, "f5")).toEqual({ kind: "unasked" });
  });

  test("is told when it is found", async () => {
    const { asked, found, state } = asking();
    expect([asked.what, state()]).toEqual([`f5 ${START}`, { kind: "asking", part: 0 }]);
    asked.tell(null, 0.5);
    expect(state()).toEqual({ kind: "asking", part: 0.5 });
    await asked.finish(FOUND);
    expect([found, state().kind]).toEqual([[[KEY, FOUND]], "none"]);
  });

  test("may be nothing", async () => {
    const { asked, found, state } = asking();
    await asked.finish(null);
    expect([found, state()]).toEqual([[], { kind: "none" }]);
  });

  test("can be stopped and asked again", async () => {
    const { analyst, all, asked, found, state } = asking();
    all.stop();
    expect([asked.isStopped, state()]).toEqual([true, { kind: "unasked" }]);
    await asked.finish(FOUND);
    expect([found, state()], "it is not heard any more").toEqual([[], { kind: "unasked" }]);
    void all.ask(START, WRONG);
    await analyst.changes[1]?.finish(FOUND);
    expect(found).toHaveLength(1);
  });

  test("ends when another move is asked about", () => {
    const { all, asked, state } = asking();
    void all.ask(START, { ...WRONG, move: "c4" });
    expect([asked.isStopped, state().kind, all.stateOf(START, "c4").kind]).toEqual([
      true,
      "unasked",
      "asking",
    ]);
  });

  test("says why it fails", async () => {
    const { asked, state } = asking();
    await asked.fail("It did not load.");
    expect(state()).toEqual({ kind: "failed", problem: "It did not load." });
  });

  test("stays with the finding until the move is searched anew", () => {
    const findings = withCounterfactual(withFindings(NO_FINDINGS, line, [WRONG]), KEY, FOUND);
    expect(withFindings(findings, line, [WRONG]).get(KEY)?.counterfactual).toEqual(FOUND);
    const deeper = { ...WRONG, depth: WRONG.depth + 2 };
    expect(withFindings(findings, line, [deeper]).get(KEY)?.counterfactual).toBeUndefined();
    expect(withCounterfactual(NO_FINDINGS, KEY, FOUND)).toBe(NO_FINDINGS);
  });

  test("reasons that have loaded stay when the same search comes without them", () => {
    const numbers = { before: 1, after: 2, squares: [] };
    const seen = { line: "played", plies: 1, turn: "white" } as const;
    const reasons: Reason[] = [{ ...numbers, ...seen, term: "mobility", side: "black" }];
    const explained = withFindings(NO_FINDINGS, line, [{ ...WRONG, reasons }]);
    expect(withFindings(explained, line, [WRONG]).get(KEY)?.reasons).toEqual(reasons);
  });
});
