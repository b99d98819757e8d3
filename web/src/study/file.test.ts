// Files with many games.
import { describe, expect, test } from "vitest";
import { fits, OpenedFile } from "./file.svelte";
import { testRules } from "../tests/rules";

const bytesOf = (lines: readonly string[]) => new TextEncoder().encode(lines.join("\n"));
const GAMES = Array.from({ length: 1234 }, (_, index) => (index % 2 === 0 ? "f5d6c3" : "d3"));

describe("a file", () => {
  test("is read in portions, between which the page goes on", async () => {
    const file = new OpenedFile(testRules, [bytesOf(GAMES)]);
    const seen: number[] = [];
    await file.read(() => {
      seen.push(file.count);
      return Promise.resolve();
    });
    expect(seen).toEqual([500, 1000, 1234]);
    expect([file.state, file.failures, file.entryAt(1)?.transcript]).toEqual(["done", 0, "d3"]);
    expect([file.entryAt(1234), file.indexAt(1233), file.indexAt(1234)]).toEqual([null, 1233, null]);
  });

  test("can be stopped; what was read stays", async () => {
    const file = new OpenedFile(testRules, [bytesOf(GAMES)]);
    await file.read(() => {
      file.stop();
      return Promise.resolve();
    });
    expect([file.state, file.count]).toEqual(["stopped", 500]);
  });

  test("has its good games, and counts those that are wrong", async () => {
    const file = new OpenedFile(testRules, [bytesOf(["f5", "nonsense", "d3"])]);
    await file.read(() => Promise.resolve());
    expect([file.count, file.failures, file.firstFailure?.problem]).toEqual([2, 1, "malformed"]);
  });

  test("is searched while it is read, and after", async () => {
    const file = new OpenedFile(testRules, [bytesOf(GAMES)]);
    file.look(" D3");
    const seen: number[] = [];
    await file.read(() => {
      seen.push(file.nFound);
      return Promise.resolve();
    });
    expect(seen).toEqual([250, 500, 617]);
    expect([file.indexAt(0), file.indexAt(616), file.indexAt(617)]).toEqual([1, 1233, null]);
    expect([file.rowOf(3), file.rowOf(4)]).toEqual([1, null]);
    file.look("");
    expect([file.nFound, file.indexAt(4), file.rowOf(4), file.rowOf(1234)]).toEqual([1234, 4, 4, null]);
    file.look("nobody");
    expect([file.nFound, file.indexAt(0)]).toEqual([0, null]);
  });

  test("is searched by names and by first moves", () => {
    const game = {
      kind: "game",
      start: "",
      transcript: "f5d6",
      black: "Doe Jane",
      white: "Bob",
      branches: "",
      event: "",
    } as const;
    expect(["jane", " BOB ", "f5d", "F5", "d6", "eve"].map((wanted) => fits(game, wanted))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
