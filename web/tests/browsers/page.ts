// What the smoke tests have in common: a server, and what is read from a page.
import { expect, test as base } from "@playwright/test";
import { WillowServer } from "../server";
import type { Driver } from "./driver";

interface Workers {
  /** Games as GGF for the archive, before the server starts. */
  archive: string;
  server: WillowServer;
}

export const test = base.extend<object, Workers>({
  archive: ["", { scope: "worker", option: true }],
  server: [
    async ({ archive }, use) => {
      const server = new WillowServer();
      if (archive !== "") server.importText(archive);
      await server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

/** What tells the end of a game. */
const OVER = /\b(wins?|lose|draw)\b/i;

/** The text of the first element that a selector finds; empty without one. */
export const textOf = (driver: Driver, selector: string): Promise<string> =>
  driver.read(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ""`);

/** How many elements a selector finds. */
export const countOf = (driver: Driver, selector: string): Promise<number> =>
  driver.read(`document.querySelectorAll(${JSON.stringify(selector)}).length`);

/** The name of a square: what lies on it, and whether it is legal. */
export const squareName = (driver: Driver, square: string): Promise<string> =>
  driver.read(`document.querySelector('[data-square="${square}"]')?.getAttribute("aria-label") ?? ""`);

/** The first legal square; empty without one. */
export const legalSquare = (driver: Driver): Promise<string> =>
  driver.read(`document.querySelector('[aria-label*=", legal"]')?.dataset.square ?? ""`);

/** Waits until the page has what a selector finds. */
export async function waitFor(driver: Driver, selector: string): Promise<void> {
  await expect.poll(() => countOf(driver, selector), { message: selector }).toBeGreaterThan(0);
}

/** Presses the button, link or heading of folded text that has a name. */
export async function pressNamed(driver: Driver, name: string): Promise<void> {
  const mark = `(() => {
    document.querySelector("[data-pressed]")?.removeAttribute("data-pressed");
    const named = [...document.querySelectorAll("button:enabled, a, summary")].find(
      (element) => element.innerText.trim() === ${JSON.stringify(name)} || element.ariaLabel === ${JSON.stringify(name)},
    );
    named?.setAttribute("data-pressed", "");
    return named !== undefined;
  })()`;
  await expect.poll(() => driver.read(mark), { message: name }).toBe(true);
  await driver.press("[data-pressed]");
}

/** Plays a square and waits until a disc lies there. */
export async function playSquare(driver: Driver, square: string): Promise<void> {
  await driver.press(`[data-square="${square}"]`);
  await expect.poll(() => squareName(driver, square)).toMatch(/black|white/);
}

/** Plays the first legal move whenever the status says that it is the user's turn, until it tells the result. */
export async function playOut(driver: Driver, status: string, own: string | RegExp): Promise<void> {
  const isOwn = new RegExp(own);
  const said = () => textOf(driver, status);
  for (let move = 0; move < 40; move++) {
    const isDue = async () =>
      OVER.test(await said()) || (isOwn.test(await said()) && (await legalSquare(driver)) !== "");
    // The first answer waits for the engine to load.
    await expect.poll(isDue, { timeout: 90_000 }).toBe(true);
    if (OVER.test(await said())) return;
    await playSquare(driver, await legalSquare(driver));
  }
  throw new Error("the game has not ended");
}
