// The window of a long chat keeps the reading place.
import { expect, test } from "vitest";
import { ChatWindow, PAGE_LINES } from "./chat-window.svelte";

const keys = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("at the end the window keeps its size, and nothing is unseen", () => {
  const window = new ChatWindow();
  window.onLines(keys(1, 500));
  window.grow(500);
  window.onLines(keys(1, 503));
  expect([window.size, window.unseen]).toEqual([PAGE_LINES, 0]);
});

test("a reader who reads back keeps the first line in the window", () => {
  const window = new ChatWindow();
  window.onLines(keys(1, 500));
  window.onScroll(false);
  window.grow(500);
  const first = keys(1, 500).slice(-window.size)[0];
  window.onLines(keys(1, 503));
  expect(keys(1, 503).slice(-window.size)[0]).toBe(first);
  expect(window.unseen).toBe(3);
  window.onScroll(true);
  expect(window.unseen).toBe(0);
});

test("old lines that are forgotten at the other end are not counted", () => {
  const window = new ChatWindow();
  window.onLines(keys(1, 500));
  window.onScroll(false);
  window.onLines(keys(2, 501));
  expect(window.unseen).toBe(1);
});

test("a line that is gone adds nothing, and what takes its place is one line", () => {
  const window = new ChatWindow();
  window.onLines(keys(1, 500));
  window.onScroll(false);
  window.onLines(keys(1, 499));
  expect([window.size, window.unseen]).toEqual([PAGE_LINES, 0]);
  window.onLines([...keys(1, 498), 501]);
  expect([window.size, window.unseen]).toEqual([PAGE_LINES + 1, 1]);
});

test("earlier lines are not new ones", () => {
  const window = new ChatWindow();
  window.onLines(keys(200, 500));
  window.onScroll(false);
  window.onLines(keys(1, 501));
  expect(window.unseen).toBe(1);
});

test("the window ends with the chat", () => {
  const window = new ChatWindow();
  expect(window.grow(PAGE_LINES)).toBe(false);
  expect(window.grow(PAGE_LINES + 1)).toBe(true);
});
