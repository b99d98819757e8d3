// Streams that a server recorded, with the changes that the reducer in `crates/protocol` makes of each event.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { GameState, Notice } from "../protocol/wire";
import { recordAfter, type GameRecord } from "./game-record";

const FOLDER = "../crates/protocol/streams";

interface Line {
  readonly notice: Notice;
  readonly changes: Partial<GameState>;
  readonly gap?: boolean;
}

/** What a notice has beside the state that it brings. */
const AROUND = new Set(["event", "time", "id", "room", "number"]);

/** Leaves out what JSON of the server leaves out: `null`, `false` and empty lists. */
function told(state: object): unknown {
  const isSaid = (value: unknown) =>
    value != null && value !== false && !(Array.isArray(value) && !value.length);
  const inside = (value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? told(value) : value;
  return Object.fromEntries(
    Object.entries(state)
      .filter(([key, value]) => !AROUND.has(key) && isSaid(value))
      .map(([key, value]) => [key, inside(value)]),
  );
}

describe("a recorded stream leads to the states of the reducer in Rust", () => {
  const files = readdirSync(FOLDER);
  expect(files.length).toBeGreaterThanOrEqual(12);
  test.each(files)("%s", (file) => {
    let record: GameRecord | null = null;
    let expected: Partial<GameState> = {};
    for (const text of readFileSync(`${FOLDER}/${file}`, "utf8").trimEnd().split("\n")) {
      const { notice, changes, gap } = JSON.parse(text) as Line;
      expected = { ...expected, ...changes };
      record = recordAfter(record, expected.game ?? 0, notice);
      expect(told(record?.state ?? {}), text).toEqual(told(expected));
      expect(record?.isTorn, text).toBe(gap ?? false);
    }
  });
});
