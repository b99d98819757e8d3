// Tests of the languages: which one is chosen, and that each says all, in its own words.
import { describe, expect, it, test } from "vitest";
import bots from "../../../crates/players/data/house-bots.txt?raw";
import table from "../../../crates/records/src/openings/names.tsv?raw";
import { localeOf, locales, nameOf } from "./chosen";
import en from "./en";
import ja from "./ja";
import type { Words } from "./type";

describe("the language of the page", () => {
  it("is the one that was chosen on this device", () => {
    expect(localeOf("ja", ["en-GB", "en"])).toBe("ja");
  });
  it("is the browser's first one that the page has", () => {
    expect(localeOf(null, ["eo", "ja-JP", "en-US"])).toBe("ja");
    expect(localeOf(null, ["fr-CA"])).toBe("fr");
    expect([localeOf(null, ["zh-CN"]), localeOf(null, ["zh-Hans-SG"])]).toEqual(["zh", "zh"]);
  });
  it("is English for readers of other languages", () => {
    expect(localeOf("xx", ["eo", "eno"])).toBe("en");
    expect(localeOf({ locale: "ja" }, [])).toBe("en");
  });
  it("is called by its own name", () => {
    expect(locales.map(nameOf)).toEqual(["English", "Français", "日本語", "中文"]);
  });
});

/** The files of all languages by the language; `./fr/push.ts` is of `fr`. */
function byLocale<File>(files: Record<string, File>): Map<string, File> {
  return new Map(Object.entries(files).map(([path, file]) => [path.split("/")[1] ?? "", file]));
}

const WORDS = byLocale(import.meta.glob<Words>("./*/index.ts", { eager: true, import: "default" }));
const GUIDES = byLocale(import.meta.glob("./*/guides.ts", { eager: true, import: "default" }));
const EXERCISES = byLocale(import.meta.glob("./*/exercises.ts", { eager: true, import: "default" }));
const TOURNAMENTS = byLocale(import.meta.glob("./*/tournaments.ts", { eager: true, import: "default" }));
const PUSH = byLocale(import.meta.glob("./*/push.ts", { eager: true, import: "push" }));

describe("the server's programs", () => {
  const names = bots.split("\n").flatMap((row) => /^\w+ \| (\S+)/.exec(row)?.[1] ?? []);

  it.each([...WORDS])("all have a name of their own: %s", (_locale, { games }) => {
    expect(names.length).toBeGreaterThan(30);
    const shown = names.map((name) => games.bots.name(name));
    expect(names.filter((name) => games.bots.name(name) === name)).toEqual([]);
    expect(new Set(shown).size).toBe(names.length);
  });
  it.each([...WORDS].filter(([locale]) => locale !== "en"))("are described: %s", (_locale, { games }) => {
    expect(names.filter((name) => games.bots.about(name, "") === "")).toEqual([]);
  });
});

describe("a further language", () => {
  it("is a folder of words", () => {
    expect([...WORDS].map(([folder, { locale }]) => [folder, locale])).toEqual(locales.map((at) => [at, at]));
    for (const files of [GUIDES, EXERCISES, TOURNAMENTS, PUSH]) expect([...files.keys()]).toEqual(locales);
    const manifests = byLocale(
      import.meta.glob("./*/manifest.webmanifest", { eager: true, import: "default", query: "?raw" }),
    );
    expect(["en", ...manifests.keys()]).toEqual(locales);
  });
  it("is named nowhere else", () => {
    const sources = import.meta.glob<string>(["../**/*.{ts,svelte}", "!../**/*.test.ts", "!./*/**"], {
      eager: true,
      import: "default",
      query: "?raw",
    });
    const naming = Object.entries(sources).filter(([, source]) => /["'`/](fr|ja|zh)["'`/]/.test(source));
    expect(naming.map(([path]) => path)).toEqual([]);
  });
  it("says in its own words that it is a translation until somebody signs it", () => {
    const unsigned = [...WORDS.values()].filter(({ translation }) => translation?.signedBy === null);
    expect(unsigned.map(({ locale }) => locale)).toEqual(["fr", "zh"]);
  });
});

/** All texts of a language by their place; of functions the source, which has their texts. */
function textsOf(words: unknown, place = ""): Map<string, string> {
  if (typeof words === "string") return new Map([[place, words]]);
  if (typeof words === "function") return new Map([[`${place}(${words.length})`, String(words)]]);
  if (typeof words !== "object" || words === null) return new Map();
  return new Map(Object.entries(words).flatMap(([key, value]) => [...textsOf(value, `${place}/${key}`)]));
}

const TEXTS = new Map(
  locales.map((locale) => [
    locale,
    textsOf({
      ...WORDS.get(locale),
      translation: null,
      guides: GUIDES.get(locale),
      exercises: EXERCISES.get(locale),
      tournaments: TOURNAMENTS.get(locale),
      push: PUSH.get(locale),
    }),
  ]),
);

/** The texts in the source of a function, with `x` for what is put into them. */
function literalsOf(source: string): string[] {
  const plain = (text: string) => text.match(/(["'`])(?:(?!\1)[^\n])*\1/g) ?? [];
  const inner = /\$?\{[^{}]*\}/.exec(source)?.[0];
  return inner === undefined ? plain(source) : [...plain(inner), ...literalsOf(source.replace(inner, "x"))];
}

/** Places and what stands there as the reader sees it: of a function each part. */
function shownBy(locale: string): [place: string, text: string][] {
  return [...(TEXTS.get(locale) ?? [])].flatMap(([place, text]) =>
    place.endsWith(")")
      ? literalsOf(text).map((literal): [string, string] => [place, literal])
      : [[place, text]],
  );
}

const OTHERS = locales.filter((locale) => locale !== "en");

/** Functions that need less than the English ones. */
const NEED_LESS = ["/analysis/why"];

test.each(OTHERS)("%s has the texts of English, which say as much", (locale) => {
  const places = (of: string) =>
    [...(TEXTS.get(of)?.keys() ?? [])]
      .filter((place) => !/\/(zero|one|two|few|many)$/.test(place))
      .map((place) => (NEED_LESS.some((less) => place.startsWith(`${less}(`)) ? place.split("(")[0] : place));
  expect(places(locale).sort()).toEqual(places("en").sort());
});

/** Words of English sentences that other languages do not have. */
const ENGLISH = /\b(the|is|are|of|and|with|your|you|this|to|has|not|for|was)\b/i;
/** What one types into the archive, which understands English and Japanese. */
const EXAMPLES = "/archive/examples/";

test.each(OTHERS)("no English sentence is left in %s", (locale) => {
  const english = TEXTS.get("en");
  const left = shownBy(locale).filter(
    ([place, text]) =>
      !place.startsWith(EXAMPLES) &&
      (ENGLISH.test(text) || (/\p{L} \p{L}/u.test(text) && text === english?.get(place))),
  );
  expect(left).toEqual([]);
});

/** A letter of another script than ours. */
const OTHER_LETTER = /[^\p{Script=Latin}\P{L}]/u;

/** What is the same in all languages: names, formats, figures. */
const SAME = [
  "/locale",
  "/frame/title",
  "/frame/titles/home",
  "/analysis/export/formats/ggf",
  "/archive/export/formats/ggf",
  "/archive/unknown",
  "/board/comma",
  "/board/gap",
  "/board/commands/argument/square",
  "/board/commands/argument/row",
  "/board/commands/argument/column",
];

test.each(OTHERS.filter((locale) => OTHER_LETTER.test(WORDS.get(locale)?.home.title ?? "")))(
  "every text of %s is in its script",
  (locale) => {
    const latin = [...(TEXTS.get(locale) ?? [])].filter(
      ([place, text]) => !place.endsWith(")") && !OTHER_LETTER.test(text) && !SAME.includes(place),
    );
    expect(latin.filter(([place]) => !place.startsWith(EXAMPLES))).toEqual([]);
  },
);

/** Signs that do not end a word so in these languages. French has a narrow space before them. */
const WRONG_SIGNS: Record<string, RegExp> = {
  fr: /[\p{L}\d)][:;!?»](\s|["'`]?$)|[ «][:;!»]|«(?!\u202f)/u,
  ja: /[\u3040-\u9fff][.,!?](\s|$)/,
  zh: /[\u4e00-\u9fff][.,:;!?](\s|$)/,
};

test.each(Object.keys(WRONG_SIGNS))("sentences of %s end as its sentences do", (locale) => {
  expect(shownBy(locale).filter(([, text]) => WRONG_SIGNS[locale]?.test(text))).toEqual([]);
});

test.each(locales)("a phrase of %s has all plural forms of the language, or one for all", (locale) => {
  const rules = new Intl.PluralRules(locale);
  const needed = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
  const sources = import.meta.glob<string>("./*/*.ts", { eager: true, import: "default", query: "?raw" });
  for (const [path, source] of Object.entries(sources).filter(([path]) => path.startsWith(`./${locale}/`)))
    for (const [phrase] of source.matchAll(/(plural\(|unread: \{)(?:(?!plural\()[^;])*?\bother:/g)) {
      const forms = [...phrase.matchAll(/\b(zero|one|two|few|many|other):/g)].map(([, form]) => form);
      if (forms.length > 1) expect(new Set(forms), `${path}: ${phrase}`).toEqual(needed);
    }
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

test.each([...WORDS])("no unit stands alone on a line: %s", (_locale, { terms, games }) => {
  const clock = { kind: "increment", main: 600, increment: 5 } as const;
  for (const text of [terms.clockShort(clock), games.bots.strength(1710)]) expect(text).not.toContain(" ");
});

test("a clock that is not of whole minutes stands in figures in both languages", () => {
  const clocks = [1.5, 30, 60, 65.07, 90, 855, 900, 3661].map((main) => ({ kind: "game", main }) as const);
  expect(clocks.map(en.terms.clockShort)).toEqual([
    "1.5\u00a0s",
    "30\u00a0s",
    "1\u00a0min",
    "1:05.07",
    "1:30",
    "14:15",
    "15\u00a0min",
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
