// The position on paper.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import { firstLegalGame, START, testRules } from "../../../tests/rules";
import { Study } from "../../../study/study.svelte";
import { words } from "../../../words";
import Sheet from "./Sheet.svelte";

afterEach(cleanup);

function sheetOf(moves: readonly string[]): string {
  // Passes are plies, too: the last position is wanted.
  const study = new Study(testRules, { start: START, moves, black: "ann", white: "bob" }, 99);
  render(Sheet, { study, kind: "position", diagram: "<svg></svg>" });
  return document.querySelector(".sheet")?.textContent ?? "";
}

test("nobody is to move when the game is over", () => {
  expect(sheetOf(["f5"])).toContain(words.table.sheet.toMove.white);
  cleanup();
  const sheet = sheetOf(firstLegalGame());
  for (const sentence of Object.values(words.table.sheet.toMove)) expect(sheet).not.toContain(sentence);
});
