// The level of the engine against which somebody practises.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Analyst } from "./analyst";
import PracticePanel from "./PracticePanel.svelte";
import type { Workbench } from "./workbench.svelte";

const levels = vi.hoisted((): number[] => []);
vi.mock("../../state/app.svelte", () => ({ useApp: () => ({ session: { link: "waiting" } }) }));
vi.mock("./practice.svelte", () => ({
  Practice: class {
    problem = null;
    constructor(_bench: unknown, _analyst: unknown, _side: unknown, level: number) {
      levels.push(level);
    }
  },
}));

const node = { position: "---------------------------OX------XO--------------------------- X" };

afterEach(() => {
  cleanup();
  levels.length = 0;
});

test.each([
  ["12", [12]],
  ["", []],
  ["abc", []],
  ["61", []],
])("the level “%s” begins games of the levels %j", async (typed, begun) => {
  render(PracticePanel, { bench: { node } as Workbench, analyst: {} as Analyst, practice: null });
  await fireEvent.input(screen.getByRole("spinbutton"), { target: { value: typed } });
  await fireEvent.click(screen.getByRole("button", { name: "Play here" }));
  expect(levels).toEqual(begun);
});
