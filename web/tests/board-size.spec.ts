// The board is the largest thing on its page, from a small phone to 4K.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { playBot } from "./person";

const SCREENS = [
  { width: 320, height: 640 },
  { width: 1024, height: 768 },
  { width: 2560, height: 1440 },
  { width: 3840, height: 2160 },
] as const;

/** How wide the squares of the board are together at least, in pixels, on each of the screens. */
const BOARDS: Record<string, readonly [open: (page: Page) => Promise<unknown>, widths: readonly number[]]> = {
  "a game": [(page) => playBot(page, "random-bot"), [280, 590, 1250, 1900]],
  "page one": [(page) => page.goto("/"), [280, 440, 1050, 1600]],
  "the analysis": [(page) => page.goto("/analysis?moves=f5d6c3d3c4f4f6"), [280, 420, 1020, 1560]],
  "over the board": [beginTable, [280, 590, 1250, 1900]],
  "the archive": [(page) => page.goto("/archive"), [260, 470, 900, 1400]],
};

async function beginTable(page: Page): Promise<void> {
  await page.goto("/over-the-board");
  await page.locator("form button[type=submit].primary").click();
}

for (const [name, [open, widths]] of Object.entries(BOARDS)) {
  test(`the board uses the screen, from a small phone to 4K: ${name}`, async ({ visitor }) => {
    const page = await visitor();
    await open(page);
    const grid = page.getByRole("grid").first();
    await expect(grid).toBeVisible();
    const width = async () => Math.round((await grid.boundingBox())?.width ?? 0);
    for (const [at, screen] of SCREENS.entries()) {
      await page.setViewportSize(screen);
      await expect.soft.poll(width, { message: `${screen.width}` }).toBeGreaterThanOrEqual(widths[at] ?? 0);
    }
  });
}
