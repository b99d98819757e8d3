// Measures the engine in Chromium and prints the figures of docs/benchmarks/web.md. Only when it is asked for: other tests
// and programs at the same time would spoil the figures.
import { engineAddress, FFORUM_40 } from "./engine-page";
import type * as engineModule from "../src/engine";
import { test } from "./fixtures";

const ROUNDS = 5;

test("the speed of the engine", { tag: "@alone" }, async ({ visitor }) => {
  test.skip(process.env["WILLOW_MEASURE"] === undefined, "WILLOW_MEASURE=1 measures");
  test.setTimeout(120_000);
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await visitor();
    await page.goto("/settings");
    await page.waitForLoadState("networkidle");
    const figures = await page.evaluate(
      async ([address, position]) => {
        const since = (start: number) => Math.round(performance.now() - start);
        const asked = performance.now();
        const { makeEngine }: typeof engineModule = await import(address);
        const engine = makeEngine();
        await engine.load();
        const usable = since(asked);
        const begun = performance.now();
        await engine.search(position, { kind: "exact" }).done;
        const solved = since(begun);
        const again = makeEngine();
        const replaced = performance.now();
        await again.load();
        return { usable, solved, replaced: since(replaced) };
      },
      [engineAddress(), FFORUM_40] as const,
    );
    const { usable, solved, replaced } = figures;
    console.log(`usable after ${usable} ms, FForum #40 in ${solved} ms, a new worker in ${replaced} ms`);
  }
});
