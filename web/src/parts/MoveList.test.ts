// The times of the moves in their list.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { moveRows } from "../state/game-moves";
import { USUAL_START } from "../state/games-new.svelte";
import { words } from "../words";
import MoveList from "./MoveList.svelte";

afterEach(cleanup);

test("a time of a second or more stands beside its move, and is said with it; a shorter one is not there", () => {
  // The page of the tests has no layout.
  const nothing = () => undefined;
  const observer = { observe: nothing, unobserve: nothing, disconnect: nothing };
  vi.stubGlobal(
    "ResizeObserver",
    vi.fn(function () {
      return observer;
    }),
  );
  const rows = moveRows({ initial: USUAL_START, times: [900, 1500] }, ["f5", "d6"]);
  const { container } = render(MoveList, { rows, ply: 2, plies: 2, none: "", go: () => undefined });
  const told = words.game.clock.seconds(1.5);
  expect(Array.from(container.querySelectorAll(".time"), ({ textContent }) => textContent)).toEqual([told]);
  const [first, second] = container.querySelectorAll(".move");
  expect(first?.getAttribute("aria-label")).toBe(words.game.moves.moveName(1, words.game.black, "f5", ""));
  expect(second?.getAttribute("aria-label")).toBe(words.game.moves.moveName(2, words.game.white, "d6", told));
});
