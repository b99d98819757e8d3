// The reasons of a wrong move, whose lines are played by a press.
import { readFileSync } from "node:fs";
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { findingOf, TestAnalyst } from "../../tests/analyst";
import { testRules } from "../../tests/rules";
import { NO_FINDINGS, withFindings } from "../../study/findings";
import type { Finding } from "../../study/analyst";
import { Study } from "../../study/study.svelte";
import { ROOT } from "../../study/tree";
import { Counterfactuals } from "./counterfactuals.svelte";
import FindingView from "./FindingView.svelte";

afterEach(cleanup);

test("each reason can be played, and who plays last in a region in both lines", async () => {
  const errors = readFileSync("src/tests/errors.jsonl", "utf8").trim().split("\n");
  const { before, finding } = errors
    .map((line) => JSON.parse(line) as { before: string; finding: Finding })
    .find(({ finding: { reasons } }) => reasons[0]?.instead) as { before: string; finding: Finding };
  const [parity] = finding.reasons;
  const names = { black: "", white: "" };
  const study = new Study(testRules, { start: before, moves: [finding.move], ...names }, 1);
  const onLine = vi.fn();
  render(FindingView, {
    study,
    findings: withFindings(NO_FINDINGS, study.line, [findingOf({ ...finding, ply: 1 })]),
    subject: study.at,
    isRunning: false,
    isDone: true,
    lacksReasons: false,
    counterfactuals: new Counterfactuals(new TestAnalyst(), vi.fn()),
    marked: [],
    onLook: vi.fn(),
    onLine,
  });
  const [plays, others] = [screen.getAllByText("Show"), screen.getAllByText(`After ${finding.best}`)];
  expect(plays).toHaveLength(finding.reasons.length);
  expect(others).toHaveLength(finding.reasons.filter(({ instead }) => instead).length);
  for (const button of [plays[0], others[0]]) if (button) await fireEvent.click(button);
  const played = finding.played_pv.slice(0, parity?.plies);
  const better = finding.pv.slice(0, parity?.instead?.plies);
  expect(onLine.mock.calls).toEqual([
    [ROOT, played, played.length, parity?.squares],
    [ROOT, better, better.length, parity?.squares],
  ]);
});
