// What lists say of results.
import { expect, test } from "vitest";
import { resultText } from "./result";

test.each([
  [{ result: 16 }, "40–24"],
  [{ result: 0 }, "32–32"],
  [{ result: -64 }, "0–64"],
  [{ result: 20, ending: "agreed" }, "42–22"],
  [{ result: 12, ending: "resigned" }, "38–26"],
  [{ result: 64, ending: "resigned" }, "Black won by resignation"],
  [{ result: -64, ending: "timeout" }, "White won on time"],
  [{ result: null }, "?"],
] as const)("%j", (game, text) => expect(resultText(game)).toBe(text));
