// The ratings of a user as a curve.
import { expect, test } from "vitest";
import type { Command, Notice, RatingPoint } from "../../protocol/wire";
import { curveOf, rangeOf, RatingHistory } from "./ratings.svelte";

function point(rating: number, at = 0): RatingPoint {
  return { class: "blitz", rating, deviation: 60, at };
}

test("all pages are read, and the oldest rating comes first", async () => {
  const asked: Command[] = [];
  const pages: Notice[] = [
    { time: 0, event: "ratings", name: "ann", points: [point(1540, 3), point(1520, 2)], next: 2 },
    { time: 0, event: "ratings", name: "ann", points: [point(1500, 1)] },
  ];
  const history = new RatingHistory((command) => {
    asked.push(command);
    return Promise.resolve(pages[asked.length - 1] ?? { time: 0, event: "pong" });
  });
  await history.read("ann", "blitz");
  expect(history.points?.map(({ rating }) => rating)).toEqual([1500, 1520, 1540]);
  expect([history.hasOlder, asked.length]).toEqual([false, 2]);
  expect(asked[1]).toMatchObject({ before: 2 });
});

test("a history without end is read in part", async () => {
  let pages = 0;
  const history = new RatingHistory(() => {
    pages += 1;
    return Promise.resolve({ time: 0, event: "ratings", name: "ann", points: [point(1500)], next: 7 });
  });
  await history.read("ann", "blitz");
  expect([pages, history.hasOlder]).toEqual([5, true]);
});

test("a curve is at least 100 points high", () => {
  expect(rangeOf([point(1500), point(1510)])).toEqual([1455, 1555]);
  expect(rangeOf([point(1400), point(1600)])).toEqual([1400, 1600]);
  expect(curveOf([point(1400), point(1500), point(1600)])).toEqual([
    { x: 0, y: 0 },
    { x: 0.5, y: 0.5 },
    { x: 1, y: 1 },
  ]);
  expect(curveOf([point(1500)])).toEqual([{ x: 0, y: 0.5 }]);
});
