// Browsers that lack something: a storage, the newest page. A sentence says what still works, and it does.
import { words } from "../src/words";
import { CUT, expect, test } from "./fixtures";
import { legalSquares, playBot, playFirstLegal, square } from "./person";

test("without a storage the settings say how long they last, and a game is played", async ({ visitor }) => {
  const page = await visitor();
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException("no storage", "SecurityError");
        },
      });
    }
  });
  await page.goto("/settings");
  await expect(page.getByText(words.frame.noStorage)).toBeVisible();
  await page.getByRole("radio", { name: words.settings.options.look.maple }).check({ force: true });
  await expect(page.locator("html")).toHaveAttribute("data-look", "maple");
  await playBot(page, "random-bot");
  await playFirstLegal(page);
  await expect(legalSquares(page).first()).toBeVisible();
});

test.describe(() => {
  test.use({ expected: CUT });

  test("an old page says that there is a newer one, and loads it without losing the game", async ({
    server,
    visitor,
  }) => {
    test.setTimeout(90_000);
    const page = await visitor();
    await playBot(page, "random-bot");
    const played = await playFirstLegal(page);
    await expect(legalSquares(page).first()).toBeVisible();
    const game = page.url();
    // The page that the upgraded server has names other scripts. The page itself is loaded from the present one.
    await page.route("**/*", async (route) => {
      const request = route.request();
      if (request.isNavigationRequest() || new URL(request.url()).pathname !== "/") return route.fallback();
      const body = '<!doctype html><script type="module" src="/assets/index-newer.js"></script>';
      return route.fulfill({ contentType: "text/html", body });
    });
    await server.kill();
    await server.start();
    await expect(page.getByText(words.frame.newerPage)).toBeVisible({ timeout: 30_000 });
    await page.getByRole("button", { name: words.frame.loadNewer }).click();
    await expect(square(page, played)).toHaveAccessibleName(/black|white/);
    expect(page.url()).toBe(game);
    await playFirstLegal(page);
  });
});
