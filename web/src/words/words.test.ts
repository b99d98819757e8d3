// Tests of the languages: which one is chosen, and that nothing is left in another one.
import { describe, expect, it, test } from "vitest";
import table from "../../../crates/records/src/openings/names.tsv?raw";
import { languages, localeOf } from "./chosen";
import en from "./en";
import ja from "./ja";

describe("the language of the page", () => {
  it("is the one that was chosen on this device", () => {
    expect(localeOf("ja", ["en-GB", "en"])).toBe("ja");
  });
  it("is the browser's first one that the page has", () => {
    expect(localeOf(null, ["fr-FR", "ja-JP", "en-US"])).toBe("ja");
  });
  it("is English for readers of other languages", () => {
    expect(localeOf("xx", ["fr", "eno"])).toBe("en");
    expect(localeOf({ locale: "ja" }, [])).toBe("en");
  });
});

describe("a further language", () => {
  it("is a folder of words, and a line in the list", () => {
    const named = languages.map(({ locale }) => locale);
    for (const folders of [
      import.meta.glob("./*/index.ts"),
      import.meta.glob("./*/guides.ts"),
      import.meta.glob("./*/push.ts"),
    ]) {
      const words = Object.keys(folders).map((path) => path.split("/")[1]);
      expect(words.sort()).toEqual(named.toSorted());
    }
  });
  it("is named nowhere else", () => {
    const sources = import.meta.glob<string>(["../**/*.{ts,svelte}", "!../**/*.test.ts", "!./*/**"], {
      query: "?raw",
      import: "default",
      eager: true,
    });
    const naming = Object.entries(sources).filter(([, source]) => /["'`/]ja["'`/]/.test(source));
    expect(naming.map(([path]) => path)).toEqual(["./chosen.ts"]);
  });
});

/** All texts of a language by their place; of functions the source, which has their texts. */
function textsOf(words: unknown, place = ""): Map<string, string> {
  if (typeof words === "string") return new Map([[place, words]]);
  if (typeof words === "function") return new Map([[`${place}()`, String(words)]]);
  if (typeof words !== "object" || words === null) return new Map();
  return new Map(Object.entries(words).flatMap(([key, value]) => [...textsOf(value, `${place}/${key}`)]));
}

const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff]/;

/** What is the same in both languages: names, formats, figures. */
const SAME = new Set([
  "/locale",
  "/frame/title",
  "/frame/titles/home",
  "/analysis/export/formats/ggf",
  "/board/commands/argument/square",
  "/board/commands/argument/row",
  "/board/commands/argument/column",
]);

test("every text of the Japanese words is Japanese", () => {
  const english = [...textsOf(ja)].filter(
    ([place, text]) => !place.endsWith("()") && !JAPANESE.test(text) && !SAME.has(place),
  );
  expect(english.map(([place]) => place)).toEqual(["/board/comma", "/board/gap"]);
});

/** The texts in the source of a function, without what is put into them. */
function literalsOf(source: string): string[] {
  const literals = source.match(/(["'`])(?:(?!\1)[^\n])*\1/g) ?? [];
  return literals.map((literal) => literal.replaceAll(/\$\{[^}]*\}/g, ""));
}

test("every sentence of the Japanese words that is made of parts is Japanese", () => {
  const english = [...textsOf(ja)].filter(
    ([place, text]) =>
      place.endsWith("()") &&
      literalsOf(text).some((literal) => /[a-z]{2,},? [a-z]{2,}/i.test(literal) && !JAPANESE.test(literal)),
  );
  expect(english.map(([place]) => place)).toEqual([]);
});

/** The head of the file with the Japanese names of openings. */
const OPENINGS_HEAD = `\
// Japanese names of openings by the English names that the engine tells. Openings without a usual name keep the English
// one. Made from crates/records/src/openings/names.tsv: change that table, and run \`npx vitest run -u words\`.
/** The names. */
export const openings: Readonly<Record<string, string | undefined>> = Object.fromEntries([
`;

/** A row of the server's table (moves, English names, the Japanese name) as a line of the file; none without a name. */
function nameLine(row: string): string {
  const [, english = "", japanese = ""] = row.split("\t");
  const [usual = ""] = english.split("/");
  return row.startsWith("#") || japanese === "" ? "" : `  ["${usual}", "${japanese}"],\n`;
}

// A file of its own, because the browser tests read these words without Vite, which alone can import the table.
test("the Japanese names of openings are those of the server's table", async () => {
  const names = table.split("\n").map(nameLine).join("");
  await expect(`${OPENINGS_HEAD}${names}]);\n`).toMatchFileSnapshot("./ja/openings.ts");
  expect(ja.archive.openingName("Tanida")).toBe("快速船");
  expect(ja.archive.openingName("Snake")).toBe("蛇");
  expect(ja.archive.openingName("Aircraft")).toBe("飛行機");
  expect(ja.archive.openingName("Rocket")).toBe("Rocket");
});

test("both languages have the same texts", () => {
  const places = (words: unknown) =>
    [...textsOf(words).keys()].filter((place) => place !== "/frame/unread/one");
  expect(places(ja).sort()).toEqual(places(en).sort());
});

test("Japanese sentences end as Japanese sentences do", () => {
  const wrong = [...textsOf(ja)].filter(([, text]) => /[\u3040-\u9fff][.,!?](\s|$)/.test(text));
  expect(wrong).toEqual([]);
});

test("the same is said in both languages", () => {
  const [white, turned] = ["white", ["f6", "f5", "e4"]] as const;
  expect(en.board.speech.moved(white, "g6", turned)).toBe("White g6, turned 3: f6 f5 e4.");
  expect(ja.board.speech.moved(white, "g6", turned)).toBe("白g6、3石返し、f6 f5 e4。");
  expect(ja.plural(1, { one: "1", other: "#件" })).toBe("1件");
  expect(ja.plural(12345, { other: "#件" })).toBe("12,345件");
  expect(ja.terms.duration(5400)).toBe("1時間30分");
  expect(ja.terms.duration(1.5)).toBe("1.5秒");
  expect(en.terms.duration(1.5)).toBe("1.5 seconds");
  expect(en.terms.duration(0.125)).toBe("0.125 seconds");
  expect(ja.terms.duration(0.125)).toBe("0.125秒");
  expect(en.terms.duration(90.25)).toBe("1 minute 30.25 seconds");
  expect(ja.analysis.opening("Heath")).toBe("定石: 飛び出し");
});

test("a clock that is not of whole minutes stands in figures in both languages", () => {
  const clocks = [1.5, 30, 60, 65.07, 90, 855, 900, 3661].map((main) => ({ kind: "game", main }) as const);
  expect(clocks.map(en.terms.clockShort)).toEqual([
    "1.5 s",
    "30 s",
    "1 min",
    "1:05.07",
    "1:30",
    "14:15",
    "15 min",
    "1:01:01",
  ]);
  expect(clocks.map(ja.terms.clockShort)).toEqual([
    "1.5秒",
    "30秒",
    "1分",
    "1:05.07",
    "1:30",
    "14:15",
    "15分",
    "1:01:01",
  ]);
});
