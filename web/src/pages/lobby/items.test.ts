// Lines and quiet lines in one list, and the lines of a report.
import { expect, test } from "vitest";
import type { ChatLine, NewsLine } from "../../state/lobby.svelte";
import { reportedLines, startsDay, talkItems } from "./items";

const line = (number: number, from = "bob"): ChatLine => ({
  room: "lobby",
  number,
  from,
  text: "hi",
  time: number * 10,
});
const news = (key: number, time: number): NewsLine => ({
  key,
  time,
  news: { event: "announced", text: "soon", time },
});

test("quiet lines stand where they belong by time; hidden people do not stand at all", () => {
  const items = talkItems(
    [line(1), line(2, "eve"), line(3)],
    [news(0, 5), news(1, 15), news(2, 99)],
    (name) => name === "eve",
  );
  expect(items.map(({ key }) => key)).toEqual([-1, 1, -2, 3, -3]);
});

test("a report names the range of the marked lines", () => {
  expect(reportedLines("lobby", [])).toBeNull();
  expect(reportedLines("lobby", [17])).toBe("lobby:17");
  expect(reportedLines("private", [21, 17, 19])).toBe("private:17..21");
});

test("a date stands above the first line of a day, but not above today's alone", () => {
  const today = new Date(2026, 10, 23, 20, 0);
  const at = (day: number, hour: number) => ({ time: new Date(2026, 10, day, hour).getTime() });
  const starts = (items: { time: number }[]) => items.map((_, index) => startsDay(items, index, today));
  expect(starts([at(23, 9), at(23, 10)])).toEqual([false, false]);
  expect(starts([at(21, 9), at(21, 10), at(23, 1), at(23, 2)])).toEqual([true, false, true, false]);
});
