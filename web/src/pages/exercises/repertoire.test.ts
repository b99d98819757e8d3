// One's openings: which moves are asked, when they come again, and where games left them.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { browser, databases } from "../../tests/database";
import { testRules as rules } from "../../tests/rules";
import { movesIn } from "../../study/address";
import type { BookPage, Explored } from "../../protocol/wire";
import { bookLines } from "./book-lines";
import { hasLines } from "./has-lines";
import { nameOf, OPENINGS } from "./opening-names";
import { questionsOf, type OwnLine } from "./questions";
import { Repertoire } from "./repertoire.svelte";

vi.mock("idb-keyval", async () => (await import("../../tests/database")).fakeKeyval);

const TIGER = "f5d6c3d3c4";
const ROSE = "f5d6c3d3c4f4c5b3c2";
const line = (moves: string, side: "black" | "white" = "black"): OwnLine => ({ kind: "line", side, moves });

beforeEach(() => {
  localStorage.clear();
  browser.name = "";
  databases.set("willow-openings", new Map());
});

async function withTiger(): Promise<Repertoire> {
  const repertoire = new Repertoire(rules);
  await repertoire.add("black", [movesIn(TIGER)]);
  return repertoire;
}

describe("the questions", () => {
  test("are the moves of the side, once where lines meet", () => {
    const black = questionsOf(rules, [line(TIGER), line(ROSE)]);
    expect(black.map(({ path, answers }) => [path.length, answers])).toEqual([
      [0, ["f5"]],
      [2, ["c3"]],
      [4, ["c4"]],
      [6, ["c5"]],
      [8, ["c2"]],
    ]);
    const white = questionsOf(rules, [line(TIGER, "white"), line("f5f6", "white")]);
    expect(white.map(({ answers }) => answers)).toEqual([["d6", "f6"], ["d3"]]);
  });

  test("a line ends before a move that breaks the rules, and comes once", async () => {
    const repertoire = new Repertoire(rules);
    expect(await repertoire.add("black", [["f5", "d6", "a1", "c3"], ["f5", "d6"], [], ["a1"]])).toBe(1);
    expect(repertoire.lines).toEqual([line("f5d6")]);
    expect(await repertoire.add("black", [["f5", "d6"]])).toBe(0);
  });
});

describe("what is due", () => {
  const [day, minute] = [24 * 60 * 60 * 1000, 60 * 1000];
  const at = (time: number) => new Date(time);

  test("what is known comes later and later, what is not soon", async () => {
    const repertoire = await withTiger();
    const now = at(1000 * day);
    const [first, second] = repertoire.due(now);
    if (!first || !second) throw new Error("two questions");
    expect(repertoire.due(now)).toHaveLength(3);
    await repertoire.answer(first, true, now);
    await repertoire.answer(second, false, now);
    expect(repertoire.due(now)).toHaveLength(1);
    // What was wrong is due again after a minute, what was right after ten.
    expect(repertoire.due(at(now.getTime() + 2 * minute))).toContainEqual(second);
    expect(repertoire.due(at(now.getTime() + 2 * minute))).not.toContainEqual(first);
    let time = now.getTime() + 11 * minute;
    const gaps: number[] = [];
    for (let round = 0; round < 4; round++) {
      await repertoire.answer(first, true, at(time));
      const before = time;
      while (!repertoire.due(at(time)).includes(first)) time += day / 2;
      gaps.push((time - before) / day);
    }
    expect(gaps.every((gap, index) => index === 0 || gap > (gaps[index - 1] ?? 0))).toBe(true);
    expect([repertoire.isKnown(first), repertoire.isKnown(second)]).toEqual([true, false]);
  });

  test("is there again in another page, and can be forgotten", async () => {
    const repertoire = await withTiger();
    const now = at(1000 * day);
    const [first] = repertoire.due(now);
    if (!first) throw new Error("a question");
    await repertoire.answer(first, true, now);
    const again = new Repertoire(rules);
    await again.read();
    expect([again.lines, again.due(now).length, hasLines()]).toEqual([repertoire.lines, 2, true]);
    await again.remove(again.lines[0] as OwnLine);
    expect([again.lines, again.questions, hasLines()]).toEqual([[], [], false]);
    await again.clear();
    expect(databases.get("willow-openings")?.size).toBe(0);
  });
});

test("where a game left the lines", async () => {
  const repertoire = await withTiger();
  const left = (moves: string) => repertoire.deviationOf("black", movesIn(moves));
  expect(left("f5d6c3d3b4")).toEqual({ ply: 5, played: "b4", known: ["c4"] });
  // The opponent has left them: nothing is known of what follows.
  expect(left("f5f6e6")).toBeNull();
  expect(left(ROSE)).toBeNull();
  expect(repertoire.deviationOf("white", movesIn(TIGER))).toBeNull();
  expect(repertoire.movesAt("black", rules.replay(movesIn("f5d6")).position)).toEqual(["c3"]);
});

test("the four first moves are one, whichever a line or a game begins with", async () => {
  const repertoire = new Repertoire(rules);
  const images: readonly (readonly [string, string])[] = [
    [TIGER, "f5d6c3d3b4"],
    ["d3c5f6f5e6", "d3c5f6f5g5"],
    ["c4e3f6e6f5", "c4e3f6e6g5"],
    ["e6f4c3c4d3", "e6f4c3c4d2"],
  ];
  for (const [line] of images) await repertoire.add("black", [movesIn(line)]);
  expect(repertoire.lines.map(({ moves }) => moves)).toEqual([TIGER]);
  for (const [line, game] of images) {
    expect(repertoire.deviationOf("black", movesIn(line))).toBeNull();
    const left = { ply: 5, played: game.slice(-2), known: [line.slice(-2)] };
    expect(repertoire.deviationOf("black", movesIn(game))).toEqual(left);
    const { position } = rules.replay(movesIn(line).slice(0, 4));
    expect(repertoire.movesAt("black", position, line.slice(0, 2))).toEqual([line.slice(-2)]);
  }
});

test("lines that were kept with another first move are turned", async () => {
  const kept = line("e6f4c3c4d3");
  databases.set("willow-openings", new Map<string, unknown>([["line black e6f4c3c4d3", kept]]));
  const repertoire = new Repertoire(rules);
  await repertoire.read();
  expect(repertoire.lines).toEqual([line(TIGER)]);
  expect([...(databases.get("willow-openings")?.keys() ?? [])]).toEqual([`line black ${TIGER}`]);
});

test("named openings are legal lines, and the longest name counts", () => {
  expect(OPENINGS.length).toBeGreaterThan(50);
  for (const { moves, name } of OPENINGS) {
    expect(name).not.toBe("");
    rules.replay(movesIn(moves));
  }
  expect(nameOf(`${ROSE}a1`)).toBe("Rose-Bill");
  expect([nameOf(TIGER), nameOf("f5")]).toEqual(["Tiger", ""]);
});

describe("lines from the book", () => {
  const page = (...moves: [string, number][]) =>
    ({ moves: moves.map(([move, value]) => ({ move, value: { value } })) }) as unknown as BookPage;
  const played = (...moves: [string, number][]) =>
    ({
      games: moves.reduce((sum, [, games]) => sum + games, 0),
      moves: moves.map(([move, games]) => ({ move, games })),
    }) as unknown as Explored;
  const book: Record<string, BookPage> = {
    "": page(["f5", 0], ["e6", 0]),
    f5: page(["d6", 0], ["f6", -0.5], ["f4", -5]),
    f5d6: page(["c3", 0], ["c5", -1]),
    f5f6: page(["e6", 1]),
    f5f4: page(["e3", 5]),
  };

  test("are the best moves against what the archive plays", async () => {
    const archive = played(["d6", 80], ["f4", 20], ["f6", 3]);
    const lines = await bookLines(rules, "black", [], {
      book: async (moves) => Promise.resolve(book[moves.join("")] ?? null),
      archive: async (position) =>
        Promise.resolve(position === rules.replay(["f5"]).position ? archive : null),
    });
    expect(lines.map((line) => line.join(""))).toEqual(["f5d6c3", "f5f4e3"]);
  });

  test("are against good replies of the book where the archive has no games", async () => {
    const sources = {
      book: async (moves: readonly string[]) => Promise.resolve(book[moves.join("")] ?? null),
      archive: async () => Promise.resolve(null),
    };
    const lines = await bookLines(rules, "black", ["f5"], sources);
    expect(lines.map((line) => line.join(""))).toEqual(["f5d6c3", "f5f6e6"]);
    expect(await bookLines(rules, "white", ["f5", "d6", "c3"], sources)).toEqual([]);
  });
});
