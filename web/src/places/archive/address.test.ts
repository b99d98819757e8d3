// The address of the archive.
import { expect, test } from "vitest";
import { readAddress, writeAddress } from "./address";

const NOTHING = { text: null, game: null, moves: "", ply: 0 };

test.each([
  ["", NOTHING],
  ["?text=ito+1998", { ...NOTHING, text: "ito 1998" }],
  ["?text=", { ...NOTHING, text: "" }],
  ["?text=%E8%99%8E&game=17&ply=9", { text: "虎", game: 17, moves: "", ply: 9 }],
  ["?moves=f5d6&ply=2", { ...NOTHING, moves: "f5d6", ply: 2 }],
])("%s is read and written", (query, address) => {
  expect(readAddress(query)).toEqual(address);
  expect(writeAddress(address)).toBe(query);
});

test("what is damaged is left out", () => {
  expect(readAddress("?game=x&moves=z9&ply=-1")).toEqual(NOTHING);
  expect(readAddress("?moves=F5D6").moves).toBe("f5d6");
});
