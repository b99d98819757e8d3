// What the tests of the analysis have in common: where things are on its page.
import type { Locator, Page } from "@playwright/test";
import { words } from "../src/words";
import { expect } from "./fixtures";

export const text = words.analysis;

/** How long the engine may take to load and to answer, in milliseconds. */
export const ENGINE_MS = 40_000;

export const slider = (page: Page): Locator => page.getByRole("slider", { name: text.graph.slider });
export const status = (page: Page): Locator =>
  page.getByRole("region", { name: text.run.label }).getByRole("status");
/** The squares on which a value stands: it is said with their names. */
export const valued = (page: Page): Locator => page.getByRole("grid").getByRole("button", { name: /value/ });
export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

/** Opens the analysis of a game and waits for its end. */
export async function analysed(page: Page, query: string): Promise<void> {
  await page.goto(`/analysis${query}`);
  await expect(status(page)).toHaveText(text.run.done, { timeout: ENGINE_MS });
}

/** Opens the tools of study: lines, book and games. */
export async function openStudy(page: Page): Promise<void> {
  await page.locator("summary", { hasText: text.study }).click();
}

/** Opens a file of these bytes. */
export async function openFile(page: Page, content: string, name = "games.txt"): Promise<void> {
  await page.goto("/analysis");
  const buffer = Buffer.from(content);
  await page.getByLabel(text.openGame.file).setInputFiles({ name, mimeType: "text/plain", buffer });
}
