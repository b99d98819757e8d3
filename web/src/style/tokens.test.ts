// The colours of the page can be read: the contrast that WCAG asks for (AA).
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const CSS = readFileSync("src/style/tokens.css", "utf8");

/** The colours of a block, by name. Of two values in `light-dark()`, that of the scheme. */
function colours(selector: string, scheme: "light" | "dark"): Map<string, string> {
  const begin = CSS.indexOf(`${selector} {`);
  const block = CSS.slice(begin, CSS.indexOf("}", begin));
  const values = block.matchAll(/--([a-z-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;/g);
  return new Map(
    [...values].map(([, name = "", light = "", dark = light]) => [name, scheme === "light" ? light : dark]),
  );
}

/** The relative luminance of a colour, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

type Theme = [name: string, colours: Map<string, string>, leastContrast: number];
const THEMES: [Theme, Theme, Theme] = [
  ["light", colours(":root", "light"), 4.5],
  ["dark", colours(":root", "dark"), 4.5],
  ["high contrast", colours(':root[data-theme="contrast"]', "dark"), 7],
];

describe.each(THEMES)("%s", (_, theme, least) => {
  const of = (name: string) => theme.get(name) ?? "";

  test.each(["ink", "ink-quiet", "accent", "good", "warn", "bad"])("%s is readable on paper", (name) => {
    for (const paper of ["paper", "paper-raised"]) {
      expect(contrast(of(name), of(paper)), paper).toBeGreaterThanOrEqual(least);
    }
  });

  test("the text on the accent is readable", () => {
    expect(contrast(of("accent-ink"), of("accent"))).toBeGreaterThanOrEqual(least);
  });

  test.each(["line-strong", "focus"])("%s is seen around controls", (name) => {
    for (const paper of ["paper", "paper-raised"]) {
      expect(contrast(of(name), of(paper)), paper).toBeGreaterThanOrEqual(3);
    }
  });
});

test("each colour has a value for light, for dark and for high contrast", () => {
  const [[, light], [, dark], [, high]] = THEMES;
  expect(light.size).toBeGreaterThan(10);
  expect([...dark.keys()]).toEqual([...light.keys()]);
  expect([...high.keys()]).toEqual([...light.keys()]);
  for (const name of ["ink", "paper", "accent"]) expect(dark.get(name), name).not.toBe(light.get(name));
});
