// The rules on the board of the first page: a position for each sentence of `words.home.first.steps`.
import type { OverlayMark } from "../../board/overlay";
import { withDiscs } from "../../board/squares";
import { USUAL_START } from "../../state/games-new.svelte";

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

export function afterFirst(square: string): LessonBoard {
  const discs = withDiscs(USUAL_START, [square, TURNED[square] ?? square], "X");
  return { position: `${discs} O`, legal: [], lastMove: square, playable: false };
}

const REPLY = withDiscs(afterFirst("f5").position, ["f6", "e5"], "O");
// Morawiec against Sawicka, Polish championship 2025 (WTHOR): after Black's 29. a8, and at the end.
const CORNER = "----------------X-------XXOOOO--XXXXXOO-XOXOOOOOXXOXXO--X-XXXO--";
const END = "OOOOOOOOXXOOOXOOXXXOXOXOXXXXOOXOXXXXOOXOXXXXXOXOXXXXXXXOXXXXXXXO";

function shown(position: string, lastMove: string | null = null): LessonBoard {
  return { position, legal: [], lastMove, playable: false };
}

export const LESSON: readonly LessonBoard[] = [
  START,
  afterFirst("f5"),
  shown(`${REPLY} X`, "f6"),
  shown(`${REPLY} X`, "f6"),
  { ...shown(`${CORNER} O`, "a8"), overlay: [{ kind: "frame", square: "a8" }] },
  shown(END),
];
