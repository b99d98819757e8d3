// The keys of the frame.
import { expect, test } from "vitest";
import { placeByKey } from "../parts/slider";
import { gameKeyOf } from "../parts/game-keys";
import { press } from "../tests/keys";
import { words } from "../words";
import { ALL_KEYS, asksForKeys, CURVE_KEYS, GAME_KEYS } from "./keys";

test("a question mark asks for the list of keys, unless a text is written or single keys are off", () => {
  expect(asksForKeys(press("?"), true)).toBe(true);
  expect(asksForKeys(press("?"), false)).toBe(false);
  expect(asksForKeys(press("?", { target: document.createElement("input") }), true)).toBe(false);
  expect(asksForKeys(press("?", { ctrlKey: true }), true)).toBe(false);
  expect(asksForKeys(press("!"), true)).toBe(false);
});

test("every key has its words, once", () => {
  const names = ALL_KEYS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(words.frame.keys[name]).toMatch(/\w/);
});

test.each([
  ["back", "step"],
  ["forward", "step"],
  ["start", "start"],
  ["live", "live"],
  ["commandLine", "command-line"],
  ["chat", "talk"],
  ["board", "board"],
])("the page of a game acts on the key of the list for %s", (name, kind) => {
  const entry = GAME_KEYS.find((entry) => entry.name === name);
  const [key = ""] = entry?.keys ?? [];
  const pressed = press(key.replace("Ctrl+", "").replace("Esc", "Escape"), {
    ctrlKey: key.startsWith("Ctrl+"),
  });
  expect(gameKeyOf(pressed, true)?.kind).toBe(kind);
  // The list says rightly which keys can be switched off.
  expect(gameKeyOf(pressed, false) === null).toBe(entry?.isSingle);
});

test("a curve acts on the keys of the list", () => {
  const names: Record<string, string> = { "←": "ArrowLeft", "→": "ArrowRight" };
  const places = CURVE_KEYS.map(({ keys }) => keys.map((key) => placeByKey(names[key] ?? key, 20, 40)));
  expect(places).toEqual([
    [19, 21],
    [30, 10],
    [0, 40],
  ]);
});
