// The keys of the game page.
import { describe, expect, test } from "vitest";
import { press } from "../tests/keys";
import { gameKeyOf } from "./game-keys";

describe("keys", () => {
  test.each([
    ["[", { kind: "step", plies: -1 }],
    ["]", { kind: "step", plies: 1 }],
    ["Home", { kind: "start" }],
    ["End", { kind: "live" }],
    ["/", { kind: "command-line" }],
    ["Escape", { kind: "board" }],
    ["3", { kind: "tab", place: 3 }],
  ])("%s", (key, wanted) => expect(gameKeyOf(press(key), true)).toEqual(wanted));

  test.each(["a", "h", "0", "Enter", "?"])("%s is left to others", (key) => {
    expect(gameKeyOf(press(key), true)).toBeNull();
  });

  test("Ctrl+/ leads to the chat, from a field, too", () => {
    const input = document.createElement("input");
    expect(gameKeyOf(press("/", { ctrlKey: true, target: input }), true)).toEqual({ kind: "talk" });
  });

  test("a field keeps its keys, but for Esc", () => {
    const target = document.createElement("input");
    for (const key of ["[", "1", "Home", "/"]) expect(gameKeyOf(press(key, { target }), true)).toBeNull();
    expect(gameKeyOf(press("Escape", { target }), true)).toEqual({ kind: "board" });
  });

  test("single keys can be switched off; the others stay", () => {
    expect(gameKeyOf(press("["), false)).toBeNull();
    expect(gameKeyOf(press("1"), false)).toBeNull();
    expect(gameKeyOf(press("End"), false)).toEqual({ kind: "live" });
  });

  test("a key that the board has used is not used again", () => {
    expect(gameKeyOf(press("5", { defaultPrevented: true }), true)).toBeNull();
  });
});
