// The forms' own checks.
import { describe, expect, test } from "vitest";
import { Refusal } from "../../protocol/refusal";
import { words } from "../../words";
import {
  fieldOf,
  problemOfEmpty,
  problemOfKnownPassword,
  problemOfName,
  problemOfPassword,
  reasonOfProfile,
  reasonToOwner,
} from "./checks";

describe("names", () => {
  test.each(["al", "Alice-2_b", " alice "])("%j is possible", (name) => {
    expect(problemOfName(name)).toBeUndefined();
  });
  test.each(["", "a", "2fast", "al ice", "älice", "a".repeat(21)])("%j is not", (name) => {
    expect(problemOfName(name)).toBe(words.account.badName);
  });
});

describe("passwords", () => {
  test("are measured in bytes, as the server does", () => {
    expect(problemOfPassword("1234567")).toBe(words.account.shortPassword);
    expect(problemOfPassword("12345678")).toBeUndefined();
    expect(problemOfPassword("石石石")).toBeUndefined();
    expect(problemOfPassword("x".repeat(128))).toBeUndefined();
    expect(problemOfPassword("石".repeat(43))).toBe(words.account.longPassword);
  });
  test.each([" eight chars", "eight chars ", "tab\tinside-it"])("%j is refused", (password) => {
    expect(problemOfPassword(password)).toBe(words.account.badPassword);
  });
  test("may have blanks inside", () => {
    expect(problemOfPassword("correct horse battery")).toBeUndefined();
  });
});

test("an empty field is told", () => {
  expect(problemOfEmpty("")).toBe(words.account.empty);
  expect(problemOfEmpty("x")).toBeUndefined();
});

test("a refusal belongs to one of the form's fields, or to the whole form", () => {
  const taken = new Refusal("name-taken", "name-taken", "");
  expect(fieldOf(taken, ["name", "password"])).toBe("name");
  expect(fieldOf(taken, ["password"])).toBeNull();
  expect(fieldOf(new Refusal("limit", "too-many-logins", ""), ["name", "password"])).toBeNull();
  expect(fieldOf(new Error("?"), ["name"])).toBeNull();
});

test("a password that cannot be one is wrong, without asking the server", () => {
  expect(problemOfKnownPassword("", "wrong")).toBe(words.account.empty);
  expect(problemOfKnownPassword("short", "wrong")).toBe("wrong");
  expect(problemOfKnownPassword("long enough", "wrong")).toBeUndefined();
});

test("refusals are told in the words of their form", () => {
  const wrong = new Refusal("denied", "wrong-password", "");
  const invalid = new Refusal("syntax", "invalid-argument", "");
  expect(reasonToOwner(wrong)).toBe(words.account.wrongPassword);
  expect(reasonToOwner(invalid)).toBe(words.errors["invalid-argument"]);
  expect(reasonOfProfile(invalid, "displayName")).toBe(words.account.badDisplayName);
  expect(reasonOfProfile(invalid, "country")).toBe(words.errors["invalid-argument"]);
});
