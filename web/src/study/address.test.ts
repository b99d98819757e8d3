// The address of an analysis.
import { describe, expect, test } from "vitest";
import { addressOfGame, learnOf, readAddress, writeAddress, type RecordAddress } from "./address";
import { START } from "../tests/rules";

const SET_UP = `${"-".repeat(26)}XOXO${"-".repeat(34)} O`;
const GAME: RecordAddress = { start: START, moves: ["f5", "d6"], ply: 1, black: "", white: "" };

describe("the address of a record", () => {
  test.each<[string, RecordAddress]>([
    ["?moves=f5d6&ply=1", GAME],
    [`?start=${SET_UP.replace(" ", "_")}&moves=`, { ...GAME, start: SET_UP, moves: [], ply: null }],
    ["?moves=f5d6&ply=1&black=Doe+Jane&white=%E3%81%82", { ...GAME, black: "Doe Jane", white: "あ" }],
  ])("%s", (query, record) => {
    expect(writeAddress(record)).toBe(query);
    expect(readAddress(query)).toEqual(record);
  });

  test("leaves passes out, which the rules find again", () => {
    expect(writeAddress({ ...GAME, moves: ["f5", "pass", "d6"], ply: 3 })).toBe("?moves=f5d6&ply=3");
  });

  test("names no record without moves and start", () => {
    expect(readAddress("")).toBeNull();
    expect(readAddress("?ply=3")).toBeNull();
  });

  test.each([
    "?moves=f5x9",
    "?moves=f5d",
    `?moves=${"f5".repeat(65)}`,
    "?start=XO",
    `?start=${"-".repeat(64)}`,
  ])("%s is damaged", (query) => expect(readAddress(query)).toBe("bad"));

  test("says whose mistakes are to be learnt from", () => {
    expect(learnOf("?moves=f5&learn=white")).toBe("white");
    expect(learnOf("?moves=f5&learn=red")).toBeNull();
  });

  test("takes capital letters, and ignores a ply that is none", () => {
    expect(readAddress("?moves=F5D6&ply=x")).toEqual({ ...GAME, ply: null });
  });
});

describe("a game of the server", () => {
  type Finished = Parameters<typeof addressOfGame>[0];
  const game = (more: object): Finished => ({
    state: { initial: START } as Finished["state"],
    isOver: true,
    moves: ["f5", "pass", "d6"],
    view: { ply: 3, position: START, lastMove: null, flipped: [], legal: [], playable: false },
    nameOf: (side) => (side === "black" ? "alice" : "bob"),
    ...more,
  });

  test("has an address when it is over", () => {
    expect(addressOfGame(game({}))).toBe("/analysis?moves=f5d6&ply=3&black=alice&white=bob");
  });

  test("has none while it goes on, or without moves", () => {
    expect(addressOfGame(game({ isOver: false }))).toBeNull();
    expect(addressOfGame(game({ moves: [] }))).toBeNull();
    expect(addressOfGame(game({ state: null }))).toBeNull();
  });
});
