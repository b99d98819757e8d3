// Tests of how numbers are written.
import { expect, test } from "vitest";
import { numbersOf } from "./numbers";

test.each(["en", "ja"])("numbers have the separators and signs of %s", (locale) => {
  const numbers = numbersOf(locale);
  expect([12345, 2.5, -3].map(numbers.count)).toEqual(["12,345", "2.5", "−3"]);
  expect([1234.567, 12, 0, -0.001, -3].map(numbers.signed)).toEqual(["+1,234.57", "+12", "0", "0", "−3"]);
  expect([0.96, -8, 0].map(numbers.tenths)).toEqual(["+1.0", "−8.0", "0.0"]);
  expect([1662, -6].map(numbers.rating)).toEqual(["1662", "−6"]);
  expect([0, 0.5, 0.666].map(numbers.percent)).toEqual(["0%", "50%", "67%"]);
});

test("another language has its own", () => {
  const numbers = numbersOf("de");
  expect([numbers.count(12345), numbers.signed(-2.5)]).toEqual(["12.345", "−2,5"]);
});
