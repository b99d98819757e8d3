// Pasted positions.
import { expect, test } from "vitest";
import { readPosition } from "./position";

const CELLS = `${"-".repeat(27)}OX${"-".repeat(6)}XO${"-".repeat(27)}`;

test.each([
  [`${CELLS} X`, `${CELLS} X`],
  [`${CELLS}/O`, `${CELLS} O`],
  [CELLS, `${CELLS} X`],
  [CELLS.replaceAll("X", "*").replaceAll("-", "."), `${CELLS} X`],
  [
    CELLS.replaceAll("X", "b")
      .replaceAll("O", "w")
      .replace(/(.{8})/g, "$1\n"),
    `${CELLS} X`,
  ],
])("%j", (text, position) => expect(readPosition(text)).toBe(position));

test.each(["", "X", `${CELLS} -`, `${CELLS}XO`, CELLS.replace("X", "q")])("not %j", (text) =>
  expect(readPosition(text)).toBeNull(),
);
