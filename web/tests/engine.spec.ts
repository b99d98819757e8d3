// The engine in the browser: the real module with the real weights, in its worker, under the policy of the server.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type * as engineModule from "../src/engine";
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
async function withEngine(visitor: NewVisitor, sharesMemory = true): Promise<Page> {
  const page = await visitor();
  await page.goto("/settings");
  await page.evaluate(
    async ([address, shares]) => {
      const { makeEngine }: typeof engineModule = await import(address);
      window.engine = makeEngine({ sharesMemory: shares });
    },
    [engineAddress(), sharesMemory] as const,
  );
  return page;
}

declare global {
  interface Window {
    engine: engineModule.Engine;
  }
}

/** Searches a position exactly, and measures how long the page did nothing else meanwhile. */
function solve(page: Page, position: string) {
  return page.evaluate(async (asked) => {
    let [last, longest, n] = [performance.now(), 0, 0];
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const search = window.engine.search(asked, { kind: "exact" }, () => void (n += 1));
    const { result, isStopped } = await search.done;
    clearInterval(timer);
    return { result, isStopped, longest, progress: n };
  }, position);
}

/** Begins a search that would last for hours, stops it after its first results, and returns what it has. */
function stopInTheMiddle(page: Page) {
  return page.evaluate(async (position) => {
    let begin = 0;
    const search = window.engine.search(position, { kind: "exact" }, ({ depth }) => {
      if (depth < 8 || begin > 0) return;
      begin = performance.now();
      search.stop();
    });
    const answer = await search.done;
    return { ...answer, milliseconds: performance.now() - begin };
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
  expect(solved.longest).toBeLessThan(100);
});

test("all moves get their scores, best first", async ({ visitor }) => {
  const page = await withEngine(visitor);
  const { result } = await page.evaluate(
    (position) => window.engine.scoreAllMoves(position, { kind: "depth", amount: 8 }).done,
    START,
  );
  expect(result.map(({ best }) => best).sort()).toEqual(["c4", "d3", "e6", "f5"]);
  expect(result.map(({ value }) => value)).toEqual(result.map(({ value }) => value).sort((a, b) => b - a));
});

test("a search stops in its middle, and its worker goes on", async ({ visitor }) => {
  const page = await withEngine(visitor);
  const stopped = await stopInTheMiddle(page);
  expect(stopped.isStopped).toBe(true);
  expect(["c4", "d3", "e6", "f5"]).toContain(stopped.result.best);
  expect(stopped.milliseconds).toBeLessThan(150);
  const [worker] = page.workers();
  expect((await solve(page, FFORUM_40)).result.value).toBe(38);
  expect(page.workers()).toEqual([worker]);
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
  const scoring = page.evaluate(
    (position) =>
      window.engine.scoreAllMoves(position, { kind: "time", amount: 20_000 }).done.then(
        () => "no error",
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    START,
  );
  await first?.evaluate(() => {
    setTimeout(() => {
      throw new Error("killed by the test");
    });
  });
  expect(await scoring).toBe(words.engine.crashed);
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
  for (const place of ["/", "/lobby", "/games", "/watch", "/learn", "/bots", "/settings"]) {
    await page.goto(place);
    await page.waitForLoadState("networkidle");
  }
  expect(fetched.length).toBeGreaterThan(10);
  expect(fetched.filter((address) => /engine|weights|worker/.test(address))).toEqual([]);
});
