// Every place in each language, size and theme, as pictures to look at: LOOKS=FOLDER npx playwright test looks
// LOOKS_ONLY=game,book takes some places, LOOKS_VIEWS=en-phone-dark,ja-desk-light some views; LOOKS_ARCHIVE=FILE imports
// these games first.
import type { Page } from "@playwright/test";
import { CUT, expectAtRest, REFUSED, test } from "./fixtures";
import { furnish, logIn, OF_VISITORS, visit, type Places } from "./places";
import { WillowServer } from "./server";

const FOLDER = process.env["LOOKS"];
const ARCHIVE = process.env["LOOKS_ARCHIVE"];
const ONLY = process.env["LOOKS_ONLY"]?.split(",");
const VIEWS = process.env["LOOKS_VIEWS"]?.split(",");

const LOCALES = { ja: "ja-JP", en: "en-GB", fr: "fr-FR", zh: "zh-CN" };
const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  desk: { width: 1440, height: 900 },
};

/** Of these the window is shown, not the whole page. */
const WINDOWS = ["keys"];

test.use({ expected: new RegExp(`${CUT.source}|${REFUSED.source}`), trace: "off" });

async function photograph(page: Page, places: Places, view: string): Promise<void> {
  for (const [name, place] of Object.entries(places)) {
    if (ONLY?.includes(name) === false) continue;
    // A page that did not come, or does not rest, is looked at as it is.
    await visit(page, place)
      .then(() => expectAtRest(page))
      .catch((error: unknown) => console.log(`${name}: ${String(error)}`));
    await page.screenshot({ path: `${FOLDER}/${name}-${view}.png`, fullPage: !WINDOWS.includes(name) });
    await place[2]?.(page);
  }
}

if (FOLDER !== undefined) {
  test("pictures of all places", async ({ server, visitor }) => {
    test.setTimeout(1_800_000);
    const empty = new WillowServer();
    await empty.start();
    const users: Places = {
      ...(await furnish(server, { archive: ARCHIVE })),
      "archive-empty": [`${empty.url}/archive`],
    };
    for (const [language, locale] of Object.entries(LOCALES)) {
      const [user, stranger] = [await visitor({ locale }), await visitor({ locale })];
      await logIn(user);
      for (const [page, places] of [
        [user, users],
        [stranger, OF_VISITORS],
      ] as const) {
        page.setDefaultTimeout(5_000);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          for (const [size, viewport] of Object.entries(SIZES)) {
            const view = `${language}-${size}-${colorScheme}`;
            if (VIEWS?.includes(view) === false) continue;
            await page.setViewportSize(viewport);
            await photograph(page, places, view);
          }
        }
      }
    }
    await empty.stop();
  });
}
