// What small boards are called.
import { expect, test } from "vitest";
import { miniName } from "./MiniBoard.svelte";

test("a full board has nobody to move, whatever side the position names", () => {
  const full = `${"X".repeat(40)}${"O".repeat(24)}`;
  for (const side of ["X", "O"]) expect(miniName(`${full} ${side}`)).not.toMatch(/to move/);
  expect(miniName(`${full.slice(1)}- O`)).toMatch(/White to move/);
});
