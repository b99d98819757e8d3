// Live boards in lists: asked for when they are shown and when a move was made, never twice at once.
import { expect, test, vi } from "vitest";
import type { Command, Notice } from "../protocol/wire";
import { gameState } from "../tests/game";
import { Boards } from "./games-boards.svelte";

const POSITION = "---------------------------OX------XXX-------------------------- O";

function stateOf(game: number, moves: string[]): Notice {
  const state = gameState({
    game,
    color: "random",
    plies: moves.length,
    initial: POSITION,
    moves,
    position: POSITION,
    clocks: { black: 1, white: 1 },
  });
  return { time: 0, event: "state", ...state };
}

function setUp() {
  const page = { visible: true };
  const answers: (() => void)[] = [];
  const asked: number[] = [];
  const boards = new Boards(
    (command: Command) => {
      if (command.do === "board") asked.push(command.game ?? 0);
      return new Promise((resolve) => answers.push(() => resolve({ time: 0, event: "ok" })));
    },
    () => page.visible,
  );
  const progress = (game: number, plies: number) =>
    boards.onNotice({
      time: 0,
      event: "progress",
      games: [{ game, plies, black_discs: 4, white_discs: 1, spectators: 0 }],
    });
  return { boards, asked, answers, page, progress };
}

test("a board is asked for when it is shown, and again after a move", async () => {
  const { boards, asked, answers, progress } = setUp();
  boards.show([1]);
  boards.onNotice(stateOf(1, ["f5"]));
  boards.onNotice(stateOf(9, ["f5"]));
  expect([...boards.byGame]).toEqual([[1, { position: POSITION, lastMove: "f5", plies: 1 }]]);
  answers.shift()?.();
  await vi.waitFor(() => {
    progress(1, 2);
    expect(asked).toEqual([1, 1]);
  });
  progress(9, 2);
  expect(asked).toEqual([1, 1]);
});

test("moves that come while the answer is under way are asked for once, after it", async () => {
  const { boards, asked, answers, progress } = setUp();
  boards.show([1]);
  progress(1, 2);
  progress(1, 3);
  expect(asked).toEqual([1]);
  answers.shift()?.();
  await vi.waitFor(() => expect(asked).toEqual([1, 1]));
});

test("a hidden page asks when it is on the screen again", () => {
  const { boards, asked, page, progress } = setUp();
  page.visible = false;
  boards.show([1]);
  progress(1, 2);
  expect(asked).toEqual([]);
  page.visible = true;
  boards.wake();
  expect(asked).toEqual([1]);
});

test("after a reconnection the boards are read again", async () => {
  const { boards, asked, answers } = setUp();
  boards.show([1, 2]);
  answers.splice(0).forEach((answer) => answer());
  await vi.waitFor(() => {
    boards.readAgain();
    expect(asked).toEqual([1, 2, 1, 2]);
  });
});

test("boards that are shown no longer are forgotten", () => {
  const { boards } = setUp();
  boards.show([1]);
  boards.onNotice(stateOf(1, ["f5", "pass"]));
  expect(boards.byGame.get(1)?.lastMove).toBeNull();
  boards.show([2]);
  expect(boards.byGame.size).toBe(0);
});
