// Measures a file of 100,000 games: `WILLOW_MEASURE=1 npx playwright test tests/list-size.spec.ts`. The figures depend on
// the machine, so that this is no test of the build; docs/benchmarks/web.md has them.
import { readFileSync } from "node:fs";
import { button, openFile, text } from "./analysis-page";
import { expect, test } from "./fixtures";

const GAMES = [
  "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1",
  "f5d6c5f4d3e3g4g5e2c4f3e6c3b6f6g6c6b5e7f7d7b3h5c8d8f8b8c7b4a3b7c2h6f1d1h3h4h7d2g7c1b2a5g3a4a6f2b1e8a8h8g8h2a2g2e1a7g1h1a1",
  "f5d6c5f4d7f6d3c3g5e6g3f3f7e7f8c4b5e3g6b4a3c6c2d2g4c7f2a6a5b6c8h3c1h4e2h7h6h5h2h1g2g1f1b7b8e1a7d1e8d8b1g7h8g8a8a4b3b2a2",
];
const COUNT = 100_000;

test.skip(process.env["WILLOW_MEASURE"] === undefined, "set WILLOW_MEASURE to measure");
test.describe.configure({ timeout: 600_000 });

test("a file of 100,000 games", { tag: "@alone" }, async ({ visitor }) => {
  const page = await visitor();
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map((entry) => entry.duration)),
    ).observe({
      type: "longtask",
      buffered: true,
    });
  });
  const browser = await page.context().browser()?.newBrowserCDPSession();
  /** The memory of all processes of the browser that show pages, without what they share. */
  const memory = async () => {
    await page.requestGC();
    const { processInfo } = (await browser?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
    const kibibytes = processInfo
      .filter(({ type }) => type === "renderer")
      .map(({ id }) => /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1]);
    return `${Math.round(kibibytes.reduce((sum, size) => sum + Number(size ?? 0), 0) / 1024)} MiB`;
  };
  /** The longest task of the page since the last question, in milliseconds. */
  const longest = () =>
    page.evaluate(() => {
      const { tasks } = window as unknown as { tasks: number[] };
      return Math.round(Math.max(0, ...tasks.splice(0)));
    });
  const measured = async (name: string, work: () => Promise<unknown>) => {
    await longest();
    const start = performance.now();
    await work();
    const time = Math.round(performance.now() - start);
    console.log(`${name}: ${time} ms, longest task ${await longest()} ms, memory ${await memory()}`);
  };
  await page.goto("/analysis");
  await measured("empty page", () => expect(page.getByLabel(text.openGame.file)).toBeVisible());
  const lines = Array.from({ length: COUNT }, (_, index) => GAMES[index % GAMES.length] ?? "");
  const all = page.getByText(text.list.all(COUNT));
  const done = { timeout: 300_000 };
  await measured("read", async () => {
    await openFile(page, lines.join("\n"));
    await expect(all).toBeVisible(done);
  });
  const list = page.getByRole("listbox", { name: text.list.title });
  await measured("to the end", async () => {
    await list.press("End");
    await expect(list.getByRole("option", { name: new RegExp(`^Game ${COUNT} `) })).toBeVisible();
  });
  await measured("find", async () => {
    await page.getByRole("searchbox", { name: text.list.filter }).fill("f5d6c5f4d7");
    await expect(page.getByText(text.list.found(Math.floor(COUNT / 3)))).toBeVisible();
  });
  await measured("open a game", async () => {
    await list.press("Enter");
    await expect(button(page, text.another)).toBeVisible();
    await expect(page).toHaveURL(/moves=/);
  });
  await measured("back to the list", async () => {
    await button(page, text.another).click();
    await expect(all).toBeVisible(done);
  });
  // Without the way of the file from the test into the page, which takes a while.
  await measured("after a reload", async () => {
    await page.reload();
    await expect(all).toBeVisible(done);
  });
});
