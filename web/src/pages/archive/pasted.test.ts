// What the archive searches of a pasted text.
import { expect, test } from "vitest";
import type { ReadGame, ReadPosition } from "../../rules";
import { USUAL_START } from "../../state/games-new.svelte";
import { searchable } from "./pasted";

const GGF = "(;GM[Othello]PC[GGS/os]PB[ant]PW[edax]BO[8 ... *]B[F5//0.1]W[D6]W[PA];)";
const PLAYED = "------------------O----------OX------XX-------X----------------- O";
const AFTER = PLAYED.replace("O-----", "O----X");

/** Rules that read one game, whatever the text. */
function reading(game: Partial<ReadGame>, before: readonly ReadPosition[] = []) {
  const read: ReadGame = {
    kind: "game",
    start: USUAL_START,
    moves: [],
    position: USUAL_START,
    black: "",
    white: "",
    ...game,
  };
  return { read: () => [...before, read] };
}

test("a pasted board is one line", () => {
  expect(searchable("--------\r\n---OX---\n", reading({}))).toBe("-------- ---OX---");
});

test("what has one line and is no record stays as it is", () => {
  expect(searchable("tamenori 1998", reading({ moves: ["f5"] }))).toBeNull();
});

test.each([GGF, `1 ${GGF}`, `\n${GGF}\n`])(
  "of a game its moves are searched, without passes: %s",
  (pasted) => {
    expect(searchable(pasted, reading({ moves: ["f5", "d6", "pass"] }))).toBe("f5d6");
  },
);

test("of a game with another start the last position is searched", () => {
  expect(searchable(GGF, reading({ start: PLAYED, position: AFTER, moves: ["c3"] }))).toBe(AFTER);
});

test("a record that cannot be read stays as it is, for the server to say what is wrong", () => {
  const read = () => {
    throw new Error("not a record");
  };
  expect(searchable("(;GM[Othello", { read })).toBeNull();
});
