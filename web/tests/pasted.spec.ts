// What people paste and programs write, in the field of the analysis and as a file: the page reads what `willow analyze` reads.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { words } from "../src/words";
import { button, text } from "./analysis-page";
import { expect, test } from "./fixtures";
import { legalSquares } from "./person";
import { WILLOW } from "./server";

/** Each file with what is right stands in the tests of `records`, which say where it comes from. */
const FOLDER = "../crates/records/tests/cases";

/** What was read: games as their moves without passes, positions as the number of moves that can be played. */
interface Reading {
  readonly entries: readonly string[];
  readonly names: readonly string[];
  /** The place of the first entry that cannot be read, such as `2:7`. */
  readonly failure: string | null;
}

interface Row {
  readonly id: number;
  readonly ply: number;
  readonly move: string;
  readonly summary?: { readonly players: readonly { readonly name: string }[] };
}

/** Asks `willow analyze`. */
function analysed(file: string): Reading {
  const options = ["--json", "--level", "1", "--threads", "1", "--hash", "1M"];
  const { stdout, stderr } = spawnSync(WILLOW, ["analyze", ...options, file], { encoding: "utf8" });
  const rows = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
  const names = rows.flatMap(({ summary }) => summary?.players.map(({ name }) => name) ?? []);
  const moves = rows.filter(({ summary }) => !summary);
  const entries = [...new Set(moves.map(({ id }) => id))].map((id) => {
    const own = moves.filter((row) => row.id === id);
    const isPosition = own.length > 1 && own.every(({ ply }) => ply === own[0]?.ply);
    return isPosition ? `${own.length} moves` : own.map(({ move }) => (move === "pass" ? "" : move)).join("");
  });
  const place = /line (\d+), column (\d+)/.exec(stderr);
  return {
    entries,
    names: names.filter((name) => name !== "Black" && name !== "White").sort(),
    failure: place ? `${place[1]}:${place[2]}` : null,
  };
}

/** The text of a file as somebody copies it from a window. */
function textOf(name: string, bytes: Buffer): string {
  if (name.includes("sjis")) return new TextDecoder("shift_jis").decode(bytes);
  if (name.includes("utf16")) return new TextDecoder("utf-16le").decode(bytes);
  if (name.includes("latin1")) return new TextDecoder("windows-1252").decode(bytes);
  return bytes.toString("utf8");
}

/** The place in a sentence of the page that begins with the line and the character. */
const placeIn = (sentence: string) => {
  const found = /Line (\d+), character (\d+)/.exec(sentence);
  return found ? `${found[1]}:${found[2]}` : null;
};

/** What the page has read. */
async function readOn(page: Page): Promise<Reading> {
  const alert = page.getByRole("alert");
  const list = page.getByRole("listbox");
  const board = page.getByRole("region", { name: text.run.label });
  await expect(alert.or(list).or(board).first()).toBeVisible();
  if (await list.isVisible()) {
    const entries: string[] = [];
    for (const row of await list.getByRole("option").all()) entries.push(await row.innerText());
    return { entries, names: [], failure: placeIn(await page.getByRole("main").innerText()) };
  }
  if (await alert.isVisible()) return { entries: [], names: [], failure: placeIn(await alert.innerText()) };
  const moves = new URL(page.url()).searchParams.get("moves") ?? "";
  const isPosition = moves === "";
  const entry = isPosition ? `${await legalSquares(page).count()} moves` : moves;
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  const names =
    title === text.untitled ? [] : title.split(words.analysis.names("|", "|").replaceAll("|", "")).sort();
  return { entries: [entry], names, failure: placeIn(await page.getByRole("main").innerText()) };
}

async function paste(page: Page, pasted: string): Promise<void> {
  await page.getByRole("textbox", { name: text.openGame.paste }).fill(pasted);
  await button(page, text.openGame.open).click();
}

for (const [way, names] of Object.entries({
  pasted: readdirSync(FOLDER),
  opened: readdirSync(FOLDER).filter((name) => /a06|ggf|pgn|sgf|obf/.test(name)),
})) {
  test(`what is ${way} is read as the command line reads it`, async ({ visitor }) => {
    test.setTimeout(180_000);
    const page = await visitor();
    // What was on the table before is forgotten.
    await page.addInitScript(() => (localStorage.clear(), sessionStorage.clear()));
    for (const name of names) {
      const file = join(FOLDER, name);
      const bytes = readFileSync(file);
      await page.goto("/analysis");
      if (way === "pasted") await paste(page, textOf(name, bytes));
      else await page.getByLabel(text.openGame.file).setInputFiles(file);
      const [theirs, ours] = [analysed(file), await readOn(page)];
      if (theirs.entries.length > 1) expect(ours.entries.length, name).toBe(theirs.entries.length);
      else expect({ ...ours, name }).toEqual({ ...theirs, name });
      expect(ours.failure, name).toBe(theirs.failure);
    }
  });
}
