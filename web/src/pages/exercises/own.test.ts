// Exercises from one's own games: which mistakes are worth one, and what is proven of them.
import { describe, expect, test, vi } from "vitest";
import type { MoveReport } from "../../engine";
import { findingOf } from "../../tests/analyst";
import { browser, databases } from "../../tests/database";
import type { Mistake } from "../../study/findings";
import { keepCostliest } from "./keeping";
import { ExerciseLog, type OwnExercise } from "./log.svelte";
import { candidatesOf, exerciseOf } from "./own";

vi.mock("idb-keyval", async () => (await import("../../tests/database")).fakeKeyval);

describe("from one's own games", () => {
  const mistake = (before: string, finding: Partial<MoveReport>): Mistake => ({
    node: { id: 1, parent: 0, move: "a1", position: before, ply: 1, children: [], comment: "" } as never,
    before,
    finding: findingOf({ move: "a1", ply: 1, best: "b1", loss: 4, class: "mistake", ...finding }),
  });
  const late = `${"X".repeat(50)}${"-".repeat(14)} X`;
  const early = `${"X".repeat(20)}${"-".repeat(44)} X`;
  const values = (certainty: "exact" | "estimate", ...all: number[]) =>
    all.map((value, at) => findingOf({ move: `${"abcdefgh"[at] ?? ""}1`, ply: 1, value, certainty }));

  test("those that turned the outcome come first, then what can be proven, then the costliest", () => {
    const turned = mistake(early, { loss: 3, outcome: "loss", best_outcome: "win" });
    const [small, large, tiny] = [3, 9, 1].map((loss) => mistake(late, { loss })) as [
      Mistake,
      Mistake,
      Mistake,
    ];
    const far = mistake(early, { loss: 20 });
    expect(candidatesOf([small, far, turned, tiny, large])).toEqual([turned, large, small, far]);
    expect(candidatesOf([tiny])).toEqual([]);
  });

  test("a game gives two at most, and none again", async () => {
    browser.name = "";
    databases.set("willow-exercises", new Map());
    const log = new ExerciseLog();
    const all = [8, 6, 4].map((loss, at) => mistake(late.replace("X", "XO"[at % 2] ?? "X") + at, { loss }));
    const asked: string[] = [];
    let isOpen = true;
    const solver = {
      values: (position: string) => {
        asked.push(position);
        // Of the first one nothing is asked.
        return Promise.resolve(
          position === all[0]?.before ? values("exact", 4, 4, 4) : values("exact", 0, 4, 0),
        );
      },
      compare: () => Promise.reject(new Error("not asked")),
      load: () => undefined,
      close: () => void (isOpen = false),
    };
    expect(await keepCostliest([...all, mistake(late, { loss: 3 })], "Ann – Bob", solver, log)).toBe(2);
    expect([asked, isOpen]).toEqual([all.map(({ before }) => before), false]);
    const { own } = log;
    expect(own.map(({ position, game }) => [position, game])).toEqual(
      all.slice(1).map(({ before }) => [before, "Ann – Bob"]),
    );
    await keepCostliest(all.slice(1), "again", solver, log);
    expect(log.own).toEqual(own);
    await log.remove(own[0] as OwnExercise);
    expect(log.own).toEqual(own.slice(1));
    expect(databases.get("willow-exercises")?.size).toBe(1);
    await log.clear();
  });

  test("where all is exact it is proven", () => {
    const made = exerciseOf(mistake(late, {}), values("exact", -2, 4, 0, 4));
    expect(made).toMatchObject({ right: ["b1", "d1"], score: 4, next: 0, isProven: true, rating: null });
  });

  test("an estimate is never called proven, and needs a margin and two searches that agree", () => {
    const made = exerciseOf(mistake(early, {}), values("estimate", -2.4, 4.2, 3.6, -1));
    expect(made).toMatchObject({ right: ["b1", "c1"], score: 4, next: -1, isProven: false });
    expect(exerciseOf(mistake(early, {}), values("estimate", 1.9, 4.2, 0, 0))).toBeNull();
    expect(exerciseOf(mistake(early, {}), values("estimate", -9, -2, 4, -3))).toBeNull();
  });

  test("nothing is asked where all moves are as good, or two are left", () => {
    expect(exerciseOf(mistake(late, {}), values("exact", 4, 4, 4))).toBeNull();
    expect(exerciseOf(mistake(late, {}), values("exact", -2, 4))).toBeNull();
  });

  test("what the mistake overlooked is the theme", () => {
    const reason = { term: "edge-value", cause: { term: "wedge", squares: [] } } as never;
    const [plain, caused] = [[], [reason]].map((reasons) =>
      exerciseOf(mistake(late, { reasons }), values("exact", 0, 4, 0)),
    );
    expect([plain?.theme, caused?.theme]).toEqual([null, "wedge"]);
  });
});
