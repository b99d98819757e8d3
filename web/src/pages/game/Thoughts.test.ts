// What a bot thought, as people read it.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import { Game } from "../../state/game.svelte";
import dialogue from "../../state/dialogues/takeback-player.ndjson?raw";
import { FakeHost, read } from "../../tests/game";
import Thoughts from "./Thoughts.svelte";

afterEach(cleanup);

test("what only authors of engines want to know is not shown", () => {
  const game = new Game(1, new FakeHost("alice"));
  read(dialogue).forEach((notice) => game.onNotice(notice));
  const details = [
    { name: "selectivity", text: "73%" },
    { name: "evaluations", text: "1,204" },
  ];
  game.thoughts = [{ ply: game.view.ply, move: "f5", depth: 4, nodes: 900, details }];
  const { container } = render(Thoughts, { game });
  expect(container.textContent).toContain("1,204");
  expect(container.textContent).not.toMatch(/selectivity|73/);
});
