// How strong the programs are, as the list of the bots says it.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import { inApp, testApp } from "../../tests/app";
import { words } from "../../words";
import BotLines from "./BotLines.svelte";

afterEach(cleanup);

test.each([
  ["a strength with its interval", 1463, 162, "strength\u00a01463", words.games.bots.strengthHint(162)],
  ["the anchor of the scale, without one", 600, null, "strength\u00a0600", ""],
  ["a program that was not measured", null, null, words.games.bots.notMeasured, ""],
])("%s", (_, elo, error, told, hint) => {
  const bot = { name: "odd", group: "learn", about: "", elo, error, playing: 0 } as const;
  const { container } = render(inApp(testApp(), BotLines), { bots: [bot], terms: { clock: "none" } });
  const shown = container.querySelector<HTMLElement>(".number");
  expect([shown?.textContent, shown?.title]).toEqual([told, hint]);
});
