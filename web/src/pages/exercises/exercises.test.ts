// Exercises: reading the program's file, choosing, doing them, and what is kept and told of it.
import { beforeEach, describe, expect, test, vi } from "vitest";
import tsv from "../../../../crates/exercises/exercises.tsv?raw";
import { databases, browser } from "../../tests/database";
import { findingOf } from "../../tests/analyst";
import { testRules as rules } from "../../tests/rules";
import text from "../../words/en/exercises";
import { chooserOf, dailyOf, DRILLS, mistakesOf, modeOf, nearTo, risingRating, themesOf } from "./choosing";
import { Drill } from "./drill.svelte";
import { emptiesOf, kindOf, readExercises, type Exercise, type RatedExercise } from "./exercise";
import { NEW } from "./glicko";
import { ExerciseLog, type Attempt } from "./log.svelte";
import { asJson, asTsv, progressOf, wilson } from "./progress";
import { ratedAttempts, ratingOf } from "./rating";
import { askOf, lossOf, remarkOf, whyOf } from "./sentences";
import { ExerciseSeries } from "./series.svelte";
import type { Solver } from "./solver";

vi.mock("idb-keyval", async () => (await import("../../tests/database")).fakeKeyval);

const ALL = readExercises(tsv);
const THEMES = themesOf(ALL).map(([theme]) => theme);
const [FIRST, SECOND] = [ALL[0], ALL[1]] as [Exercise, Exercise];
const DAY = 24 * 60 * 60 * 1000;

const attempt = (of: Exercise, isRight: boolean, at = 0, more: Partial<Attempt> = {}): Attempt => ({
  kind: "attempt",
  at,
  position: of.position,
  theme: of.theme,
  rating: of.rating,
  isRight,
  series: "rated",
  ...more,
});

/** A solver that answers when the test says so, with the moves of a line. */
function fakeSolver(line: (move: string) => readonly string[] = (move) => [move]) {
  const asked: string[] = [];
  const solver: Solver = {
    compare: (position, move) => {
      asked.push(move);
      const finding = findingOf({ move, ply: 1, certainty: "exact", played_pv: [...line(move)] });
      return Promise.resolve({ ...finding, side: position.endsWith("X") ? "black" : "white" });
    },
    values: () => Promise.resolve([]),
    load: () => undefined,
    close: () => undefined,
  };
  return { solver, asked };
}

const settled = () => new Promise<void>((next) => setTimeout(next));

describe("the program's exercises", () => {
  test("are a thousand whose right moves are legal, and not all", () => {
    expect(ALL).toHaveLength(1000);
    for (const { position, right, score, next } of ALL) {
      const legal = rules.legalMoves(position);
      expect(legal).toEqual(expect.arrayContaining([...right]));
      expect(legal.length).toBeGreaterThan(right.length);
      expect(score - next).toBeGreaterThanOrEqual(2);
    }
  });

  test("ask what follows from moves and scores", () => {
    const of = (right: string[], score: number, next: number) => kindOf({ ...FIRST, right, score, next });
    expect(of(["a1"], 4, 0)).toBe("win");
    expect(of(["a1"], 4, 2)).toBe("discs");
    expect(of(["a1"], 0, -2)).toBe("draw");
    expect(of(["a1", "b1"], 0, -2)).toBe("discs");
    expect(of(["a1"], -2, -10)).toBe("discs");
    expect(new Set(ALL.map(kindOf))).toEqual(new Set(["win", "draw", "discs"]));
    expect(askOf(text, { ...FIRST, position: `${FIRST.position.slice(0, 64)} O` })).toMatch(/^White to move/);
  });

  test("have enough for each drill", () => {
    for (const drill of DRILLS) {
      const fit = ALL.filter(({ position, score }) => emptiesOf(position) === drill && score >= 0);
      expect(fit.length).toBeGreaterThan(20);
    }
  });
});

describe("choosing", () => {
  test("each day has its own, and none comes again before all have come", () => {
    const days = Array.from({ length: ALL.length }, (_, day) => dailyOf(ALL, day * DAY + 5)?.position);
    expect(new Set(days).size).toBe(ALL.length);
    expect(dailyOf(ALL, 3 * DAY)).toBe(dailyOf(ALL, 4 * DAY - 1));
  });

  test("what fits a rating comes first, and what was done last", () => {
    const found = nearTo(ALL, 1800, new Set(), () => 0.99);
    expect(Math.abs((found?.rating ?? 0) - 1800)).toBeLessThan(10);
    const few = ALL.slice(0, 2);
    const done = new Set([FIRST.position]);
    expect(nearTo(few, FIRST.rating ?? 0, done, () => 0)).toBe(few[1]);
    expect(nearTo(few, few[0]?.rating ?? 0, new Set(few.map(({ position }) => position)), () => 0)).toBe(
      few[0],
    );
    expect(nearTo([], 1800, new Set(), () => 0)).toBeNull();
    expect(risingRating(10)).toBeGreaterThan(risingRating(9));
  });

  test("a mistake waits until it is found", () => {
    const wrong = [attempt(FIRST, false, 1), attempt(SECOND, false, 2)];
    expect(mistakesOf(wrong, ALL)).toEqual([FIRST, SECOND]);
    expect(mistakesOf([...wrong, attempt(FIRST, false, 3)], ALL)).toEqual([SECOND, FIRST]);
    expect(mistakesOf([...wrong, attempt(FIRST, true, 3)], ALL)).toEqual([SECOND]);
    expect(mistakesOf([attempt({ ...FIRST, position: "gone" }, false)], ALL)).toEqual([]);
  });

  test("a series gives none twice", () => {
    const known = { attempts: [attempt(FIRST, false)], own: [], rating: { ...NEW, rating: 2000 } };
    const few = ALL.slice(0, 3);
    const all = (kind: "daily" | "rated" | "mistakes" | "own" | "streak") => {
      const next = chooserOf({ kind }, few, known, () => 0);
      return [next(), next(), next(), next()].map((exercise) => few.indexOf(exercise as RatedExercise));
    };
    // What was done comes last.
    expect(all("rated").slice(2)).toEqual([0, -1]);
    expect(new Set(all("streak").slice(0, 3))).toEqual(new Set([0, 1, 2]));
    expect(all("mistakes")).toEqual([0, -1, -1, -1]);
    expect(all("own")).toEqual([-1, -1, -1, -1]);
    expect(all("daily").slice(1)).toEqual([-1, -1, -1]);
  });

  test("of one's own the newest comes first, and what was done last", () => {
    const [older, newer] = [FIRST, SECOND].map(
      (of, at) => ({ ...of, kind: "own", at, played: "a1", game: "" }) as const,
    );
    if (!older || !newer) throw new Error("two exercises");
    const first = (attempts: Attempt[]) =>
      chooserOf({ kind: "own" }, ALL, { attempts, own: [older, newer], rating: NEW })();
    expect(first([])).toBe(newer);
    expect(first([attempt(newer, true)])).toBe(older);
  });

  test("addresses name the ways", () => {
    expect(modeOf("storm", THEMES)).toEqual({ kind: "storm" });
    expect(modeOf("drill-12", THEMES)).toEqual({ kind: "drill", empties: 12 });
    expect(modeOf("theme-stable-discs", THEMES)).toEqual({ kind: "theme", theme: "stable-discs" });
    for (const name of ["", "drill-13", "theme-", "theme-zugzwang", "constructor"])
      expect(modeOf(name, THEMES)).toBeNull();
  });
});

describe("a series", () => {
  function series(of: readonly Exercise[] = [FIRST, SECOND], line?: (move: string) => readonly string[]) {
    const waiting = [...of];
    const attempts: Attempt[] = [];
    const { solver, asked } = fakeSolver(line);
    const doing = new ExerciseSeries({
      name: "rated",
      rules,
      solver,
      next: () => waiting.shift() ?? null,
      onAttempt: (one) => attempts.push(one),
      now: () => 7,
    });
    return { doing, attempts, asked };
  }
  const wrongOf = (of: Exercise) =>
    rules.legalMoves(of.position).find((move) => !of.right.includes(move)) ?? "";

  test("a right move counts, and the solver's line plays itself", async () => {
    vi.useFakeTimers();
    const [move = ""] = FIRST.right;
    const after = rules.play(FIRST.position, move).position;
    const [reply = ""] = rules.legalMoves(after);
    const { doing, attempts, asked } = series([FIRST], () => [move, reply]);
    doing.play(move);
    expect(attempts).toEqual([attempt(FIRST, true, 7)]);
    await vi.advanceTimersByTimeAsync(1);
    expect([doing.line.position, doing.line.lastMove]).toEqual([after, move]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([doing.line.lastMove, doing.line.isAtEnd]).toEqual([reply, true]);
    expect([doing.right, doing.tried, asked]).toEqual([1, 1, [move]]);
    vi.useRealTimers();
  });

  test("only the first try counts; a wrong one may be tried again", async () => {
    const { doing, attempts } = series();
    doing.play(wrongOf(FIRST));
    await settled();
    expect([doing.answer.kind, doing.isPlayable, doing.finding?.move]).toEqual([
      "wrong",
      false,
      wrongOf(FIRST),
    ]);
    doing.play(FIRST.right[0] ?? "");
    expect(doing.answer.kind).toBe("wrong");
    doing.askAgain();
    doing.play(FIRST.right[0] ?? "");
    expect(doing.answer.kind).toBe("right");
    expect(attempts).toEqual([attempt(FIRST, false, 7)]);
    expect([doing.right, doing.tried]).toEqual([0, 1]);
    doing.leave();
  });

  test("what is skipped counts for nothing, what is shown is not found", () => {
    const { doing, attempts } = series();
    doing.playIllegal("a1");
    doing.goOn();
    expect(attempts).toEqual([]);
    doing.show();
    expect([doing.answer.kind, doing.isOver]).toEqual(["shown", true]);
    expect(attempts).toEqual([attempt(SECOND, false, 7)]);
    doing.goOn();
    expect(doing.exercise).toBeNull();
    doing.leave();
  });

  test("an answer that comes late is not shown with the next exercise", async () => {
    const { doing } = series();
    doing.play(wrongOf(FIRST));
    doing.goOn();
    await settled();
    expect([doing.exercise, doing.finding, doing.line.position]).toEqual([SECOND, null, SECOND.position]);
  });
});

describe("what is said", () => {
  const finding = { move: "a1", best: "b1", ply: 1, certainty: "exact", loss: 4 } as const;

  test("of a loss", () => {
    expect(lossOf(text, findingOf(finding))).toBe("a1 loses 4 discs.");
    const thrown = { ...finding, outcome: "loss", best_outcome: "win" } as const;
    expect(lossOf(text, findingOf(thrown))).toBe("a1 turns a win into a loss: 4 discs less.");
    expect(lossOf(text, findingOf({ ...thrown, certainty: "proven" }))).toBe("a1 turns a win into a loss.");
  });

  test("of an answer", () => {
    const exercise = { ...FIRST, right: ["e8"], score: 2, next: 0 };
    const said = (kind: "right" | "wrong", isProven = true) =>
      remarkOf(text, { ...exercise, isProven }, { kind, move: "e8" }, null);
    expect(said("right")).toBe("e8 is right: you win by 2. With any other move you draw at best.");
    expect(said("right", false)).toBe("e8 is right, by estimate.");
    expect(said("wrong")).toBe("e8 is not right.");
  });

  test("why, without the right move until it is asked for", () => {
    const { position, right } = FIRST;
    const wrong = rules.legalMoves(position).filter((move) => !right.includes(move))[0] ?? "";
    const [reply = ""] = rules.legalMoves(rules.play(position, wrong).position);
    const found = findingOf({
      ...finding,
      move: wrong,
      best: right[0] ?? "",
      class: "blunder",
      side: position.endsWith("X") ? "black" : "white",
      played_pv: [wrong, reply],
    });
    const [told, all] = (["nothing", "all"] as const).map((spoils) =>
      whyOf(text, rules, position, found, right, spoils),
    );
    expect(told).toContain(` answers ${reply}.`);
    expect(told).not.toContain(right[0]);
    expect(all).toContain(right[0]);
  });
});

describe("what is kept", () => {
  beforeEach(() => {
    databases.clear();
    browser.name = "";
  });

  test("is there again, and can be forgotten", async () => {
    databases.set("willow-exercises", new Map());
    const log = new ExerciseLog();
    await log.read();
    await log.add(attempt(FIRST, true, 5));
    await log.add({ kind: "run", at: 6, series: "streak", right: 4 });
    await log.add({ ...SECOND, kind: "own", at: 7, played: "a1", game: "x" });
    const again = new ExerciseLog();
    await again.read();
    expect([again.attempts, again.best("streak"), again.best("storm")]).toEqual([log.attempts, 4, null]);
    expect(again.own.map(({ position }) => position)).toEqual([SECOND.position]);
    await again.clear();
    expect([again.attempts, again.own, again.runs]).toEqual([[], [], []]);
    expect(databases.get("willow-exercises")?.size).toBe(0);
  });

  test("lasts as long as the page where there is no database", async () => {
    const log = new ExerciseLog();
    await log.read();
    await log.add(attempt(FIRST, true));
    expect([log.isKept, log.attempts.length]).toEqual([false, 1]);
  });
});

describe("rating and progress", () => {
  test("only first answers count, and not those against the clock", () => {
    const all = [
      attempt(FIRST, false, 1),
      attempt(FIRST, true, 2),
      attempt(SECOND, true, 3, { series: "storm" }),
      attempt({ ...SECOND, position: "own", rating: null }, true, 4),
    ];
    expect(ratedAttempts(all)).toEqual([all[0]]);
    expect(ratingOf(all).rating).toBeLessThan(NEW.rating);
    expect(ratingOf([])).toBe(NEW);
  });

  test("days without answers make it less certain", () => {
    const soon = [attempt(FIRST, true, 1), attempt(SECOND, true, 2)];
    const late = [attempt(FIRST, true, 1), attempt(SECOND, true, 900 * DAY)];
    expect(ratingOf(late).deviation).toBeGreaterThan(ratingOf(soon).deviation);
  });

  test("themes with Wilson's interval", () => {
    const of = (count: number, isRight: boolean, from: number) =>
      ALL.slice(from, from + count).map((one, at) =>
        attempt({ ...one, theme: "parity" }, isRight, from + at),
      );
    const [row] = progressOf([...of(8, true, 0), ...of(2, false, 8)]);
    expect([row?.theme, row?.tried, row?.right]).toEqual(["parity", 10, 8]);
    // The example of Newcombe (1998): 81 of 263.
    expect(wilson(81, 263).map((end) => Number(end.toFixed(4)))).toEqual([0.2553, 0.3662]);
    expect(wilson(0, 0)).toEqual([0, 1]);
    expect(wilson(3, 3)[1]).toBe(1);
  });

  test("can be taken along", () => {
    const log = new ExerciseLog();
    log.attempts = [attempt(FIRST, true, 0)];
    expect(asTsv(log.attempts).split("\n")[1]).toBe(
      `1970-01-01T00:00:00.000Z\t${FIRST.position}\t${FIRST.theme ?? "-"}\t${FIRST.rating}\tright\trated`,
    );
    expect((JSON.parse(asJson(log)) as { attempts: unknown }).attempts).toEqual(log.attempts);
  });
});

describe("a drill", () => {
  // Two squares are left: Black takes both, or passes one on.
  const START = `${"X".repeat(48)}${"XXXOOOO-"}${"XXXOOOO-"} X`;

  function drill(loss: number, aim: "discs" | "outcome" = "discs", value = 4) {
    const compare = (_: string, move: string) =>
      Promise.resolve({
        ...findingOf({ move, ply: 1, certainty: "exact", loss, value, best_value: value + loss }),
        played_pv: [move],
      });
    const solver = {
      compare,
      values: (position: string) =>
        Promise.resolve(rules.legalMoves(position).map((move) => findingOf({ move, ply: 1 }))),
      load: () => undefined,
      close: () => undefined,
    };
    return new Drill(rules, solver, START, 10, aim);
  }

  test("goes on to the end while the result is held", async () => {
    vi.useFakeTimers();
    const held = drill(0);
    for (let move = 0; held.state !== "over" && move < 4; move++) {
      const [next] = held.legal;
      if (next !== undefined) held.play(next);
      await vi.advanceTimersByTimeAsync(2000);
    }
    expect([held.state, held.slips, rules.isOver(held.position)]).toEqual(["over", 0, true]);
    vi.useRealTimers();
  });

  test("a slip is shown and can be taken back", async () => {
    const lost = drill(2);
    lost.play(lost.legal[0] ?? "");
    await settled();
    expect([lost.slip?.loss, lost.slips, lost.isPlayable]).toEqual([2, 1, false]);
    lost.takeBack();
    expect([lost.position, lost.slip, lost.isPlayable]).toEqual([START, null, true]);
  });

  test("who wants the outcome alone may lose discs", async () => {
    const won = drill(2, "outcome");
    won.play(won.legal[0] ?? "");
    await settled();
    expect(won.slips).toBe(0);
    won.leave();
    const thrown = drill(6, "outcome", -2);
    thrown.play(thrown.legal[0] ?? "");
    await settled();
    expect(thrown.slips).toBe(1);
  });

  test("a solver that does not come can be asked again", async () => {
    const compare = vi.fn().mockRejectedValue(new Error("gone"));
    const solver = { compare, values: vi.fn(), load: vi.fn(), close: vi.fn() };
    const waiting = new Drill(rules, solver, START, 10, "discs");
    waiting.play(waiting.legal[0] ?? "");
    await settled();
    expect(waiting.state).toBe("failed");
    waiting.retry();
    expect(compare).toHaveBeenCalledTimes(2);
    await settled();
    waiting.leave();
  });
});
