// The address of the archive.
import { expect, test } from "vitest";
import { USUAL_START } from "../../state/games-new.svelte";
import { readAddress, writeAddress } from "./address";

const NOTHING = { text: null, game: null, start: USUAL_START, moves: "", ply: 0 };
const CELLS = `${"-".repeat(18)}XX${"-".repeat(7)}OXX${"-".repeat(6)}XO${"-".repeat(28)}`.slice(0, 64);

test.each([
  ["", NOTHING],
  ["?text=ito+1998", { ...NOTHING, text: "ito 1998" }],
  ["?text=", { ...NOTHING, text: "" }],
  ["?text=%E8%99%8E&game=17&ply=9", { ...NOTHING, text: "虎", game: 17, ply: 9 }],
  [
    `?text=x&start=${CELLS}_O&moves=c3&ply=1`,
    { text: "x", game: null, start: `${CELLS} O`, moves: "c3", ply: 1 },
  ],
  ["?moves=f5d6&ply=2", { ...NOTHING, moves: "f5d6", ply: 2 }],
])("%s is read and written", (query, address) => {
  expect(readAddress(query)).toEqual(address);
  expect(writeAddress(address)).toBe(query);
});

test("what is damaged is left out", () => {
  expect(readAddress("?game=x&start=x&moves=z9&ply=-1")).toEqual(NOTHING);
  expect(readAddress("?moves=F5D6").moves).toBe("f5d6");
});
