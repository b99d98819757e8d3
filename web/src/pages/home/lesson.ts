// The rules on the board of the first page: a position for each sentence of `words.home.first.steps`.
import type { OverlayMark } from "../../board/overlay";
import { USUAL_START } from "../../state/games-new.svelte";

/** What the board shows. */
export interface LessonBoard {
  readonly position: string;
  readonly legal: readonly string[];
  readonly lastMove: string | null;
  readonly playable: boolean;
  readonly overlay?: readonly OverlayMark[];
}

/** The board before the first move; nothing else is needed to play that move. */
export const START: LessonBoard = {
  position: USUAL_START,
  legal: ["d3", "c4", "f5", "e6"],
  lastMove: null,
  playable: true,
};

/** What each first move turns. */
const TURNED: Record<string, string> = { d3: "d4", c4: "d4", f5: "e5", e6: "e5" };

/** Puts discs on squares of a position. */
function withDiscs(position: string, squares: readonly string[], disc: "X" | "O"): string {
  const at = (square: string) => square.charCodeAt(0) - 97 + 8 * (Number(square[1]) - 1);
  const places = new Set(squares.map(at));
  return [...position].map((cell, index) => (places.has(index) ? disc : cell)).join("");
}

/** The board after a first move. */
export function afterFirst(square: string): LessonBoard {
  const discs = withDiscs(USUAL_START.slice(0, 64), [square, TURNED[square] ?? square], "X");
  return { position: `${discs} O`, legal: [], lastMove: square, playable: false };
}

const REPLY = withDiscs(afterFirst("f5").position.slice(0, 64), ["f6", "e5"], "O");
const CORNER = "----XXX---OOX---XOOOXX--OOXOXXX-OOOOXO---OOXXO----XOX---X-------";
const END = "XXXXOOXXOOOOOOXXOOOOOXOOXXXXXOOOXXXXXOOOXOXXOOOOXXXXXXXXXXXXXXXX";

function shown(position: string, lastMove: string | null = null): LessonBoard {
  return { position, legal: [], lastMove, playable: false };
}

/** The boards of the steps. */
export const LESSON: readonly LessonBoard[] = [
  START,
  afterFirst("f5"),
  shown(`${REPLY} X`, "f6"),
  shown(`${REPLY} X`, "f6"),
  { ...shown(`${CORNER} X`), overlay: [{ kind: "frame", square: "a8" }] },
  shown(END),
];
