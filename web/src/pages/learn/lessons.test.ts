// Whether the lessons are true: by the rules, by the engine as `cargo xtask web` has compiled it, and in every language.
import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { searcherOf, type EngineModule } from "../../engine/module";
import type { Searcher } from "../../engine";
import { testRules as rules } from "../../tests/rules";
import en from "../../words/en/learn";
import fr from "../../words/fr/learn";
import ja from "../../words/ja/learn";
import zh from "../../words/zh/learn";
import { count } from "./count";
import { LessonRun } from "./lesson-run.svelte";
import { LESSONS, type LessonBoard } from "./lessons";

const CORNERS = ["a1", "h1", "a8", "h8"];
const BOARDS = LESSONS.flatMap((lesson) =>
  lesson.boards.map((board, at) => [`${lesson.name} ${at + 1}`, board, lesson] as const),
);
/** Lessons about the rules, in which another move may be the stronger one. */
const OF_RULES = ["turning", "end"];

function boardsOf(name: string): readonly LessonBoard[] {
  return LESSONS.find((lesson) => lesson.name === name)?.boards ?? [];
}

test("twelve lessons of three to eight boards", () => {
  expect(LESSONS).toHaveLength(12);
  expect(LESSONS.every(({ boards }) => boards.length >= 3 && boards.length <= 8)).toBe(true);
});

describe.each(BOARDS)("%s", (_, board, lesson) => {
  test("has legal moves, and replies that are legal", () => {
    const legal = rules.legalMoves(board.position);
    expect(legal).toEqual(expect.arrayContaining([...board.right, ...Object.keys(board.wrong ?? {})]));
    expect(board.right.filter((move) => board.wrong?.[move])).toEqual([]);
    for (const [move, reply] of Object.entries(board.wrong ?? {}))
      rules.play(rules.play(board.position, move).position, reply);
    rules.replay([board.right[0] ?? "", ...(board.then?.match(/../g) ?? [])], { start: board.position });
  });

  test("a reply that takes a corner could not take it before", () => {
    const other = `${board.position.slice(0, 64)} ${board.position[65] === "X" ? "O" : "X"}`;
    const before = rules.legalMoves(other);
    for (const reply of Object.values(board.wrong ?? {}))
      if (CORNERS.includes(reply)) expect(before).not.toContain(reply);
  });

  test("is answered by the right move alone", () => {
    const done: number[] = [];
    for (const move of rules.legalMoves(board.position)) {
      const run = new LessonRun(lesson, rules, (boards) => done.push(boards), lesson.boards.indexOf(board));
      run.play(move);
      run.leave();
      expect(run.answer.kind === "right").toBe(board.right.includes(move));
    }
    expect(done).toHaveLength(board.right.length);
  });
});

describe("what the words say", () => {
  test.each([en, ja, fr, zh])("every board has words", (language) => {
    for (const { name, boards } of LESSONS) expect(language.lessons[name].boards).toHaveLength(boards.length);
  });

  test("so many discs are turned", () => {
    const turned = boardsOf("turning").map(
      ({ position, right }) => rules.flips(position, right[0] ?? "").length,
    );
    expect(turned.slice(0, 3)).toEqual([1, 4, 3]);
    expect(boardsOf("turning").map(({ position }) => rules.legalMoves(position))[3]).toHaveLength(2);
  });

  test("White must pass twice; then nothing is left; then all is full", () => {
    const after = boardsOf("end").map(({ position, right }) => rules.play(position, right[0] ?? "").position);
    expect(after.slice(0, 2).map((position) => rules.mustPass(position))).toEqual([true, true]);
    expect(after.slice(2).map((position) => rules.isOver(position))).toEqual([true, true]);
    expect(after[2]).not.toMatch(/O.* /);
    expect(after[3]?.split("X").length).toBe(35);
  });

  test("quiet moves open nothing", () => {
    for (const { position, right } of boardsOf("quiet"))
      expect(right.map((move) => count("opened", position, move, rules))).toEqual([0]);
  });

  test("one disc is turned where few are right", () => {
    for (const { position, right } of boardsOf("few"))
      expect(Math.max(...right.map((move) => rules.flips(position, move).length))).toBeLessThan(3);
  });

  test("the right move leaves the fewest moves", () => {
    for (const { position, right } of boardsOf("mobility")) {
      const left = (move: string) => rules.legalMoves(rules.play(position, move).position).length;
      const others = rules.legalMoves(position).filter((move) => !right.includes(move));
      expect(Math.max(...right.map(left))).toBeLessThan(Math.min(...others.map(left)));
    }
  });

  test("after the last safe move every reply opens a corner", () => {
    for (const { position, right } of boardsOf("tempo")) {
      const after = rules.play(position, right[0] ?? "").position;
      for (const reply of rules.legalMoves(after)) {
        const corners = rules.legalMoves(rules.play(after, reply).position);
        expect(corners.some((square) => CORNERS.includes(square))).toBe(true);
      }
    }
  });
});

const WASM = "src/engine/wasm/willow_engine_bg.wasm";
const WEIGHTS = "src/engine/wasm/willow.weights";
/** How deep the engine looks, and by how many discs it must agree. */
const LEVEL = 14;
const MARGIN = 2;
const [importModule] = Object.values(import.meta.glob<EngineModule>("../../engine/wasm/willow_engine.js"));

describe.skipIf(!importModule || !existsSync(WASM) || !existsSync(WEIGHTS))(
  "the engine agrees",
  { timeout: 120_000 },
  () => {
    let searcher: Searcher;

    beforeAll(async () => {
      const module = await importModule?.();
      if (!module) throw new Error("the module is missing");
      module.initSync({ module: readFileSync(WASM) });
      const host = { now: () => performance.now(), isStopped: () => false, onProgress: () => undefined };
      searcher = searcherOf(module, readFileSync(WEIGHTS), 64, host);
    });

    const strategic = BOARDS.filter(([, , { name }]) => !OF_RULES.includes(name));

    test.each(strategic)(
      "%s: the right moves are two discs better than all others",
      (_, { position, right }) => {
        const values = rules.legalMoves(position).map((move) => {
          const after = rules.play(position, move).position;
          return [move, -searcher.search(after, { kind: "level", amount: LEVEL }).value] as const;
        });
        const [best, others] = [true, false].map((isRight) =>
          values.filter(([move]) => right.includes(move) === isRight).map(([, value]) => value),
        );
        expect(Math.min(...(best ?? []))).toBeGreaterThan(Math.max(...(others ?? [])) + MARGIN);
      },
    );
  },
);
