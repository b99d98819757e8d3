// The colours of the system, as Windows' high contrast sets them: what colours tell is told otherwise, too.
import type { Locator, Page } from "@playwright/test";
import { words } from "../src/words";
import { CUT, expect, REFUSED, test } from "./fixtures";
import { legalSquares, playBot, playFirstLegal, square } from "./person";
import { furnish, logIn, OF_VISITORS, visit, type Places } from "./places";
import { WillowServer } from "./server";

test.use({ expected: new RegExp(`${CUT.source}|${REFUSED.source}`) });

/** The share of the pixels of two pictures of one size that differ by a contrast of 3 to 1. */
async function difference(blank: Page, one: Buffer, other: Buffer): Promise<number> {
  return blank.evaluate(
    async (pictures) => {
      const [a = [], b = []] = await Promise.all(
        pictures.map(async (picture) => {
          const bitmap = await createImageBitmap(
            await (await fetch(`data:image/png;base64,${picture}`)).blob(),
          );
          const canvas = new OffscreenCanvas(40, 40).getContext("2d");
          canvas?.drawImage(bitmap, 0, 0, 40, 40);
          const { data } = canvas?.getImageData(0, 0, 40, 40) ?? { data: new Uint8ClampedArray() };
          const linear = (value = 0) => (value / 255) ** 2.2;
          return Array.from({ length: data.length / 4 }, (_, at) =>
            [0.2126, 0.7152, 0.0722].reduce(
              (sum, part, color) => sum + part * linear(data[4 * at + color]),
              0,
            ),
          );
        }),
      );
      const differ = a.filter((light, at) => {
        const lights = [light, b[at] ?? 0].sort((x, y) => x - y);
        return ((lights[1] ?? 0) + 0.05) / ((lights[0] ?? 0) + 0.05) >= 3;
      });
      return differ.length / a.length;
    },
    [one, other].map((picture) => picture.toString("base64")),
  );
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`on the board all that matters is told apart: ${colorScheme}`, async ({ visitor }) => {
    const page = await visitor({ forcedColors: "active", colorScheme, reducedMotion: "reduce" });
    const blank = await page.context().newPage();
    await page.bringToFront();
    await playBot(page, "random-bot");
    await playFirstLegal(page);
    await expect(legalSquares(page).first()).toBeVisible();
    await page.locator("h1").first().focus();
    await page.mouse.move(0, 0);
    const nameOf = async (found: Locator) => (await found.first().getAttribute("data-square")) ?? "";
    const grid = page.getByRole("grid");
    const [legal, last, black, white, empty] = await Promise.all(
      [
        legalSquares(page),
        grid.getByRole("button", { name: words.board.cell.lastMove }),
        grid.locator('[aria-label$=", black"]'),
        grid.locator('[aria-label$=", white"]'),
        grid.locator('[aria-label$=", empty"]'),
      ].map(nameOf),
    );
    // The ring of the focus stands outside of the square, too.
    const picture = async (name = "") => {
      const { x, y, width, height } = (await square(page, name).boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 1,
        height: 1,
      };
      return page.screenshot({ clip: { x: x - 3, y: y - 3, width: width + 6, height: height + 6 } });
    };
    const pictures = {
      legal: await picture(legal),
      last: await picture(last),
      black: await picture(black),
      white: await picture(white),
      empty: await picture(empty),
    };
    await square(page, legal ?? "").focus();
    await page.keyboard.press("Shift");
    const focused = await picture(legal);
    const shares = {
      "black and white": await difference(blank, pictures.black, pictures.white),
      "black and empty": await difference(blank, pictures.black, pictures.empty),
      "white and empty": await difference(blank, pictures.white, pictures.empty),
      "legal and empty": await difference(blank, pictures.legal, pictures.empty),
      "last and other": await difference(blank, pictures.last, pictures.white),
      "focused and not": await difference(blank, focused, pictures.legal),
    };
    for (const [what, share] of Object.entries(shares)) expect(share, what).toBeGreaterThan(0.01);
    expect(shares["black and white"]).toBeGreaterThan(0.2);
  });
}

/** Buttons that look like plain text, and chosen ones that look like the others. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const told = (element: Element) => `${element.outerHTML.slice(0, 110)}`;
    const isSeen = (element: Element) =>
      element.checkVisibility() && element.getBoundingClientRect().width > 1;
    const look = (element: Element) => {
      const style = getComputedStyle(element);
      return [
        ...[style.borderTopWidth, style.borderBottomWidth, style.borderTopStyle, style.borderBottomColor],
        ...[style.fontWeight, style.textDecorationLine, style.outlineStyle, style.backgroundColor],
        ...["::before", "::after"].map((part) => getComputedStyle(element, part).content),
      ].join();
    };
    const faults: string[] = [];
    for (const button of document.querySelectorAll("button, .button, select, input")) {
      if (
        !isSeen(button) ||
        button.closest("[role=gridcell], .chips, .set-up") ||
        button.querySelector("svg")
      )
        continue;
      const style = getComputedStyle(button);
      const hasFrame = style.borderBottomStyle !== "none" && style.borderBottomWidth !== "0px";
      const hasLine =
        style.textDecorationLine !== "none" || button.matches("[type=checkbox], [type=radio], [type=range]");
      const isTold =
        hasFrame ||
        hasLine ||
        [...button.children].some((child) => getComputedStyle(child).textDecorationLine !== "none");
      if (!isTold) faults.push(`no frame: ${told(button)}`);
    }
    const chosen = "[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]";
    for (const element of document.querySelectorAll(chosen)) {
      if (!isSeen(element)) continue;
      const others = [...document.querySelectorAll(element.tagName)].filter(
        (other) => other.className === element.className && !other.matches(chosen) && isSeen(other),
      );
      const near = others.find((other) => element.parentElement?.parentElement?.contains(other)) ?? others[0];
      if (near && look(near) === look(element))
        faults.push(`chosen, and looks like the others: ${told(element)}`);
    }
    return faults;
  });
}

test("buttons have frames, and what is chosen looks chosen, on every page", async ({ visitor }) => {
  test.setTimeout(300_000);
  const server = new WillowServer();
  await server.start();
  const places = await furnish(server);
  const faults: string[] = [];
  const options = { baseURL: server.url, forcedColors: "active" } as const;
  const look = async (page: Page, at: Places) => {
    for (const [name, place] of Object.entries(at)) {
      await visit(page, place);
      faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`));
      await place[2]?.(page);
    }
  };
  const [user, stranger] = [await visitor(options), await visitor(options)];
  await logIn(user);
  await look(user, places);
  await look(stranger, OF_VISITORS);
  await server.stop();
  expect(faults).toEqual([]);
});
