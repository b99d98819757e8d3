// What the page asks of the server's books, and what it remembers.
import { expect, test } from "vitest";
import type { BookPage } from "../../protocol/wire";
import { Refusal } from "../../protocol/refusal";
import { words } from "../../words";
import { USUAL_START } from "../../state/games-new.svelte";
import { testRules } from "../../tests/rules";
import { Study } from "../../study/study.svelte";
import { BookReader, questionOf } from "./reader.svelte";

function page(position: string, book: BookPage["book"] = "shipped"): BookPage {
  return { book, books: ["shipped", "server"], position, moves: [] };
}

test("a position is asked for by its moves, and another start by its cells", () => {
  const record = { start: USUAL_START, moves: ["f5", "d6"], black: "", white: "" };
  expect(questionOf(new Study(testRules, record, 2))).toBe("f5d6");
  expect(questionOf(new Study(testRules, record, 1))).toBe("f5");
  const start = USUAL_START.replace(/X$/, "O");
  const other = new Study(testRules, { ...record, start, moves: [] }, 0);
  expect(questionOf(other)).toBe(start.replace(" ", "/"));
});

test("the shipped book is asked once, and the server's own each time", async () => {
  const asked: string[] = [];
  const reader = new BookReader((path) => {
    asked.push(path);
    return Promise.resolve(page(path));
  });
  await reader.show("shipped", "");
  await reader.show("shipped", "f5");
  await reader.show("shipped", "");
  expect(reader.shown?.position).toBe("/api/book");
  await reader.show("server", "f5");
  await reader.show("server", "f5");
  expect(asked).toEqual([
    "/api/book",
    "/api/book?position=f5",
    "/api/book?position=f5&book=server",
    "/api/book?position=f5&book=server",
  ]);
});

test("an answer that comes too late is not shown, and a refusal is said in words", async () => {
  const answers: ((page: BookPage) => void)[] = [];
  const reader = new BookReader((path) =>
    path.includes("server")
      ? Promise.reject(new Refusal("not-now", "no-such-book", "no"))
      : new Promise((resolve) => answers.push(resolve)),
  );
  const first = reader.show("shipped", "f5");
  const second = reader.show("shipped", "f5d6");
  answers[1]?.(page("second"));
  answers[0]?.(page("first"));
  await Promise.all([first, second]);
  expect(reader.shown?.position).toBe("second");
  await reader.show("server", "");
  expect([reader.shown, reader.problem]).toEqual([null, words.errors["no-such-book"]]);
});

test("what the server answers to a change is shown at once", async () => {
  const reader = new BookReader(() => Promise.resolve(page("before", "server")));
  await reader.show("server", "f5");
  reader.put("f5d6", page("elsewhere", "server"));
  expect(reader.shown?.position).toBe("before");
  reader.put("f5", page("after", "server"));
  expect(reader.shown?.position).toBe("after");
});
