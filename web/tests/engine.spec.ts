// The engine in the browser: the real module with the real weights, in its worker, under the policy of the server.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type * as engineModule from "../src/engine";
import { NATIVE as GAMES } from "../src/tests/native-analyses";
import { words } from "../src/words";
import { engineAddress, FFORUM_40 } from "./engine-page";
import { expect, test, type NewVisitor } from "./fixtures";

const START = "---------------------------OX------XO--------------------------- X";

/** The nodes of the native engine, as its test expects them. */
function nativeNodes(): number {
  const source = readFileSync("../crates/engine/src/bench.rs", "utf8");
  const digits = /const NODES_OF_FFORUM_40: u64 = ([0-9_]+);/.exec(source)?.[1] ?? "";
  return Number(digits.replaceAll("_", ""));
}

/** Opens a page with an engine as its variable `engine`. */
async function withEngine(visitor: NewVisitor, sharesMemory = true, hash = 64): Promise<Page> {
  const page = await visitor();
  await page.goto("/settings");
  await page.evaluate(
    async ([address, shares, size]) => {
      const { makeEngine }: typeof engineModule = await import(address);
      window.engine = makeEngine({ sharesMemory: shares, hash: size, explains: true });
    },
    [engineAddress(), sharesMemory, hash] as const,
  );
  return page;
}

declare global {
  interface Window {
    engine: engineModule.Engine;
  }
}

/** Searches a position exactly, and counts how often the page did something else meanwhile. */
function solve(page: Page, position: string) {
  return page.evaluate(async (asked) => {
    let [ticks, n] = [0, 0];
    const timer = setInterval(() => void (ticks += 1), 5);
    const search = window.engine.search(asked, { kind: "exact" }, () => void (n += 1));
    const { result, isStopped } = await search.done;
    clearInterval(timer);
    return { result, isStopped, ticks, progress: n };
  }, position);
}

/** A game with its analysis by the native engine, the shortest of three. A test of Rust keeps the file up to date. */
const [NATIVE] = GAMES;
if (!NATIVE) throw new Error("there is no game");

/** Begins a search that would last for hours, stops it after its first results, and returns what it has. */
function stopInTheMiddle(page: Page) {
  return page.evaluate((position) => {
    const search = window.engine.search(position, { kind: "exact" }, ({ depth }) => {
      if (depth >= 8) search.stop();
    });
    return search.done;
  }, START);
}

/** Asks for something, and returns the sentence with which it is refused. */
function refusal(page: Page, position: string, depth: number): Promise<string> {
  return page.evaluate(
    ([asked, amount]) =>
      window.engine.search(asked, { kind: "depth", amount }).done.then(
        () => "no error",
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    [position, depth] as const,
  );
}

test("problem 40 of FForum is solved with the native nodes, and the page goes on meanwhile", async ({
  visitor,
}) => {
  const page = await withEngine(visitor);
  await page.evaluate(() => window.engine.load());
  const solved = await solve(page, FFORUM_40);
  expect(solved).toMatchObject({ isStopped: false, result: { best: "a2", value: 38, certainty: "exact" } });
  expect(solved.result.nodes).toBe(nativeNodes());
  expect(solved.progress).toBeGreaterThan(5);
  // A page that waits for the search has no tick.
  expect(solved.ticks).toBeGreaterThan(5);
});

test("a search stops in its middle, and its worker goes on", async ({ visitor }) => {
  const page = await withEngine(visitor);
  const stopped = await stopInTheMiddle(page);
  expect(stopped.isStopped).toBe(true);
  expect(["c4", "d3", "e6", "f5"]).toContain(stopped.result.best);
  const [worker] = page.workers();
  expect((await solve(page, FFORUM_40)).result.value).toBe(38);
  expect(page.workers()).toEqual([worker]);
});

/** Analyzes a game at a level until so many moves have a finding, and stops then. */
function analyze(page: Page, moves: readonly string[], level: number, stopAfter = Infinity) {
  return page.evaluate(
    async ([played, amount, most]) => {
      let first = 0;
      const search = window.engine.analyze(
        { start: null, moves: played },
        { kind: "level", amount },
        {
          onFindings: ({ findings }) => {
            first ||= findings.length;
            if (findings.length >= most) search.stop();
          },
        },
      );
      const { result, isStopped } = await search.done;
      return { ...result, isStopped, first };
    },
    [moves, level, stopAfter] as const,
  );
}

test("a game is analyzed with the native findings", async ({ visitor }) => {
  const page = await withEngine(visitor, true, NATIVE.hash);
  const whole = await analyze(page, NATIVE.moves, NATIVE.level);
  expect(whole.findings).toEqual(NATIVE.findings);
  expect(whole).toMatchObject({ isStopped: false, first: 1 });
  expect(whole.progress.done).toBe(whole.progress.all);
});

test("an analysis that would last for hours stops, and goes on with what it has found", async ({
  visitor,
}) => {
  const page = await withEngine(visitor);
  const stopped = await analyze(page, NATIVE.moves, 60, 20);
  expect(stopped).toMatchObject({ isStopped: true, first: 1 });
  expect(stopped.findings.length).toBeGreaterThanOrEqual(20);
  const again = await analyze(page, NATIVE.moves, 60, 1);
  expect(again).toMatchObject({ isStopped: true, first: stopped.findings.length });
});

test("without shared memory a search that stops costs its worker, and nothing else", async ({ visitor }) => {
  const page = await withEngine(visitor, false);
  const stopped = await stopInTheMiddle(page);
  expect(stopped.isStopped).toBe(true);
  expect(stopped.result.depth).toBeGreaterThanOrEqual(8);
  const solved = await solve(page, FFORUM_40);
  expect(solved.result.nodes).toBe(nativeNodes());
  // Chromium gives a worker that searches two seconds to end.
  await expect.poll(() => page.workers().length).toBe(1);
});

test("what cannot be searched is refused in words", async ({ visitor }) => {
  const page = await withEngine(visitor);
  expect(await refusal(page, "nonsense", 8)).toBe(words.engine["not-a-position"]);
  expect(await refusal(page, START, 61)).toBe(words.engine["bad-limits"]);
  expect((await solve(page, FFORUM_40)).result.value).toBe(38);
});

test("a worker that ends is replaced", async ({ visitor }) => {
  const page = await withEngine(visitor);
  await page.evaluate(() => window.engine.load());
  const [first] = page.workers();
  // It throws when it hears the question. A worker that is told so later may not hear it before it has answered.
  await first?.evaluate(() => {
    self.addEventListener("message", () => {
      throw new Error("killed by the test");
    });
  });
  const analysis = page.evaluate(
    (position) =>
      window.engine.analyze({ start: position, moves: [] }, { kind: "rising" }).done.then(
        () => "no error",
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    START,
  );
  expect(await analysis).toBe(words.engine.crashed);
  expect((await solve(page, FFORUM_40)).result.value).toBe(38);
  await expect.poll(() => page.workers().length).toBe(1);
  expect(page.workers()).not.toEqual([first]);
});

test("an engine that cannot be loaded has a sentence, and loads when the network is back", async ({
  visitor,
}) => {
  const page = await withEngine(visitor);
  await page.context().route("**/*.weights", (route) => route.fulfill({ status: 503 }));
  expect(await refusal(page, START, 4)).toBe(words.engine["cannot-load"]);
  await page.context().unrouteAll();
  expect((await solve(page, FFORUM_40)).result.value).toBe(38);
});

test("no place fetches the engine by itself", async ({ visitor }) => {
  const page = await visitor();
  const fetched: string[] = [];
  page.on("request", (request) => void fetched.push(request.url()));
  for (const place of ["/", "/lobby", "/games", "/watch", "/rules", "/bots", "/settings"]) {
    await page.goto(place);
    await page.waitForLoadState("networkidle");
  }
  expect(fetched.length).toBeGreaterThan(10);
  expect(fetched.filter((address) => /engine|weights|worker/.test(address))).toEqual([]);
});
