// Remarks and variations as text.
import { expect, test } from "vitest";
import { branchesOf } from "./branches";

test("remarks and variations are read, and what was left out", () => {
  const text = ["2", "0", "", "a game", "1", "f6", "", "3", "", "here", "v0", "e6", "two"].join("\u001f");
  expect(branchesOf(text)).toEqual({
    leftOut: 2,
    branches: [
      { after: { ply: 0 }, move: null, comment: "a game" },
      { after: { ply: 1 }, move: "f6", comment: "" },
      { after: { ply: 3 }, move: null, comment: "here" },
      { after: { branch: 1 }, move: "e6", comment: "two" },
    ],
  });
  expect(branchesOf("")).toEqual({ leftOut: 0, branches: [] });
});
