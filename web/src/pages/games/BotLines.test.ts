// How strong the programs are, as the list of the bots says it.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import { inApp, testApp } from "../../tests/app";
import { words } from "../../words";
import BotLines from "./BotLines.svelte";

afterEach(cleanup);

test.each([
  ["Elo with its interval", 1463, 162, words.games.bots.elo(1463, 162)],
  ["the anchor of the scale, without one", 600, null, "600\u00a0Elo"],
  ["a program that was not measured", null, null, words.games.bots.notMeasured],
])("%s", (_, elo, error, told) => {
  const bot = { name: "odd", group: "learn", about: "", elo, error, playing: 0 } as const;
  const { container } = render(inApp(testApp(), BotLines), { bots: [bot], terms: { clock: "none" } });
  expect(container.querySelector(".number")?.textContent).toBe(told);
});
