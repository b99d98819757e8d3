// The address of the opening book.
import { describe, expect, test } from "vitest";
import { NO_LINE, readAddress, writeAddress, type BookAddress } from "./address";

const OTHER = `${"-".repeat(27)}XO------OX${"-".repeat(27)} O`;

describe("an address of the book", () => {
  test.each<[string, BookAddress]>([
    ["", { record: NO_LINE, book: "shipped" }],
    ["?book=server", { record: NO_LINE, book: "server" }],
    ["?moves=f5d6c3&ply=2", { record: { ...NO_LINE, moves: ["f5", "d6", "c3"], ply: 2 }, book: "shipped" }],
    ["?moves=f5&ply=1&book=server", { record: { ...NO_LINE, moves: ["f5"], ply: 1 }, book: "server" }],
  ])("%s", (query, address) => {
    expect(readAddress(query)).toEqual(address);
    expect(writeAddress(address)).toBe(query);
  });

  test("may begin at another position", () => {
    const record = { ...NO_LINE, start: OTHER };
    expect(readAddress(writeAddress({ record, book: "shipped" }))).toEqual({ record, book: "shipped" });
  });

  test("that is damaged names no line", () => {
    expect(readAddress("?moves=f9").record).toBeNull();
    expect(readAddress("?start=XO&book=server")).toEqual({ record: null, book: "server" });
    expect(readAddress("?book=other")).toEqual({ record: NO_LINE, book: "shipped" });
  });
});
