// What presses, keys and new positions do to a board.
import { beforeEach, describe, expect, test } from "vitest";
import type { Intent } from "./events";
import { fateOfPremove } from "./premove";
import { indexOf, type Square } from "./squares";
import { BoardState, type Permission } from "./state.svelte";

const START = "---------------------------OX------XO--------------------------- X";
const AFTER_F5 = "---------------------------OX------XXX-------------------------- O";
const TURN: Permission = {
  legal: ["d3", "c4", "f5", "e6"],
  playable: true,
  premovable: false,
  premove: null,
  confirm: "none",
};
const TWO_TAP: Permission = { ...TURN, confirm: "two-tap" };
const WAITING: Permission = { ...TURN, playable: false, premovable: true };

let board: BoardState;
beforeEach(() => {
  board = new BoardState();
  board.show(START, null);
});

function press(square: Square, permission: Permission) {
  return board.handle({ kind: "press", square }, permission, false);
}

function keys(intents: Intent[], rotated = false) {
  return intents.map((intent) => board.handle(intent, TURN, rotated));
}

describe("a press on the user's turn", () => {
  test("plays a legal move", () => expect(press("f5", TURN)).toEqual({ kind: "move", square: "f5" }));

  test("refuses another square", () => {
    expect(press("a1", TURN)).toEqual({ kind: "illegal", square: "a1" });
    expect(press("d4", TURN)).toEqual({ kind: "illegal", square: "d4" });
  });

  test("needs a second one on the same square, if the user wants that", () => {
    expect(press("f5", TWO_TAP)).toEqual({ kind: "chosen", square: "f5" });
    expect(board.previewed).toBe("f5");
    expect(press("d3", TWO_TAP)).toEqual({ kind: "chosen", square: "d3" });
    expect(press("d3", TWO_TAP)).toEqual({ kind: "move", square: "d3" });
    expect(board.chosen).toBeNull();
  });

  test("on an illegal square takes the choice back", () => {
    press("f5", TWO_TAP);
    press("a1", TWO_TAP);
    expect(press("f5", TWO_TAP)).toEqual({ kind: "chosen", square: "f5" });
  });

  test("a new position takes the choice back", () => {
    press("f5", TWO_TAP);
    board.show(AFTER_F5, "f5");
    expect(board.chosen).toBeNull();
  });
});

describe("a press out of turn", () => {
  test("does nothing for those who watch", () => {
    expect(press("f5", { ...WAITING, premovable: false })).toEqual({ kind: "nothing" });
  });

  test("is a premove; a second one or Esc drops it", () => {
    expect(press("f4", WAITING)).toEqual({ kind: "premove", square: "f4" });
    const waiting: Permission = { ...WAITING, premove: "f4" };
    expect(press("c3", waiting)).toEqual({ kind: "premove", square: "c3" });
    expect(press("f4", waiting)).toEqual({ kind: "premove", square: null });
    expect(board.handle({ kind: "cancel" }, waiting, false)).toEqual({ kind: "premove", square: null });
  });

  test("on a disc is no premove", () => {
    expect(press("d4", WAITING)).toEqual({ kind: "illegal", square: "d4" });
  });
});

describe("what becomes of a premove", () => {
  const now = { position: AFTER_F5, legal: ["f4", "d6", "f6"], myTurn: true, over: false };

  test("it is played when it is legal, and dropped when it is not", () => {
    expect(fateOfPremove("f4", now)).toBe("play");
    expect(fateOfPremove("a1", now)).toBe("drop");
  });

  test("it waits while the opponent is to move, unless its square is taken", () => {
    expect(fateOfPremove("f4", { ...now, myTurn: false })).toBe("wait");
    expect(fateOfPremove("f5", { ...now, myTurn: false })).toBe("drop");
  });

  test("it ends with the game", () => expect(fateOfPremove("f4", { ...now, over: true })).toBe("drop"));
});

describe("keys", () => {
  test("move the focus and stop at the edges", () => {
    board.focused = "b1";
    keys([
      { kind: "step", step: "left" },
      { kind: "step", step: "left" },
      { kind: "step", step: "up" },
    ]);
    expect(board.focused).toBe("a1");
    keys([{ kind: "step", step: "row-end" }]);
    expect(board.focused).toBe("h1");
    keys([{ kind: "step", step: "column-end" }]);
    expect(board.focused).toBe("h8");
    keys([{ kind: "step", step: "first" }]);
    expect(board.focused).toBe("a1");
  });

  test("go where the eye goes on a rotated board", () => {
    board.focused = "d4";
    keys([{ kind: "step", step: "right" }], true);
    expect(board.focused).toBe("c4");
    keys([{ kind: "step", step: "down" }], true);
    expect(board.focused).toBe("c3");
    keys([{ kind: "step", step: "row-start" }], true);
    expect(board.focused).toBe("h3");
  });

  test("type a square", () => {
    expect(keys([{ kind: "type", key: "f" }])).toEqual([{ kind: "nothing" }]);
    expect(board.typed).toBe("f");
    expect(keys([{ kind: "type", key: "5" }])).toEqual([{ kind: "focus" }]);
    expect([board.typed, board.focused]).toEqual(["", "f5"]);
  });

  test("a second letter takes the place of the first, Backspace and Esc clear it", () => {
    keys([
      { kind: "type", key: "f" },
      { kind: "type", key: "c" },
    ]);
    expect(board.typed).toBe("c");
    keys([{ kind: "type", key: "Backspace" }]);
    expect(board.typed).toBe("");
    keys([{ kind: "type", key: "c" }, { kind: "cancel" }]);
    expect(board.typed).toBe("");
  });

  test("digits without a letter, and Esc with nothing to cancel, are left to the page", () => {
    expect(
      keys([{ kind: "type", key: "5" }, { kind: "type", key: "Backspace" }, { kind: "cancel" }]),
    ).toEqual([{ kind: "ignored" }, { kind: "ignored" }, { kind: "ignored" }]);
  });
});

describe("a new position", () => {
  test("has its turned discs in order", () => {
    board.show(AFTER_F5, "f5");
    expect(board.discs[indexOf("f5")]).toBe("black");
    expect(board.flipOrder[indexOf("e5")]).toBe(0);
    expect(board.flipOrder.filter((order) => order !== null)).toHaveLength(1);
    expect(board.toMove).toBe("white");
  });

  test("turns nothing when it is the first one or a step back", () => {
    const fresh = new BoardState();
    fresh.show(AFTER_F5, "f5");
    expect(fresh.flipOrder.every((order) => order === null)).toBe(true);
    board.show(AFTER_F5, "f5");
    board.show(START, null);
    expect(board.flipOrder.every((order) => order === null)).toBe(true);
  });
});
