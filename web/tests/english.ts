// What is left in English on a page in Japanese.
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";

/** Openings that have no usual Japanese name keep the English one. */
const OPENINGS = readFileSync("../crates/records/src/openings/names.tsv", "utf8")
  .split("\n")
  .map((line) => line.split("\t"))
  .flatMap(([, english = "", japanese]) => (japanese === "" ? english.split("/") : []));

/** What Japanese players write in Latin letters: a unit, a command, keys, and these openings, the longest first. */
const NAMES = [
  "Elo",
  "willow import",
  "Page Up",
  "Page Down",
  ...OPENINGS.toSorted((a, b) => b.length - a.length),
];

/** What a page shows, and the names and descriptions that a screen reader hears. */
async function readingOf(page: Page): Promise<string> {
  return `${await page.locator("body").innerText()}\n${await page.locator("body").ariaSnapshot()}`;
}

/** Two Latin words side by side, which are no name; no square is a word. */
function englishIn(shown: string, names: readonly string[]): readonly string[] {
  const plain = names.reduce((text, name) => text.replaceAll(name, ""), shown);
  // The snapshot names roles and states in English.
  const said = plain.replace(/^\s*- (\/url:.*|[a-z]+\b)|\[[a-z]+(=[^\]]*)?\]/gm, "");
  return said.match(/\b[A-Za-z]{2,}[,.;:]? [A-Za-z]{2,}\b/g) ?? [];
}

/** Expects that a page has nothing left in English but some names. */
export async function expectNoEnglish(page: Page, names: readonly string[] = []): Promise<void> {
  expect(englishIn(await readingOf(page), [...NAMES, ...names]), page.url()).toEqual([]);
}
