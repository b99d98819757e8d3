// Measures how soon a move is on the screen of a slow phone: `WILLOW_MEASURE=1 npx playwright test tests/move-speed.spec.ts`. The
// figures depend on the machine, so that this is no test of the build; docs/benchmarks/web.md has them.
import { devices, type Page } from "@playwright/test";
import { words } from "../src/words";
import { expect, newName, test } from "./fixtures";
import { LineClient } from "./line-client";
import { legalSquares, playBot } from "./person";

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices["Pixel 7"];
const PHONE = { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch };

/** How many moves are timed in a game. */
const TIMED_MOVES = 12;

/** Plays moves on a phone that is four times slowed. Returns the times from a press to the frame with its disc, in milliseconds. */
async function timedMoves(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    const onPress = ({ target, timeStamp }: MouseEvent) => {
      const pressed = target instanceof Element ? target.closest("[data-square]") : null;
      const look = () => {
        if (!pressed?.querySelector(".disc:not(.ghost)")) return requestAnimationFrame(look);
        // What is posted in a frame comes after its painting.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        return port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    document.addEventListener("click", onPress, { capture: true });
  });
  const times = () => page.evaluate(() => (window as unknown as { times: number[] }).times);
  for (let move = 0; move < TIMED_MOVES; move++) {
    await expect(legalSquares(page).first()).toBeVisible();
    // The player has seen the discs of the answer turn.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState === "finished"),
    );
    await legalSquares(page).first().tap();
    await expect.poll(async () => (await times()).length).toBe(move + 1);
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return times();
}

test("a move on a phone that is four times slowed", { tag: "@alone" }, async ({ server, visitor }) => {
  test.skip(process.env["WILLOW_MEASURE"] === undefined, "WILLOW_MEASURE=1 measures");
  test.setTimeout(120_000);
  const page = await visitor(PHONE);
  await playBot(page, "random-bot");
  const times = { bot: await timedMoves(page), person: [] as number[] };
  const opponent = await LineClient.guest(server.lines, newName("person"));
  opponent.playOn();
  const { done } = await opponent.ask({ do: "new", clock: "30:00", color: "white" });
  await page.goto(`/join/${done?.game ?? 0}`);
  await page.getByRole("button", { name: words.games.join.accept }).tap();
  await page.waitForURL(/\/game\/\d+$/);
  times.person = await timedMoves(page);
  opponent.close();
  for (const [against, all] of Object.entries(times)) {
    const sorted = all.map(Math.round).sort((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    console.log(`a move against a ${against}: ${sorted[0]} to ${sorted.at(-1)} ms, median ${middle} ms`);
  }
});
