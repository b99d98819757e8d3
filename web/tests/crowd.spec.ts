// The client among a crowd: WILLOW_MEASURE=1 npx playwright test crowd
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import { expect, newName, test } from "./fixtures";
import { LineClient } from "./line-client";
import { WebVisitor } from "./web-visitor";

const VISITORS = 2000;
const SPECTATORS = 50;
/** What a page among the crowd may keep, in MB, and how long its longest task may last, in milliseconds. */
const BOUNDS = { heap: 20, longest: 200 };
/** How many lines of the talk are said while each page is watched: a minute of them. */
const WATCHED_LINES = 180;
/** The time between two lines, as twelve guests may say them, in milliseconds. */
const LINE_MS = 333;

/** A talk of all players, one line after the other. */
class Talk {
  lines = 0;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(players: readonly LineClient[]) {
    this.timer = setInterval(() => {
      const speaker = players[this.lines % players.length];
      void speaker?.ask({ do: "say", text: `line ${this.lines++}` }).catch(() => undefined);
    }, LINE_MS);
  }

  /** Waits until so many more lines are said. */
  async goesOn(lines: number): Promise<void> {
    const end = this.lines + lines;
    await expect.poll(() => this.lines, { timeout: 2 * lines * LINE_MS }).toBeGreaterThanOrEqual(end);
  }

  end(): void {
    clearInterval(this.timer);
  }
}

interface Tasks {
  readonly heap: number;
  readonly longest: number;
  readonly count: number;
}

/** Watches a page during a talk: its heap in MB after a collection, and its tasks of more than 50 ms. */
async function watch(page: Page, talk: Talk): Promise<Tasks> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: "longtask",
    });
  });
  await talk.goesOn(WATCHED_LINES);
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return { heap: usedSize / 1e6, longest: Math.max(0, ...tasks), count: tasks.length };
}

function tell(what: string, { heap, longest, count }: Tasks): void {
  console.log(
    `${what}: heap ${heap.toFixed(1)} MB, ${count} long tasks during ${WATCHED_LINES} lines, longest ${longest.toFixed(0)} ms`,
  );
  expect(heap, what).toBeLessThan(BOUNDS.heap);
  expect(longest, what).toBeLessThan(BOUNDS.longest);
}

async function connectAll(count: number, make: () => Promise<WebVisitor>): Promise<WebVisitor[]> {
  const visitors: WebVisitor[] = [];
  while (visitors.length < count) {
    const portion = Math.min(50, count - visitors.length);
    visitors.push(...(await Promise.all(Array.from({ length: portion }, make))));
  }
  return visitors;
}

if (process.env["WILLOW_MEASURE"] !== undefined) {
  test("the lobby with 2,000 visitors, and a game with 50 spectators", async ({ server, visitor }) => {
    test.setTimeout(400_000);
    const players: LineClient[] = [];
    for (let game = 0; game < 6; game++) {
      const pair = [
        await LineClient.guest(server.lines, newName("p")),
        await LineClient.guest(server.lines, newName("q")),
      ];
      pair.forEach((player) => player.playOn(4500));
      players.push(...pair);
      const offer = await pair[0]?.ask({ do: "new", clock: "30:00" });
      await pair[1]?.ask({ do: "join", game: offer?.done?.game ?? null });
    }
    const list = await players[0]?.ask({ do: "games" });
    const watched = list?.event === "games" ? (list.games[0]?.game ?? 0) : 0;
    const version = { do: "protocol", version: 2 } as const;
    const lobby = await connectAll(VISITORS, () =>
      WebVisitor.connect(server.url, [version, { do: "lobby", follow: true }]),
    );
    const spectators = await connectAll(SPECTATORS, () =>
      WebVisitor.connect(server.url, [version, { do: "watch", game: watched }]),
    );
    const talk = new Talk(players);
    const page = await visitor();
    await page.goto("/lobby");
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    tell("lobby", await watch(page, talk));
    await page.goto("/watch");
    await expect(page.locator("svg.mini")).toHaveCount(5);
    tell("watch", await watch(page, talk));
    await page.goto(`/game/${watched}`);
    await expect(page.getByText(words.game.watchers.count(SPECTATORS + 1))).toBeVisible();
    tell("game", await watch(page, talk));
    talk.end();
    const all = [...lobby, ...spectators];
    expect(all.filter((one) => one.isConnected)).toHaveLength(all.length);
    const bytes = lobby.reduce((sum, one) => sum + one.bytes, 0) / lobby.length / 1024;
    const load = readFileSync("/proc/loadavg", "utf8").split(" ")[0];
    console.log(`each visitor of the lobby was sent ${bytes.toFixed(0)} KiB; load of the machine ${load}`);
    all.forEach((one) => one.close());
    players.forEach((player) => player.close());
  });
}
