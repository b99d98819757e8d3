// Tests of the languages: which one is chosen, and that nothing is left in another one.
import { describe, expect, it, test } from "vitest";
import { localeOf } from "./chosen";
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
  expect(english.map(([place]) => place)).toEqual(["/board/comma"]);
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
  expect(ja.analysis.opening("Heath")).toBe("定石: 飛び出し");
});
