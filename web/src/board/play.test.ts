// A whole game on the board: by the keyboard alone, and with as little change of the page as a move needs.
import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import Board from "./Board.svelte";
import MiniBoard from "./MiniBoard.svelte";
import { SQUARES } from "./squares";

/** The shortest game, a wipe-out: each move, the position after it and the legal moves there. */
const GAME = [
  ["", "---------------------------OX------XO--------------------------- X", "d3 c4 f5 e6"],
  ["e6", "---------------------------OX------XX-------X------------------- O", "f4 d6 f6"],
  ["f4", "---------------------------OOO-----XX-------X------------------- X", "c3 d3 e3 f3 g3"],
  ["e3", "--------------------X------OXO-----XX-------X------------------- O", "d2 f2 d6 f6"],
  ["f6", "--------------------X------OXO-----XO-------XO------------------ X", "d3 c4 g4 c5 f5 g5 g6"],
  ["g5", "--------------------X------OXX-----XO-X-----XO------------------ O", "e2 f2 g3 g4 h4 c5 d6 e7"],
  ["d6", "--------------------X------OXX-----OO-X----OOO------------------ X", "c4 c5 c6 c7 e7"],
  ["e7", "--------------------X------OXX-----OX-X----OXX------X----------- O", "f2 f3 g3 g4 f5 g6 f7 g7 f8"],
  ["f5", "--------------------X------OXX-----OOOX----OXX------X----------- X", "c3 c4 g4 c5 c6 g6 c7"],
  ["c5", "--------------------X------XXX----XXXXX----XXX------X----------- O", ""],
] as const;

function propsAt(ply: number) {
  const [move, position, legal] = GAME[ply] ?? GAME[0];
  const over = ply === GAME.length - 1;
  return { position, legal: legal === "" ? [] : legal.split(" "), lastMove: move || null, playable: !over };
}

afterEach(cleanup);

function focusedSquare(): string {
  return document.activeElement?.getAttribute("data-square") ?? "";
}

async function key(name: string): Promise<void> {
  const target = document.activeElement;
  if (!(target instanceof HTMLElement)) throw new Error("nothing has the focus");
  await fireEvent.keyDown(target, { key: name });
}

/** Goes to a square with the arrow keys. */
async function goTo(square: string): Promise<void> {
  for (const [at, less, more] of [
    [0, "ArrowLeft", "ArrowRight"],
    [1, "ArrowUp", "ArrowDown"],
  ] as const) {
    while (focusedSquare().charAt(at) !== square.charAt(at)) {
      await key(focusedSquare().charAt(at) > square.charAt(at) ? less : more);
    }
  }
}

describe("a whole game by the keyboard", () => {
  test.each(["arrows", "typed squares"])("with %s", async (how) => {
    const onMove = vi.fn();
    const { component, rerender } = render(Board, { ...propsAt(0), onMove });
    component.focus();
    for (const [ply, [move]] of GAME.entries()) {
      if (ply === 0) continue;
      if (how === "arrows") await goTo(move);
      else for (const letter of move) await key(letter);
      expect(focusedSquare()).toBe(move);
      expect(document.activeElement?.getAttribute("aria-label")).toMatch(/, empty, legal$/);
      // A browser makes a click of Enter and of Space on a button; jsdom does not.
      if (document.activeElement instanceof HTMLButtonElement) document.activeElement.click();
      await vi.waitFor(() => expect(onMove).toHaveBeenLastCalledWith(move));
      await rerender(propsAt(ply));
      expect(focusedSquare(), "the focus stays").toBe(move);
    }
    expect(onMove).toHaveBeenCalledTimes(9);
    expect(document.querySelectorAll(".disc.black")).toHaveLength(13);
    expect(document.querySelectorAll(".disc.white")).toHaveLength(0);
  });
});

/** Lets a change happen and returns what it changed in the page. */
async function changes(root: Element, change: () => Promise<void>): Promise<MutationRecord[]> {
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((told) => records.push(...told));
  observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  await change();
  records.push(...observer.takeRecords());
  observer.disconnect();
  return records;
}

describe("only what a move changes is changed in the page", () => {
  test("on a board: the squares whose discs, legality or mark changed", async () => {
    const [before, after] = [propsAt(4), propsAt(5)];
    const { container, rerender } = render(Board, before);
    const records = await changes(container, () => rerender(after));
    const squareOf = ({ target }: MutationRecord) =>
      target instanceof Element ? target.closest("[data-square]")?.getAttribute("data-square") : undefined;
    const expected = SQUARES.filter(
      (square, index) =>
        before.position[index] !== after.position[index] ||
        before.legal.includes(square) !== after.legal.includes(square) ||
        square === before.lastMove ||
        square === after.lastMove,
    );
    expect(new Set(records.map(squareOf))).toEqual(new Set(expected));
    // The name and the class of each, and of the discs.
    expect(records.length).toBeLessThanOrEqual(2 * expected.length + 6);
  });

  test("nothing, if the same position is shown again", async () => {
    const { container, rerender } = render(Board, propsAt(4));
    expect(await changes(container, () => rerender(propsAt(4)))).toEqual([]);
  });

  test("on a mini-board: two paths, the mark and the name", async () => {
    const { container, rerender } = render(MiniBoard, { position: GAME[4][1], lastMove: GAME[4][0] });
    const records = await changes(container, () => rerender({ position: GAME[5][1], lastMove: GAME[5][0] }));
    expect(records.length).toBeLessThanOrEqual(5);
  });
});

describe("the mini-board", () => {
  test("is a picture with a name", async () => {
    const { getByRole, rerender } = render(MiniBoard, { position: GAME[1][1] });
    expect(getByRole("img").getAttribute("aria-label")).toBe("Black 4, White 1, White to move");
    await rerender({ label: "alice – bob" });
    expect(getByRole("img").getAttribute("aria-label")).toBe("alice – bob");
  });

  test("draws every disc where it lies, also rotated", async () => {
    const { container, rerender } = render(MiniBoard, { position: GAME[1][1], lastMove: "e6" });
    const discs = () => container.querySelector("path.white")?.getAttribute("d");
    expect(discs()).toMatch(/^M3\.1 3\.5a/);
    expect(container.querySelector(".last")?.getAttribute("cx")).toBe("4.5");
    await rerender({ rotated: true });
    expect(discs()).toMatch(/^M4\.1 4\.5a/);
    expect(container.querySelector(".last")?.getAttribute("cx")).toBe("3.5");
  });
});
