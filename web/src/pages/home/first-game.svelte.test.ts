// The first page's board: what is on it, and how its first move begins a game.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { UserSummary } from "../../protocol/wire";
import { testApp } from "../../tests/app";
import { words } from "../../words";
import { FirstGame } from "./first-game.svelte";
import { LESSON } from "./lesson";

const text = words.home.first;

vi.mock("../../rules", async (original) => ({ ...(await original()), loadRules: () => Promise.resolve({}) }));

let end: () => void = () => undefined;
beforeEach(() => localStorage.clear());
afterEach(() => end());

function begin() {
  const app = testApp();
  const bot = {
    name: "willow-1",
    role: "bot",
    bot: { about: "", level: "people", ladder_elo: 1491 },
  } as unknown as UserSummary;
  app.lobby.users = [bot];
  let first: FirstGame | undefined;
  end = $effect.root(() => {
    first = new FirstGame(app);
  });
  flushSync();
  if (!first) throw new Error("there is no page");
  const challenge = vi.spyOn(app.pairing, "challenge").mockResolvedValue(null);
  return { app, first, challenge };
}

test("the rules are on the board until somebody plays", () => {
  const { first } = begin();
  expect([first.status, first.toMove, first.before.playable]).toEqual([text.begin, "black", true]);
  first.step = LESSON.length - 1;
  expect([first.status, first.toMove, first.before.playable]).toEqual([text.steps.at(-1), null, false]);
  first.step = 0;
  expect(first.before.playable).toBe(true);
  first.play("f5");
  expect([first.step, first.move, first.status, first.discs]).toEqual([
    null,
    "f5",
    text.starting,
    { black: 4, white: 1 },
  ]);
});

test("the first move asks the program of the slider for one game, once there is a connection", () => {
  const { app, first, challenge } = begin();
  first.play("f5");
  flushSync();
  expect(challenge).not.toHaveBeenCalled();
  app.session.linkToTell = "waiting";
  expect([first.isStuck, first.status]).toEqual([true, words.game.status.offline]);
  app.session.link = "open";
  flushSync();
  expect(challenge.mock.calls).toEqual([["willow-1", { clock: "none", color: "black" }, true]]);
  app.lobby.users = [...app.lobby.users];
  flushSync();
  expect(challenge).toHaveBeenCalledOnce();
});

test("the strength is kept for the next visit", () => {
  begin().first.chooseLevel(3);
  end();
  expect(begin().first.level).toBe(3);
});
