// What the archive knows about positions.
import { expect, test } from "vitest";
import type { Command, Notice } from "../protocol/wire";
import { Explorer } from "./explorer.svelte";

const START = "---------------------------OX------XO--------------------------- X";

function explored(games: number): Notice {
  return { time: 0, event: "explored", position: START, games, moves: [], recent: [] };
}

test("a position is asked for once for the same games", async () => {
  const asked: Command[] = [];
  const explorer = new Explorer((command) => {
    asked.push(command);
    return Promise.resolve(explored(asked.length));
  });
  await explorer.show(START);
  await explorer.show(START);
  expect([asked.length, explorer.shown?.games]).toEqual([1, 1]);
  await explorer.show(START, { player: "ito" });
  expect(asked[1]).toEqual({ do: "explore", player: "ito", position: START.replace(" ", "/") });
  expect(explorer.shown?.games).toBe(2);
});

test("a server that does not answer is asked again", async () => {
  let isDown = true;
  const explorer = new Explorer(() =>
    isDown ? Promise.reject(new Error("down")) : Promise.resolve(explored(3)),
  );
  expect(await explorer.read(START)).toBeNull();
  isDown = false;
  expect((await explorer.read(START))?.games).toBe(3);
});

test("a position that no game has is nothing", async () => {
  const explorer = new Explorer(() => Promise.resolve(explored(0)));
  await explorer.show(START);
  expect([explorer.shown, explorer.absent]).toEqual([null, START]);
  await explorer.show(START);
  expect(explorer.absent).toBe(START);
});

test("while nothing is known of a position, it is not said that no game has it", async () => {
  let answer: (notice: Notice) => void = () => {};
  const explorer = new Explorer(() => new Promise((resolve) => (answer = resolve)));
  const showing = explorer.show(START);
  expect(explorer.absent).toBeNull();
  answer(explored(0));
  await showing;
  expect(explorer.absent).toBe(START);
  const down = new Explorer(() => Promise.reject(new Error("down")));
  await down.show(START);
  expect([down.shown, down.absent]).toEqual([null, null]);
});
