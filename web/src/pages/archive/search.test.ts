// Searches of the archive, one after the other.
import { expect, test } from "vitest";
import type { ArchivedGameSummary, Command, Notice } from "../../protocol/wire";
import { ArchiveSearch } from "./search.svelte";

function game(number: number): ArchivedGameSummary {
  return { game: number, black: "ito", white: "goto", date: "1998", moves: 60 };
}

function answer(games: number[], next?: string, total = games.length): Notice {
  const page = { games: games.map(game), ...(next === undefined ? {} : { next }) };
  return { time: 0, event: "searched", terms: [], filter: { player: "ito" }, total, page };
}

test("further games follow with the cursor of the last ones", async () => {
  const asked: Command[] = [];
  const search = new ArchiveSearch((command) => {
    asked.push(command);
    const more: Notice = { time: 0, event: "archive", games: [game(1)] };
    return Promise.resolve(command.do === "search" ? answer([3, 2], "19980000-2", 3) : more);
  });
  await search.search("ito");
  expect([search.games.length, search.hasMore]).toEqual([2, true]);
  await search.readMore();
  expect(search.games.map(({ game }) => game)).toEqual([3, 2, 1]);
  expect([search.hasMore, search.isEmptyArchive]).toEqual([false, false]);
  expect(asked[1]).toMatchObject({ do: "archive", player: "ito", after: "19980000-2" });
  await search.readMore();
  expect(asked).toHaveLength(2);
});

test("of two searches the last one counts, whichever is answered first", async () => {
  const answers: ((notice: Notice) => void)[] = [];
  const search = new ArchiveSearch(() => new Promise((resolve) => answers.push(resolve)));
  const first = search.search("i");
  const second = search.search("ito");
  answers[1]?.(answer([2]));
  await second;
  answers[0]?.(answer([1]));
  expect(await first).toBeNull();
  expect(search.games.map(({ game }) => game)).toEqual([2]);
  expect(search.reading.isReading).toBe(false);
});

test("an archive without games is told from a search without games", async () => {
  let terms: { text: string; kind: "date" }[] = [];
  const search = new ArchiveSearch(() => {
    const page = { games: [] };
    return Promise.resolve({ time: 0, event: "searched", terms, filter: {}, total: 0, page });
  });
  await search.search("");
  expect(search.isEmptyArchive).toBe(true);
  terms = [{ text: "1998", kind: "date" }];
  await search.search("1998");
  expect(search.isEmptyArchive).toBe(false);
});

test("the failure of a search that was overtaken is nobody's concern", async () => {
  const answers: { resolve: (notice: Notice) => void; reject: (error: Error) => void }[] = [];
  const search = new ArchiveSearch(() => new Promise((resolve, reject) => answers.push({ resolve, reject })));
  const [first, second] = [search.search("i"), search.search("ito")];
  answers[0]?.reject(new Error("down"));
  expect(await first).toBeNull();
  expect(search.reading.problem).toBeNull();
  answers[1]?.reject(new Error("down"));
  expect(await second).toBeNull();
  expect(search.reading.problem).toBe("Error: down");
});
