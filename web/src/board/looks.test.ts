// The contrast of the looks, read from the style sheet itself (WCAG 2.2, 1.4.3 and 1.4.11).
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Look = Record<string, string>;

const sheet = readFileSync("src/board/looks.css", "utf8").replace(/\/\*.*?\*\//gs, "");

/** The values that a rule sets; selectors are matched by their end. */
function valuesOf(layer: string, selector: string): Look {
  const from = sheet.indexOf(`@layer ${layer} {`);
  const rule = sheet.indexOf(selector, from);
  expect(rule, `${selector} in ${layer}`).toBeGreaterThan(from);
  const block = sheet.slice(sheet.indexOf("{", rule) + 1, sheet.indexOf("}", rule));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

/** The values of a scheme: the first (`$1`) or the second of those in `light-dark()`. */
function inScheme(look: Look, chosen: "$1" | "$2"): Look {
  const choose = (value: string) => value.replace(/^light-dark\((.*), (.*)\)$/, chosen);
  return Object.fromEntries(Object.entries(look).map(([name, value]) => [name, choose(value)]));
}

const base = valuesOf("look", '[data-look="felt"]');
const LOOKS: [string, Look][] = ["felt", "maple", "slate", "mono"].flatMap((look): [string, Look][] => {
  const both = { ...base, ...valuesOf("look", `[data-look="${look}"]`) };
  return [
    [`${look}, light`, inScheme(both, "$1")],
    [`${look}, dark`, inScheme(both, "$2")],
  ];
});
LOOKS.push(["high contrast", { ...base, ...valuesOf("contrast", ':root[data-theme="contrast"]') }]);

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(look: Look, one: string, other: string): number {
  const valueOf = (name: string): string =>
    (look[name] ?? "").replace(/^var\(--([\w-]+)\)$/, (_, of) => valueOf(of));
  const values = [one, other].map(valueOf);
  values.forEach((value) => expect(value).toMatch(/^#[0-9a-f]{6}$/));
  const [low = 0, high = 0] = values.map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each(LOOKS)("%s", (_, look) => {
  test("discs differ from the field by their face or their ring", () => {
    for (const disc of ["disc-black", "disc-white"]) {
      expect(
        Math.max(contrast(look, disc, "field"), contrast(look, `${disc}-ring`, "field")),
      ).toBeGreaterThan(3);
    }
  });

  test("discs differ from each other", () => {
    expect(contrast(look, "disc-black", "disc-white")).toBeGreaterThan(7);
  });

  test("marks can be seen and letters be read", () => {
    expect(contrast(look, "mark", "field")).toBeGreaterThan(3);
    expect(contrast(look, "arrow", "field")).toBeGreaterThan(3);
    expect(contrast(look, "field-ink", "field")).toBeGreaterThan(4.5);
  });

  test("the mark of the last move is seen on both discs, by itself or by its ring", () => {
    for (const disc of ["disc-black", "disc-white"]) {
      const seen = Math.max(contrast(look, "last-move", disc), contrast(look, "last-move-ring", disc));
      expect(seen).toBeGreaterThan(3);
    }
  });
});

test("in high contrast a black disc has a ring inside", () => {
  expect(base["disc-black-inner"]).toBe("transparent");
  expect(LOOKS.at(-1)?.[1]["disc-black-inner"]).toBe("#ffffff");
});
