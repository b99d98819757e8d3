// Learning from mistakes, and practice.
import { describe, expect, test } from "vitest";
import { Exercises } from "../../study/exercises.svelte";
import { mistakesOf, NO_FINDINGS, withFindings } from "../../study/findings";
import { Practice } from "./practice.svelte";
import { findingOf, TestAnalyst } from "../../tests/analyst";
import { START, testRules } from "../../tests/rules";
import { lineThrough, movesOf, ROOT, treeOf } from "../../study/tree";
import { Study } from "../../study/study.svelte";

const line = lineThrough(treeOf(testRules, START, ["f5", "d6", "c3"]), ROOT);
const WRONG = findingOf({ ply: 2, move: "d6", best: "f6", loss: 5, best_value: 5, class: "mistake" });
const mistakes = mistakesOf(withFindings(NO_FINDINGS, line, [WRONG]), line);

function begin() {
  const analyst = new TestAnalyst();
  return { analyst, exercises: new Exercises([...mistakes, ...mistakes], analyst) };
}

describe("an exercise", () => {
  test("is solved by the best move", async () => {
    const { analyst, exercises } = begin();
    expect(exercises.current?.before).toBe(line[1]?.position);
    await exercises.attempt("f6");
    expect([exercises.verdict.kind, exercises.isSettled, exercises.solved]).toEqual(["right", true, 1]);
    expect(analyst.valued, "the engine need not be asked").toEqual([]);
    exercises.next();
    expect([exercises.verdict.kind, exercises.index]).toEqual(["none", 1]);
    exercises.next();
    expect(exercises.current).toBeNull();
  });

  test("says what the move of the game lost, and waits for another one", async () => {
    const { exercises } = begin();
    await exercises.attempt("d6");
    expect(exercises.verdict).toEqual({
      kind: "wrong",
      text: "d6 was the move of the game: it loses 5 discs.",
    });
    await exercises.attempt("f6");
    expect([exercises.verdict.kind, exercises.solved], "at the second attempt").toEqual(["right", 0]);
  });

  test.each([
    [findingOf({ ply: 1, move: "f4", class: "good", loss: 1.5 }), "right", "f4 is right: not worse than f6."],
    [
      findingOf({ ply: 1, move: "f4", class: "mistake", value: -6, loss: 6 }),
      "wrong",
      "f4 loses 6 discs. Try another one.",
    ],
    [
      findingOf({ ply: 1, move: "f4", class: "blunder", certainty: "proven", outcome: "loss" }),
      "wrong",
      "f4 leads to a loss. Try another one.",
    ],
  ])("is judged by the engine: %#", async (value, kind, text) => {
    const { analyst, exercises } = begin();
    const attempt = exercises.attempt("f4");
    expect(exercises.verdict.kind).toBe("checking");
    expect(analyst.valued[0]?.what).toBe(`normal ${line[1]?.position ?? ""}`);
    await analyst.valued[0]?.finish([findingOf({ ply: 1, move: "f6" }), value]);
    await attempt;
    expect(exercises.verdict).toEqual({ kind, text });
  });

  test("says why the engine cannot judge a move", async () => {
    const { analyst, exercises } = begin();
    const attempt = exercises.attempt("f4");
    await analyst.valued[0]?.fail("The engine did not load.");
    await attempt;
    expect(exercises.verdict).toEqual({ kind: "wrong", text: "The engine did not load." });
  });

  test("shows its solution, which counts as not found", () => {
    const { exercises } = begin();
    exercises.giveUp();
    expect([exercises.verdict.text, exercises.isSettled, exercises.solved]).toEqual(["Best is f6.", true, 0]);
  });
});

describe("practice", () => {
  function play(side: "black" | "white") {
    const analyst = new TestAnalyst();
    const study = new Study(testRules, { start: START, moves: [], black: "", white: "" }, null);
    return { analyst, study, practice: new Practice(study, analyst, side, { level: 5, temperature: 0 }) };
  }

  test("has the engine move when it is its turn, as a variation", async () => {
    const { analyst, study, practice } = play("black");
    await practice.answer();
    expect([practice.isUsersTurn, analyst.chosen.length]).toEqual([true, 0]);
    study.play("f5");
    const answer = practice.answer();
    expect([practice.isThinking, practice.isUsersTurn]).toEqual([true, false]);
    await analyst.chosen[0]?.finish("d6");
    await answer;
    expect([movesOf(study.line), practice.isThinking, practice.isUsersTurn]).toEqual([
      ["f5", "d6"],
      false,
      true,
    ]);
  });

  test("tells thinking from loading", async () => {
    const { analyst, practice } = play("white");
    void practice.answer();
    expect([practice.isThinking, practice.isLoaded]).toEqual([true, false]);
    await analyst.loaded();
    expect(practice.isLoaded).toBe(true);
  });

  test("drops a move for a position that is no more on the board", async () => {
    const { analyst, study, practice } = play("white");
    const answer = practice.answer();
    study.play("d3");
    await analyst.chosen[0]?.finish("f5");
    await answer;
    expect(movesOf(study.line)).toEqual(["d3"]);
  });

  test("says why the engine cannot move", async () => {
    const { analyst, practice } = play("white");
    const answer = practice.answer();
    await analyst.chosen[0]?.fail("The engine ended by a mistake.");
    await answer;
    expect([practice.problem, practice.isThinking]).toEqual(["The engine ended by a mistake.", false]);
    practice.leave();
    expect(practice.isThinking).toBe(false);
  });
});
