// Values and arrows over a board.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, describe, expect, test } from "vitest";
import Board from "./Board.svelte";
import type { OverlayMark } from "./overlay";

const OPENING = {
  position: "---------------------------OX------XO--------------------------- X",
  legal: ["d3", "c4", "f5", "e6"],
  playable: true,
};
const MARKS: readonly OverlayMark[] = [
  { kind: "value", square: "f5", text: "+4", certainty: "exact" },
  { kind: "value", square: "d3", text: "-2.5", certainty: "estimate" },
  { kind: "arrow", from: "e6", to: "a6" },
];

afterEach(cleanup);

describe("the overlay", () => {
  test("has values in the middle of their squares, also rotated", async () => {
    const { container, rerender } = render(Board, { ...OPENING, overlay: MARKS });
    const places = () =>
      [...container.querySelectorAll(".overlay text")].map((text) => [
        text.textContent,
        text.getAttribute("x"),
        text.getAttribute("y"),
      ]);
    expect(places()).toEqual([
      ["+4", "5.5", "4.5"],
      ["-2.5", "3.5", "2.5"],
    ]);
    await rerender({ rotated: true });
    expect(places()[0]).toEqual(["+4", "2.5", "3.5"]);
  });

  test("a depth stands below its value, a best move has a ring, and a slip a plate", () => {
    const overlay: readonly OverlayMark[] = [
      { kind: "value", square: "f5", text: "+2.3", certainty: "estimate", below: "14", tone: "best" },
      { kind: "value", square: "d3", text: "0", certainty: "exact", tone: "slip" },
      { kind: "frame", square: "a1" },
    ];
    const { container } = render(Board, { ...OPENING, overlay });
    const texts = [...container.querySelectorAll(".overlay text")];
    expect(texts.map(({ textContent }) => textContent)).toEqual(["+2.3", "14", "0"]);
    const [value, depth] = texts.map((text) => Number(text.getAttribute("y")));
    expect(Number(value)).toBeLessThan(Number(depth));
    expect(container.querySelector(".overlay circle")?.getAttribute("cx")).toBe("5.5");
    expect(container.querySelectorAll(".overlay .slip .chip")).toHaveLength(1);
    expect(Number(container.querySelector(".overlay rect:not(.chip)")?.getAttribute("x"))).toBeCloseTo(0.05);
  });

  test("a value stands in the place of the mark of a legal move", () => {
    const { container } = render(Board, { ...OPENING, overlay: MARKS });
    const marked = [...container.querySelectorAll(".square.legal")].map((square) =>
      square.getAttribute("data-square"),
    );
    expect(marked).toEqual(["c4", "e6"]);
  });

  test("arrows begin and end at their squares", () => {
    const { container } = render(Board, { ...OPENING, overlay: MARKS });
    expect(container.querySelector(".overlay path")?.getAttribute("d")).toMatch(/^M4\.3 5\.5L0\.7 5\.5M/);
  });

  test("is hidden from screen readers, which hear notes instead", () => {
    const { container } = render(Board, {
      ...OPENING,
      overlay: MARKS,
      note: (square) => (square === "f5" ? "plus 4" : null),
    });
    expect(container.querySelector(".overlay")?.getAttribute("aria-hidden")).toBe("true");
    expect(container.querySelector('[data-square="f5"]')?.getAttribute("aria-label")).toBe(
      "f5, empty, legal, plus 4",
    );
  });
});
