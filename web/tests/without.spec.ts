// Browsers that lack something: a storage, WebSocket. A sentence says what still works, and it does.
import { words } from "../src/words";
import { CUT, expect, REFUSED, test } from "./fixtures";
import { chat, legalSquares, moverAndWaiter, pair, playBot, playFirstLegal, say, square } from "./person";

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
  // A visitor who asks over HTTP is told so by a refusal.
  test.use({ expected: new RegExp(`${CUT.source}|${REFUSED.source}`) });

  test("without WebSocket two people play and talk over HTTP, and the page says so", async ({ visitor }) => {
    const [one, other] = [await visitor(), await visitor()];
    await one.routeWebSocket(/\/ws$/, (socket) => void socket.close());
    await one.goto("/");
    await expect(one.getByText(words.frame.overHttp)).toBeVisible({ timeout: 20_000 });
    await pair(one, other);
    const [mover, waiter] = await moverAndWaiter(one, other);
    const played = await playFirstLegal(mover);
    await expect(square(waiter, played)).toHaveAccessibleName(/black/);
    await playFirstLegal(waiter);
    await say(one, "over the old road");
    await expect(chat(other, "players")).toContainText("over the old road");
    await say(other, "well met");
    await expect(chat(one, "players")).toContainText("well met");
  });

  test("a browser that knows no WebSocket at all does the same", async ({ visitor }) => {
    const page = await visitor();
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebSocket"));
    await playBot(page, "random-bot");
    await playFirstLegal(page);
    await expect(legalSquares(page).first()).toBeVisible();
    await expect(page.getByText(words.frame.overHttp)).toBeVisible();
  });

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
