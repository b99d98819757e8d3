// Keys as intents.
import { describe, expect, test } from "vitest";
import { intentOfKey } from "./events";

function key(name: string, more: KeyboardEventInit = {}) {
  return intentOfKey(new KeyboardEvent("keydown", { key: name, ...more }), true);
}

describe("keys", () => {
  test.each([
    ["ArrowLeft", "left"],
    ["ArrowRight", "right"],
    ["ArrowUp", "up"],
    ["ArrowDown", "down"],
    ["Home", "row-start"],
    ["End", "row-end"],
    ["PageUp", "column-start"],
    ["PageDown", "column-end"],
  ])("%s moves the focus", (name, step) => expect(key(name)).toEqual({ kind: "step", step }));

  test("with Ctrl, Home and End go to the corners", () => {
    expect(key("Home", { ctrlKey: true })).toEqual({ kind: "step", step: "first" });
    expect(key("End", { ctrlKey: true })).toEqual({ kind: "step", step: "last" });
  });

  test("letters and digits of squares are typed, in upper and lower case", () => {
    expect(key("F")).toEqual({ kind: "type", key: "f" });
    expect(key("8")).toEqual({ kind: "type", key: "8" });
    expect(key("Backspace")).toEqual({ kind: "type", key: "Backspace" });
  });

  test("what others need is left alone", () => {
    expect(["i", "9", "0", "/", "?", "[", "Enter", " ", "Tab", "F5"].map((name) => key(name))).toEqual(
      Array.from({ length: 10 }, () => null),
    );
    expect(key("c", { ctrlKey: true })).toBeNull();
    expect(key("a", { metaKey: true })).toBeNull();
    expect(key("ArrowLeft", { altKey: true }), "Alt and the arrow go back in the history").toBeNull();
    expect(key("a", { isComposing: true }), "an input method is writing").toBeNull();
  });

  test("without single keys only the keys that are no signs count", () => {
    const off = (name: string) => intentOfKey(new KeyboardEvent("keydown", { key: name }), false);
    expect(off("a")).toBeNull();
    expect(off("Escape")).toEqual({ kind: "cancel" });
    expect(off("End")).toEqual({ kind: "step", step: "row-end" });
  });
});
