// Walks of people through the client, in each browser: a child's game, a strong player's study, an organiser's evening.
import { expect } from "@playwright/test";
import { words } from "../../src/words";
import { ggf } from "../archived-games";
import { LineClient } from "../line-client";
import { BROWSERS, type Driver } from "./driver";
import {
  countOf,
  legalSquare,
  playOut,
  playSquare,
  pressNamed,
  squareName,
  test,
  textOf,
  waitFor,
} from "./page";

/** The games of an event. */
const EVENING = [
  ggf(["Tamenori Hideshi", "Murakami Takeshi", "Club Evening", "2026", "+12.000", "f5d6c3d3c4f4c5b3c2"]),
  ggf(["Murakami Takeshi", "Tastet Marc", "Club Evening", "2026", "-4.000", "f5d6c3d3c4f4f6f3e6e7d7"]),
].join("");

/** The beginning of a game of two beginners. */
const STUDIED = "f5f6d3e3f3e2g7c4b3h8d2c2f7b4b1b2f1g6";

const { analysis, library } = words;

test.use({ archive: EVENING });

for (const [name, start] of Object.entries(BROWSERS)) {
  test.describe(name, () => {
    let driver: Driver;
    test.beforeAll(async () => {
      driver = await start();
    });
    test.afterAll(() => driver.close());

    test("a child's game: nobody talks, corners are given, moves are taken back, page one has the game", async ({
      server,
    }) => {
      await driver.resize(820, 1100);
      await driver.open(`${server.url}/settings`);
      await waitFor(driver, "input[name=hideTalk]");
      await driver.press("label:has(input[name=hideTalk])");
      await expect.poll(() => countOf(driver, 'nav a[href="/lobby"], nav a[href="/messages"]')).toBe(0);
      await driver.open(`${server.url}/bots`);
      await waitFor(driver, 'li:has(a[href="/user/first-game"]) button');
      await driver.press('label:has(input[name=corners][value="2"])');
      await driver.press('li:has(a[href="/user/first-game"]) button');
      // The child is Black with the corners, and the program begins.
      await expect.poll(() => squareName(driver, "a1")).toMatch(/black/);
      expect(await squareName(driver, "h8")).toMatch(/black/);
      await expect.poll(() => legalSquare(driver)).not.toBe("");
      expect(await countOf(driver, "[role=log], textarea")).toBe(0);
      await driver.open(server.url);
      await expect.poll(() => squareName(driver, "a1")).toMatch(/black/);
      await expect.poll(() => legalSquare(driver)).not.toBe("");
      const first = await legalSquare(driver);
      await playSquare(driver, first);
      await expect.poll(() => legalSquare(driver)).not.toBe("");
      await pressNamed(driver, words.game.actions.takeback);
      await expect.poll(() => squareName(driver, first)).toMatch(/empty, legal/);
      await playOut(driver, ".turn p", words.game.status.yourTurn);
      await expect.poll(() => textOf(driver, ".commands")).toContain(words.game.actions.rematch);
    });

    test("a study: a pasted game, its mistakes, a variation, the library with folder and note, search, export", async ({
      server,
    }) => {
      await driver.resize(1280, 900);
      await driver.open(`${server.url}/analysis`);
      await waitFor(driver, "textarea");
      await driver.type("textarea", `1. ${STUDIED.match(/.{4}/g)?.join(" ")}`);
      await driver.press(".open-game button[type=submit]");
      const status = `section[aria-label=${analysis.run.label}] [role=status]`;
      await expect.poll(() => textOf(driver, status), { timeout: 120_000 }).toBe(analysis.run.done);
      const mistakes = "section[aria-labelledby=mistakes-title] li";
      const count = await countOf(driver, mistakes);
      expect(count).toBeGreaterThan(3);
      for (let mistake = 1; mistake <= count; mistake++) {
        await driver.press(`${mistakes}:nth-child(${mistake}) button`);
        await waitFor(driver, `${mistakes}:nth-child(${mistake}) button[aria-current=true]`);
        await waitFor(driver, ".finding ol b");
      }
      await driver.press(`${mistakes}:first-child button`);
      const other = await otherMove(driver);
      await driver.press(`[data-square="${other}"]`);
      await expect.poll(() => textOf(driver, ".tree")).toContain(other);
      await pressNamed(driver, library.title);
      await pressNamed(driver, library.keep);
      await waitFor(driver, ".card input");
      await driver.type(".card input", "Study");
      await driver.type(".card textarea", "The wall is mine.");
      await driver.press("h1");
      await expect.poll(() => textOf(driver, ".card [role=status]")).toBe(library.saved);
      await pressNamed(driver, analysis.another);
      await waitFor(driver, "input[type=search]");
      await driver.type("input[type=search]", "wall");
      await expect.poll(() => textOf(driver, "main")).toContain(library.found(1));
      const sgf = await saved(driver, library.write(1));
      expect(sgf).toMatch(/C\[The wall is mine\.\]/);
      expect(sgf).toMatch(new RegExp(`\\(;[BW]\\[${other}\\]`));
    });

    test("an organiser's evening: a game is watched to its end, found in the archive, and exported with the event", async ({
      server,
    }) => {
      await driver.resize(1280, 900);
      const names = ["Ann", "Ben"].map((player) => `${player}${name}`);
      const [one, other] = await Promise.all(names.map((player) => LineClient.account(server.lines, player)));
      [one, other].forEach((player) => player?.playOn(60));
      const offer = await one?.ask({ do: "new", clock: "5:00" });
      await other?.ask({ do: "join", game: offer?.done?.game ?? null });
      await driver.open(`${server.url}/watch`);
      await expect.poll(() => textOf(driver, ".large")).toContain(names[0]);
      const discs = () => countOf(driver, ".large [data-square] .disc");
      await expect.poll(discs).toBeGreaterThan(10);
      await expect.poll(() => textOf(driver, ".large"), { timeout: 60_000 }).toMatch(/wins|draw/i);
      [one, other].forEach((player) => player?.close());
      await driver.open(`${server.url}/archive?text=${names[0]}`);
      await waitFor(driver, "ul.games button");
      await driver.press("ul.games button");
      await pressNamed(driver, words.game.moves.last);
      await expect.poll(() => countOf(driver, "[data-square] .disc")).toBeGreaterThan(10);
      await pressNamed(driver, words.archive.export.title);
      for (const format of ["wtb", "jou", "trn", "ggf"]) {
        await fetchInto(driver, `main a[download][href*="${format}"]`);
        await expect.poll(() => driver.read("window.fetched"), { message: format }).toBe(200);
      }
      await driver.open(`${server.url}/event?name=Club+Evening&year=2026`);
      await expect.poll(() => textOf(driver, "main")).toContain("Tastet Marc");
      await waitFor(driver, "svg.mini");
    });
  });
}

/** A legal move that the game on the board does not play. */
async function otherMove(driver: Driver): Promise<string> {
  const squares = `[...document.querySelectorAll('[aria-label*=", legal"]')].map(({ dataset }) => dataset.square)`;
  await expect.poll(() => driver.read<string[]>(squares).then(({ length }) => length)).toBeGreaterThan(1);
  const played = await textOf(driver, ".finding h2");
  const found = (await driver.read<string[]>(squares)).find((square) => !played.includes(square));
  if (found === undefined) throw new Error("there is no other move");
  return found;
}

/** Presses a button that saves a file, and returns what is in it. */
async function saved(driver: Driver, button: string): Promise<string> {
  await driver.read(`(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      blob.text().then((text) => (window.savedText = text));
      return make.call(URL, blob);
    };
    HTMLAnchorElement.prototype.click = () => undefined;
    return true;
  })()`);
  await pressNamed(driver, button);
  await expect.poll(() => driver.read("typeof window.savedText")).toBe("string");
  return driver.read("window.savedText");
}

/** Fetches the file of a link; its status is `window.fetched` then. */
async function fetchInto(driver: Driver, link: string): Promise<void> {
  await driver.read(`(() => {
    window.fetched = 0;
    fetch(document.querySelector(${JSON.stringify(link)}).href).then(({ status }) => (window.fetched = status));
    return true;
  })()`);
}
