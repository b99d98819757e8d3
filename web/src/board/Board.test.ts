// The board as browsers and screen readers meet it.
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import Board from "./Board.svelte";
import { HOLD_MS } from "./events";

const START = "---------------------------OX------XO--------------------------- X";
const AFTER_F5 = "---------------------------OX------XXX-------------------------- O";
const OPENING = { position: START, legal: ["d3", "c4", "f5", "e6"], playable: true };
const TURNS: Record<string, string[]> = { d3: ["d4"], c4: ["d4"], f5: ["e5"], e6: ["e5"] };
const preview = (square: string) => TURNS[square] ?? [];

afterEach(cleanup);

function cell(square: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-square="${square}"]`);
  if (!found) throw new Error(square);
  return found;
}

/** jsdom has no pointer events of its own. */
function pointer(what: string, target: HTMLElement, pointerType: "mouse" | "touch") {
  const event = new MouseEvent(`pointer${what}`, { bubbles: true, cancelable: true });
  return fireEvent(target, Object.assign(event, { pointerType }));
}

describe("roles and names", () => {
  test("a grid of eight rows with eight buttons each", () => {
    render(Board, OPENING);
    const rows = within(screen.getByRole("grid", { name: "Board" })).getAllByRole("row");
    expect(rows).toHaveLength(8);
    rows.forEach((row) => {
      expect(within(row).getAllByRole("gridcell")).toHaveLength(8);
      expect(within(row).getAllByRole("button")).toHaveLength(8);
    });
  });

  test("squares are named by what lies on them and what a move does", () => {
    render(Board, { ...OPENING, preview });
    expect(cell("f5").getAttribute("aria-label")).toBe("f5, empty, legal, turns 1");
    expect(cell("d4").getAttribute("aria-label")).toBe("d4, white");
    expect(cell("a1").getAttribute("aria-label")).toBe("a1, empty");
  });

  test("without rules the number of discs is left out; out of turn nothing is legal", async () => {
    const { rerender } = render(Board, OPENING);
    expect(cell("f5").getAttribute("aria-label")).toBe("f5, empty, legal");
    await rerender({ position: AFTER_F5, lastMove: "f5", playable: false });
    expect(cell("f5").getAttribute("aria-label")).toBe("f5, black, last move");
    expect(cell("d3").getAttribute("aria-label")).toBe("d3, empty");
  });

  test("a rotated board begins with h8", () => {
    render(Board, { ...OPENING, rotated: true });
    expect(screen.getAllByRole("button")[0]?.getAttribute("aria-label")).toBe("h8, empty");
  });
});

describe("focus", () => {
  test("the Tab key reaches one square, the arrows move it", async () => {
    render(Board, OPENING);
    const reachable = () => screen.getAllByRole("button").filter((button) => button.tabIndex === 0);
    expect(reachable()).toEqual([cell("d4")]);
    cell("d4").focus();
    await fireEvent.keyDown(cell("d4"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(cell("e4"));
    expect(reachable()).toEqual([cell("e4")]);
    await fireEvent.keyDown(cell("e4"), { key: "PageDown" });
    expect(document.activeElement).toBe(cell("e8"));
  });

  test("a typed square gets the focus", async () => {
    const { component, container } = render(Board, OPENING);
    cell("d4").focus();
    await fireEvent.keyDown(cell("d4"), { key: "f" });
    expect(container.querySelector(".typing")?.textContent).toBe("f");
    await fireEvent.keyDown(cell("d4"), { key: "5" });
    expect(document.activeElement).toBe(cell("f5"));
    expect(component.type("c")).toBe(true);
    expect(component.type("4")).toBe(true);
    expect(document.activeElement).toBe(cell("c4"));
    expect(component.type("x")).toBe(false);
  });

  test("letters mean nothing when single keys are off", async () => {
    const { component, container } = render(Board, { ...OPENING, typing: false });
    await fireEvent.keyDown(cell("d4"), { key: "f" });
    expect(container.querySelector(".typing")).toBeNull();
    expect(component.type("f")).toBe(false);
  });
});

describe("playing", () => {
  test("a click on a legal square is a move, on another one a refusal", async () => {
    const [onMove, onIllegal] = [vi.fn(), vi.fn()];
    render(Board, { ...OPENING, onMove, onIllegal });
    await fireEvent.click(cell("f5"));
    await vi.waitFor(() => expect(onMove.mock.calls).toEqual([["f5"]]));
    await fireEvent.click(cell("a1"));
    expect(onIllegal.mock.calls).toEqual([["a1"]]);
  });

  test("a move is drawn before it is told, once, and stays if it was played", async () => {
    const told: string[] = [];
    const { rerender } = render(Board, {
      ...OPENING,
      preview,
      onMove: (square: string) => {
        told.push(square);
        void rerender({ position: AFTER_F5, lastMove: "f5", playable: false });
      },
    });
    await fireEvent.click(cell("f5"));
    expect([told, cell("f5").getAttribute("aria-label")]).toEqual([[], "f5, black, last move"]);
    expect(cell("e5").querySelector(".disc.black.flipping")).not.toBeNull();
    await fireEvent.click(cell("d3"));
    await vi.waitFor(() => expect(told).toEqual(["f5"]));
    await tick();
    expect(cell("e5").querySelector(".disc.black.flipping"), "it goes on turning").not.toBeNull();
    expect(cell("d3").querySelector(".disc")).toBeNull();
  });

  test("a move that is not played after all is taken away", async () => {
    const onMove = vi.fn();
    render(Board, { ...OPENING, preview, onMove });
    await fireEvent.click(cell("f5"));
    expect(cell("f5").querySelector(".disc")).not.toBeNull();
    await vi.waitFor(() => expect(onMove).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(cell("f5").querySelector(".disc")).toBeNull());
    expect([cell("e5").querySelector(".disc.white") !== null, cell("d3").className]).toEqual([
      true,
      expect.stringContaining("legal"),
    ]);
  });

  test("two taps", async () => {
    const [onMove, onChosen] = [vi.fn(), vi.fn()];
    render(Board, { ...OPENING, confirm: "two-tap", onMove, onChosen });
    await fireEvent.click(cell("f5"));
    expect(onChosen.mock.calls).toEqual([["f5"]]);
    expect(cell("f5").getAttribute("aria-label")).toBe("f5, empty, legal, chosen, press again to play");
    await fireEvent.click(cell("f5"));
    await vi.waitFor(() => expect(onMove.mock.calls).toEqual([["f5"]]));
  });

  test("a premove out of turn, dropped by Esc", async () => {
    const onPremove = vi.fn();
    const { rerender } = render(Board, { ...OPENING, playable: false, side: "white", onPremove });
    await fireEvent.click(cell("f4"));
    expect(onPremove.mock.calls).toEqual([["f4"]]);
    await rerender({ premove: "f4" });
    expect(cell("f4").getAttribute("aria-label")).toBe("f4, empty, premove");
    await fireEvent.keyDown(cell("f4"), { key: "Escape" });
    expect(onPremove.mock.calls).toEqual([["f4"], [null]]);
  });
});

describe("preview", () => {
  test("under the mouse", async () => {
    render(Board, { ...OPENING, preview });
    await pointer("over", cell("f5"), "mouse");
    expect(cell("e5").className).toContain("would-be-black");
    expect(cell("f5").querySelector(".ghost.black")).not.toBeNull();
    await pointer("leave", screen.getByRole("grid"), "mouse");
    expect(cell("e5").className).not.toContain("would-be-black");
  });

  test("under a long press, which plays nothing", async () => {
    vi.useFakeTimers();
    const onMove = vi.fn();
    render(Board, { ...OPENING, preview, onMove });
    await pointer("down", cell("f5"), "touch");
    vi.advanceTimersByTime(HOLD_MS);
    flushSync();
    expect(cell("e5").className).toContain("would-be-black");
    await pointer("up", cell("f5"), "touch");
    await fireEvent.click(cell("f5"));
    expect(onMove).not.toHaveBeenCalled();
    expect(cell("e5").className).not.toContain("would-be-black");
    await pointer("down", cell("f5"), "touch");
    await pointer("up", cell("f5"), "touch");
    await fireEvent.click(cell("f5"));
    vi.runAllTimers();
    expect(onMove.mock.calls).toEqual([["f5"]]);
    vi.useRealTimers();
  });
});
