// The list of countries.
import { expect, test } from "vitest";
import { countriesIn } from "./countries";

test("all codes have a name, once, in order", () => {
  const countries = countriesIn("en");
  expect(countries).toHaveLength(250);
  expect(countries.filter(({ code, name }) => code === name)).toEqual([]);
  expect(new Set(countries.map(({ name }) => name)).size).toBe(250);
  expect(countries[0]?.name).toBe("Afghanistan");
});

test("names are in the language of the page", () => {
  expect(countriesIn("ja").find(({ code }) => code === "JP")?.name).toBe("日本");
});
