// The page without a connection, after one visit: the board for two, the rules, and what is said of the rest.
import { words } from "../src/words";
import guides from "../src/words/en/guides";
import ja from "../src/words/ja";
import { CUT, expect, test } from "./fixtures";

test.use({
  serviceWorkers: "allow",
  expected: new RegExp(`${CUT.source}|ServiceWorker|Failed to load resource`),
});

const REGISTERED = "navigator.serviceWorker.ready.then((ready) => ready.active?.state)";

for (const [locale, text, title] of [
  ["en-GB", words, guides.rules.title],
  ["ja-JP", ja, "オセロのルール"],
] as const) {
  test(`two people play without a connection (${locale})`, async ({ visitor, server }) => {
    const page = await visitor({ locale, serviceWorkers: "allow" });
    await page.goto("/");
    await expect.poll(() => page.evaluate(REGISTERED), { timeout: 20_000 }).toMatch(/activ/);
    // The server is gone. A browser that is told to be offline may still let its service workers through.
    await server.kill();
    await page.goto("/");
    await page.getByRole("link", { name: text.home.links.table }).click();
    await page.getByRole("button", { name: text.table.begin }).click();
    await page.locator("[data-square=f5]").click();
    await expect(page.getByText(text.table.toMove.white, { exact: true })).toBeVisible();
    await page.goto("/rules");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.goto("/lobby");
    await expect(page.getByText(text.frame.offlinePages)).toBeVisible();
    await page.getByRole("link", { name: text.frame.titles["over-the-board"] }).click();
    // The game is still there.
    await expect(page.locator("[data-square=f5]")).toHaveAccessibleName(new RegExp(text.board.cell.black));
    await server.start();
  });
}

for (const [locale, language] of [
  ["en-GB", "en"],
  ["ja-JP", "ja"],
  ["fr-FR", "en"],
] as const) {
  test(`the page can be installed (${locale}): manifest, icons, and a service worker under the policy`, async ({
    visitor,
    server,
  }) => {
    const page = await visitor({ locale, serviceWorkers: "allow" });
    await page.goto("/");
    const address = await page.locator("link[rel=manifest]").getAttribute("href");
    const answer = await page.request.get(address ?? "");
    expect(answer.headers()["content-type"]).toBe("application/manifest+json");
    const manifest = (await answer.json()) as { lang: string; icons: { src: string; type: string }[] };
    expect(manifest.lang).toBe(language);
    for (const { src, type } of manifest.icons) {
      const icon = await page.request.get(src);
      expect([icon.status(), icon.headers()["content-type"]], `${server.url}${src}`).toEqual([200, type]);
    }
  });
}
