// Tests of the language of dates.
import { expect, it } from "vitest";
import { dateLocaleOf, durationText, recordDate } from "./dates";

it("takes the reader's country along with the language of the page", () => {
  expect(dateLocaleOf(["ja-JP", "en-GB", "en-US"], "en")).toBe("en-GB");
});

it("is the language of the page for readers of other languages", () => {
  expect(dateLocaleOf(["ja-JP", "eno"], "en")).toBe("en");
});

it("writes of the date of a record what is known of it", () => {
  const texts = (language: string) =>
    ["1998", "1998-06", "1998-06-30", "", "?"].map((date) => recordDate(date, language));
  expect(texts("en-GB")).toEqual(["1998", "June 1998", "30 Jun 1998", "", "?"]);
  expect(texts("ja")).toEqual(["1998年", "1998年6月", "1998年6月30日", "", "?"]);
});

it("writes a duration in words, in Japanese and Chinese without a gap", () => {
  const texts = (language: string) =>
    [15, 180, 2880].map((minutes) => durationText(minutes * 60_000, language));
  expect(texts("en")).toEqual(["15 minutes", "3 hours", "2 days"]);
  expect(texts("ja")).toEqual(["15分", "3時間", "2日"]);
  expect(texts("zh")).toEqual(["15分钟", "3小时", "2天"]);
});
