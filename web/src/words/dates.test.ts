// Tests of the language of dates.
import { expect, it } from "vitest";
import { dateLocaleOf } from "./dates";

it("takes the reader's country along with the language of the page", () => {
  expect(dateLocaleOf(["ja-JP", "en-GB", "en-US"], "en")).toBe("en-GB");
});

it("is the language of the page for readers of other languages", () => {
  expect(dateLocaleOf(["ja-JP", "eno"], "en")).toBe("en");
});
