// Every page in windows that are small, with letters set apart, with long names, and in the colours of the system.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import { CUT, expect, REFUSED, test } from "./fixtures";
import { furnish, logIn, OF_VISITORS, visit, type Places } from "./places";
import { WillowServer } from "./server";

test.use({ expected: new RegExp(`${CUT.source}|${REFUSED.source}`) });
test.describe.configure({ timeout: 300_000 });

const WINDOWS = {
  "a desk at 400%": { width: 320, height: 256 },
  "a narrow phone": { width: 320, height: 640 },
  "a phone": { width: 360, height: 740 },
  "a small phone on its side": { width: 568, height: 320 },
  "a phone on its side": { width: 740, height: 360 },
  "a tablet": { width: 820, height: 1180 },
  "a desk": { width: 1440, height: 900 },
};

/** As far as WCAG 1.4.12 lets readers set letters and lines apart. */
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** 24 of the widest letters, and none at which a line may end. */
const wide = (name: string) => `${name}${"W".repeat(24)}`.slice(0, 24);

async function setApart(page: Page, isApart: boolean): Promise<void> {
  await page.evaluate(
    (text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    },
    isApart ? SPACING : "",
  );
}

/** What stands out at the side of the page, and which words are cut or stand out of their button. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const excess = document.documentElement.scrollWidth - innerWidth;
    const isOut = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1;
    const out = excess > 0 ? [...document.querySelectorAll("body *")].filter(isOut) : [];
    const innermost = out.filter((element) => ![...element.children].some(isOut)).slice(0, 3);
    const names = innermost.map((element) => element.outerHTML.slice(0, 90));
    const faults = excess > 0 ? [`wider than the window by ${excess}: ${names.join()}`] : [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const hasWords = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.textContent?.trim(),
      );
      const { width } = element.getBoundingClientRect();
      if (!hasWords || width <= 1 || element.closest(".hidden-text, .skip, option")) continue;
      const style = getComputedStyle(element);
      const isCut =
        style.overflowX !== "visible" && style.overflowX !== "auto" && style.textOverflow !== "ellipsis";
      const isFramed = element.matches("button, .button, .chips span");
      const [wide, high] = [
        element.scrollWidth - element.clientWidth,
        element.scrollHeight - element.clientHeight,
      ];
      if (style.display !== "inline" && (isCut || isFramed) && (wide > 1 || high > 1))
        faults.push(
          `${element.tagName} ${element.className}: "${element.innerText.slice(0, 40)}" by ${wide}, ${high}`,
        );
    }
    return faults;
  });
}

/** Visits places and looks at each in all windows, with letters as they are and set apart. */
async function faultsIn(page: Page, places: Places): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, place] of Object.entries(places)) {
    await page.setViewportSize(WINDOWS["a desk"]);
    await visit(page, place);
    for (const [window, viewport] of Object.entries(WINDOWS)) {
      await page.setViewportSize(viewport);
      for (const isApart of [false, true]) {
        await setApart(page, isApart);
        const found = await faultsOf(page);
        faults.push(
          ...found.map((fault) => `${name}, ${window}${isApart ? ", letters apart" : ""}: ${fault}`),
        );
      }
    }
    await setApart(page, false);
    await place[2]?.(page);
  }
  return faults;
}

for (const [kind, called] of Object.entries({ "plain names": undefined, "long names": wide })) {
  test(`no page scrolls sideways or cuts words, in any window: ${kind}`, async ({ visitor }) => {
    // A server of its own: what other tests do on theirs would stand on the pages.
    const server = new WillowServer();
    await server.start();
    const places = await furnish(server, called ? { called } : {});
    const [page, stranger] = [await visitor({ baseURL: server.url }), await visitor({ baseURL: server.url })];
    await logIn(page);
    const found = [...(await faultsIn(page, places)), ...(await faultsIn(stranger, OF_VISITORS))];
    await server.stop();
    expect(found).toEqual([]);
    expect(pathsWithout({ ...places, ...OF_VISITORS })).toEqual([]);
  });
}

/** The paths of the client's pages that are not among the places. */
function pathsWithout(places: Places): string[] {
  const source = readFileSync("src/app/pages.ts", "utf8");
  // The name of a page is its path, unless it has one of its own.
  const table = source.slice(source.indexOf("const PAGES = {"), source.indexOf("} satisfies"));
  const pages = table.matchAll(/^  "?([\w-]+)"?: \{(?: path: "([\w/-]*)")?/gm);
  const paths = Array.from(pages, ([, name = "", path = name]) => path);
  expect(paths.length).toBeGreaterThan(20);
  const isVisited = (path: string) =>
    Object.values(places).some(([place]) => new RegExp(`^/${path}(/\\w+|[?#].*)?$`).test(place));
  return paths.filter((path) => !isVisited(path));
}

/** Where elements lie on the page, in whole pixels. */
function boxesOf(page: Page, selector: string) {
  return page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
}

test("pages use their room: parts end at one edge, and nothing stands in a void", async ({ visitor }) => {
  const server = new WillowServer();
  await server.start();
  const places = await furnish(server);
  const page = await visitor({ baseURL: server.url });
  const look = async (name: string, size: keyof typeof WINDOWS) => {
    await page.setViewportSize(WINDOWS[size]);
    await visit(page, places[name] ?? ["/"]);
  };
  await logIn(page);

  await test.step("a profile has one right edge", async () => {
    for (const size of ["a tablet", "a desk"] as const) {
      // Games come into the archive a while after their end.
      await expect(async () => {
        await look("profile", size);
        await expect(page.locator(".profile caption").first()).toBeVisible({ timeout: 1000 });
      }).toPass({ timeout: 30_000 });
      await page.locator(".chart [role=slider]").waitFor();
      const parts = await boxesOf(
        page,
        ".profile > section > .scroll > table, .profile [role=slider], .profile ul.lines",
      );
      expect(parts.length).toBeGreaterThan(4);
      expect.soft([...new Set(parts.map(({ right }) => Math.round(right)))], size).toHaveLength(1);
    }
  });

  await test.step("the moves of a record stand beside its board, or right below its graph, which can be read", async () => {
    for (const [size, least] of [
      ["a phone", 96],
      ["a tablet", 120],
      ["a desk", 120],
    ] as const) {
      await page.setViewportSize(WINDOWS[size]);
      await visit(page, ["/analysis?moves=f5d6c3"]);
      const [board] = await boxesOf(page, ".stage .board");
      const [curve] = await boxesOf(page, ".curve [role=slider]");
      const [graph] = await boxesOf(page, ".curve");
      const [list] = await boxesOf(page, ".moves ol");
      expect.soft((curve?.bottom ?? 0) - (curve?.top ?? 0), size).toBeGreaterThanOrEqual(least);
      const isBeside = size === "a desk";
      const gap = isBeside
        ? (list?.left ?? Infinity) - (board?.right ?? 0)
        : (list?.top ?? Infinity) - (graph?.bottom ?? 0);
      expect.soft(gap, size).toBeGreaterThanOrEqual(0);
      expect.soft(gap, size).toBeLessThan(24);
      if (isBeside) expect.soft(Math.abs((list?.top ?? 0) - (board?.top ?? 0)), size).toBeLessThan(4);
    }
  });

  await test.step("on a phone the games that wait come first, with opponent, turn and clock, and the tab has their number", async () => {
    await look("home", "a phone");
    const rows = page.locator(".waiting li");
    await expect(rows).toHaveCount(3);
    const [list] = await boxesOf(page, ".waiting");
    const [toy] = await boxesOf(page, ".first");
    expect(list?.bottom).toBeLessThan(toy?.top ?? 0);
    await expect(rows.nth(1)).toHaveText(new RegExp(`Nora ${words.home.yourMove} \\d+:\\d\\d$`));
    await expect(page.locator(".waiting")).toContainText(words.home.yourBid);
    await page.getByRole("button", { name: words.home.moreWait(2) }).click();
    await expect(rows).toHaveCount(5);
    const play = page.getByRole("navigation").getByRole("link").first();
    await expect(play).toHaveAccessibleName(`${words.frame.home} ${words.plural(5, words.frame.turns)}`);
    await expect(page).toHaveTitle(/^\(\d+\) /);
    // The list of open games beside a game counts the same ones.
    await look("game-running", "a phone");
    await expect(page.locator(".tabs .turn")).toHaveCount(5);
  });

  await test.step("nothing that a game asks for on a phone lies under the bar", async () => {
    for (const name of ["running", "bidding", "adjourned", "offered", "pair", "over"]) {
      await look(`game-${name}`, "a phone");
      const [bar] = await boxesOf(page, ".frame-pages");
      const selector = ":is(.status, .commands) :is(button, .button, input, summary)";
      const folded = "details:not([open]) > :not(summary)";
      const controls = await boxesOf(
        page,
        `${selector}:not(:disabled, ${folded}, ${folded} *), .commands summary`,
      );
      const seen = controls.filter(({ top, bottom }) => bottom > top);
      expect.soft(seen.length, name).toBeGreaterThan(0);
      expect.soft(Math.max(...seen.map(({ bottom }) => bottom)), name).toBeLessThanOrEqual(bar?.top ?? 0);
    }
  });

  await test.step("a list that scrolls has a shade where there is more", async () => {
    let count = 0;
    for (const [name, size] of [
      ["game-running", "a phone"],
      ["analysis-mistake", "a desk"],
      ["archive", "a desk"],
    ] as const) {
      await look(name, size);
      const bare = await page.locator("main *").evaluateAll((elements) =>
        elements
          .filter((element) => element.scrollHeight > element.clientHeight + 1)
          .map((element) => [element.outerHTML.slice(0, 80), getComputedStyle(element)] as const)
          .filter(([, { overflowY }]) => overflowY === "auto" || overflowY === "scroll")
          .map(([html, { backgroundAttachment }]) => [html, backgroundAttachment.includes("local")]),
      );
      count += bare.length;
      expect
        .soft(
          bare.filter(([html, hasShade]) => !hasShade && !String(html).startsWith("<textarea")),
          name,
        )
        .toEqual([]);
    }
    expect(count).toBeGreaterThan(2);
  });

  await test.step("a choice is round and tinted, the main action is filled, what hurts has a red frame and red words", async () => {
    const lookOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { borderTopColor, color, backgroundColor, borderTopLeftRadius } = getComputedStyle(element);
          return {
            border: borderTopColor,
            color,
            back: backgroundColor,
            radius: parseInt(borderTopLeftRadius),
          };
        });
    await look("moderation-act", "a desk");
    const chosen = await lookOf(".chips input:checked + span");
    const other = await lookOf(".chips input:not(:checked) + span");
    const danger = await lookOf("form button[type=submit]");
    expect([chosen.radius, other.radius].every((radius) => radius > 100)).toBe(true);
    expect(chosen.back).not.toBe(other.back);
    await look("account", "a desk");
    const main = await lookOf("form button[type=submit]");
    const plain = await lookOf("button:not([type=submit], .danger)");
    expect([main.radius, plain.radius, danger.radius]).toEqual([8, 8, 8]);
    expect(new Set([main.back, plain.back, danger.back]).size).toBe(3);
    expect(danger.border).toBe(danger.color);
    expect(danger.color).not.toBe(plain.color);
    const words = page.getByRole("button", { name: /Delete|everywhere|^End:/ });
    expect(await words.count()).toBeGreaterThan(2);
    for (const button of await words.all()) await expect(button).toHaveClass(/danger/);
  });

  await test.step("a finished game tells all it has to tell without a box that cuts it", async () => {
    await look("game-over", "a desk");
    const keep = page.getByRole("button", { name: words.library.keep });
    await expect(keep).toBeVisible();
    const cut = await page.locator(".summary").evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(cut).toBeLessThanOrEqual(0);
    const [summary] = await boxesOf(page, ".summary");
    const [next] = await boxesOf(page, ".commands");
    expect(next?.bottom).toBeLessThan(summary?.top ?? 0);
  });

  await test.step("what begins a game comes first among the buttons of the games", async () => {
    await look("games", "a phone");
    const button = page.locator(".page-head").first().locator(".button").first();
    await expect(button).toHaveAttribute("href", "/games/new");
  });

  await test.step("the table of the ratings fits a phone", async () => {
    await look("profile", "a phone");
    const table = page.locator("section[aria-labelledby=ratings] .scroll").first();
    expect(await table.evaluate((around) => around.scrollWidth - around.clientWidth)).toBeLessThanOrEqual(0);
  });

  await test.step("on page one a few boards stand beside the large one, the others below it", async () => {
    await look("home", "a desk");
    const [first] = await boxesOf(page, ".first");
    const near = await boxesOf(page, ".near .boards > li");
    const below = await boxesOf(page, "section:not(.near) > .boards > li");
    // A desk's window has room for two rows beside the board: for all five games that wait.
    expect(near.length).toBe(5);
    expect(below.length).toBeGreaterThan(0);
    expect(Math.min(...below.map(({ left }) => left))).toBeCloseTo(first?.left ?? 0, 0);
    const end = Math.max(...near.map(({ bottom }) => bottom));
    expect(Math.abs(end - (first?.bottom ?? 0))).toBeLessThan(250);
  });

  await test.step("on a phone talk and moves follow each other at the end of a game", async () => {
    await look("game-over", "a phone");
    const parts = [".commands", ".why", ".talk > .talk > *", ".moves"];
    const boxes = (await Promise.all(parts.map((part) => boxesOf(page, part)))).map((found) => found.at(-1));
    for (const [at, box] of boxes.entries()) {
      const before = at === 0 ? box?.top : boxes[at - 1]?.bottom;
      expect.soft((box?.top ?? 0) - (before ?? 0), parts[at]).toBeLessThan(32);
    }
  });

  await test.step("the parts of the archive lie below or beside each other", async () => {
    for (const size of ["a phone", "a tablet", "a desk"] as const) {
      await look("archive", size);
      await page.locator("section.list .scrolls button").first().waitFor();
      const frames = await boxesOf(page, ".archive > *");
      const high = await page
        .locator(".archive > *")
        .evaluateAll((all) => all.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight));
      expect.soft(Math.max(...high), size).toBeLessThanOrEqual(1);
      for (const [at, one] of frames.entries())
        for (const other of frames.slice(at + 1)) {
          const [wide, tall] = [
            Math.min(one.right, other.right) - Math.max(one.left, other.left),
            Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
          ];
          expect.soft(wide > 1 && tall > 1, `${size}: ${JSON.stringify([one, other])}`).toBe(false);
        }
    }
  });

  await test.step("what is hardly ever needed in a game waits behind a press", async () => {
    await look("game-running", "a desk");
    await expect(page.getByLabel(words.game.actions.result)).toBeHidden();
    await page.getByText(words.game.actions.more, { exact: true }).click();
    await expect(page.getByLabel(words.game.actions.result)).toBeVisible();
  });

  await test.step("the board that is watched is as high as the window", async () => {
    await look("watch", "a desk");
    const [board] = await boxesOf(page, ".large [role=grid]");
    expect((board?.bottom ?? 0) - (board?.top ?? 0)).toBeGreaterThan(600);
    // Without a note below it the name stands in the middle of its bar, before the clock.
    const [bar] = await boxesOf(page, ".large .player");
    const [name] = await boxesOf(page, ".large .player .name");
    const [clock] = await boxesOf(page, ".large .player .clock");
    expect(name?.right).toBeLessThanOrEqual(clock?.left ?? 0);
    const middle = (box: typeof bar) => ((box?.top ?? 0) + (box?.bottom ?? 0)) / 2;
    expect(Math.abs(middle(name) - middle(bar))).toBeLessThan(3);
  });

  await test.step("levels for people come first among the programs", async () => {
    await look("bots", "a phone");
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(words.games.bots.groups.people);
  });
  await server.stop();
});

for (const locale of ["fr-FR", "ja-JP"]) {
  test(`the table of what was learned fits a phone, and no sign stands alone in a heading: ${locale}`, async ({
    visitor,
  }) => {
    const page = await visitor({ locale, viewport: WINDOWS["a phone"] });
    await page.goto("/exercises/daily");
    await page.locator(".square.legal").last().click();
    await page.getByRole("main").locator(".moves button").first().waitFor({ timeout: 30_000 });
    const rated = page.locator("p.quiet.number").last();
    await expect(rated).toHaveText(/\S\s\([+−]\d+\)$/);
    await page.goto("/exercises/progress");
    const table = page.locator(".scroll").first();
    await expect(table.locator("tbody tr")).not.toHaveCount(0);
    expect(await table.evaluate((around) => around.scrollWidth - around.clientWidth)).toBeLessThanOrEqual(0);
    await page.goto("/nothing-here");
    const lines = await page.locator("main h1").evaluate((heading) => {
      const range = document.createRange();
      range.selectNodeContents(heading);
      return [...range.getClientRects()].map(({ width }) => width);
    });
    expect(Math.min(...lines)).toBeGreaterThan(60);
  });
}
