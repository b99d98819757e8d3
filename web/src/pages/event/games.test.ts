// The games of an event: in their order, once, and not after those of another event.
import { expect, test } from "vitest";
import type { Command, Notice } from "../../protocol/wire";
import { EventGames } from "./games.svelte";

const PARIS = { name: "Paris", year: "1998" };

/** An archive with a number of games, the newest first; `asked` counts the questions. */
function archive(count: number) {
  const asked: Command[] = [];
  const ask = (command: Command): Promise<Notice> => {
    asked.push(command);
    const first = "after" in command && command.after ? Number(command.after) : count;
    const games = Array.from({ length: Math.min(100, first) }, (_, index) => ({ game: first - index }));
    const next = first > 100 ? String(first - 100) : null;
    return Promise.resolve({ event: "archive", games, next } as unknown as Notice);
  };
  return { asked, ask };
}

test("pages are put together in the order of the games, and are shown once", async () => {
  const { asked, ask } = archive(250);
  const found = new EventGames(ask);
  const reading = found.read(PARIS);
  expect([found.games.length, found.reading.isReading]).toEqual([0, true]);
  await reading;
  expect(found.games.map(({ game }) => game)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
  expect([found.hasMore, found.reading.isReading, asked.length]).toEqual([false, false, 3]);
  // The connection is back: nothing is read again, and nothing goes away.
  await found.read({ ...PARIS });
  expect([asked.length, found.games.length]).toEqual([3, 250]);
});

test("what is left out is told", async () => {
  const { ask } = archive(2050);
  const found = new EventGames(ask);
  await found.read(PARIS);
  expect([found.games.length, found.hasMore]).toEqual([2000, true]);
  expect(found.games.at(-1)?.game).toBe(2050);
});

test("an event that is left is not read on, and a reading that failed is tried again", async () => {
  const { asked, ask } = archive(250);
  let isDown = true;
  const found = new EventGames((command) => (isDown ? Promise.reject(new Error("down")) : ask(command)));
  await found.read(PARIS);
  expect(found.reading.problem).not.toBeNull();
  isDown = false;
  const [left] = [found.read(PARIS), found.read({ name: "Rome", year: null })];
  await left;
  await new Promise((resolve) => setTimeout(resolve));
  expect(found.games.length).toBe(250);
  expect(asked.filter((command) => "event" in command && command.event === "=Paris")).toHaveLength(1);
});
