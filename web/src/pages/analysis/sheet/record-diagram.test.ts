// Tests of the record sheet's diagram.
import { expect, it } from "vitest";
import { USUAL_START } from "../../../state/games-new.svelte";
import { recordDiagramOf } from "./record-diagram";

it("numbers the moves on their squares, without passes", () => {
  const moves = [
    { side: "black", move: "f5" },
    { side: "white", move: "pass" },
    { side: "black", move: "d6" },
  ] as const;
  const picture = new DOMParser().parseFromString(
    recordDiagramOf(USUAL_START, moves, "a <record>"),
    "image/svg+xml",
  );
  expect(picture.querySelector("parsererror")).toBeNull();
  expect(picture.querySelector("title")?.textContent).toBe("a <record>");
  const numbers = [...picture.querySelectorAll("text")].filter(
    (text) => text.getAttribute("font-size") === "0.4",
  );
  expect(numbers.map((text) => [text.textContent, text.getAttribute("x")])).toEqual([
    ["1", "6.25"],
    ["2", "4.25"],
  ]);
  // The four discs of the start, and those of the two moves.
  expect(picture.querySelectorAll("circle")).toHaveLength(6);
});
