// Tests of the character sets of record files.
import { expect, test } from "vitest";
import { inUtf8 } from "./encodings";

/** The bytes of a text of which each character is one. */
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const read = (text: string) => new TextDecoder().decode(inUtf8(bytesOf(text)));

test("character sets are told by marks and names, or guessed", () => {
  for (const [bytes, text] of [
    ["f5d6", "f5d6"],
    ["\xfe\xff\0f\x005", "f5"],
    ["\xff\xfef\x005\0", "f5"],
    ["# \x8a\xfb\x95\x88\nf5", "# 棋譜\nf5"],
    ["f5\tRen\xe9\n", "f5\tRené\n"],
    ["(;GM[2]PB[Ren\xe9])", "(;GM[2]PB[René])"],
    ["(;GM[2]CA[Shift_JIS]PB[\x91\xba\x8f\xe3])", "(;GM[2]CA[Shift_JIS]PB[村上])"],
    ["(;CA[ISO-2022-JP]PB[\x1b$BB<\x1b(B])", "(;CA[ISO-2022-JP]PB[村])"],
  ] as const) {
    expect(read(bytes)).toBe(text);
  }
});

test("UTF-8, binary files and unknown character sets stay as they are", () => {
  for (const bytes of [
    new TextEncoder().encode("名 f5"),
    bytesOf("\x14\x1a\x0b\x16\x01\0\0\0\0\0\xea\x07\0\0\x18\0"),
    bytesOf("(;CA[Klingon]PB[\xff])"),
  ]) {
    expect(inUtf8(bytes)).toBe(bytes);
  }
});
