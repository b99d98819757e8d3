// The level of the engine against which somebody practises.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Analyst } from "../../study/analyst";
import PracticePanel from "./PracticePanel.svelte";
import type { Study } from "../../study/study.svelte";

const levels = vi.hoisted((): number[] => []);
vi.mock("../../state/app.svelte", () => ({ useApp: () => ({ session: { link: "waiting" } }) }));
vi.mock("./practice.svelte", () => ({
  Practice: class {
    problem = null;
    constructor(_study: unknown, _analyst: unknown, _side: unknown, strength: { level: number }) {
      levels.push(strength.level);
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
  // The slider counts where no number stands.
  ["", [1]],
  ["abc", [1]],
  ["61", []],
])("the level “%s” begins games of the levels %j", async (typed, begun) => {
  render(PracticePanel, { study: { node } as Study, analyst: {} as Analyst, practice: null });
  await fireEvent.input(screen.getByRole("spinbutton"), { target: { value: typed } });
  await fireEvent.click(screen.getByRole("button", { name: "Play here" }));
  expect(levels).toEqual(begun);
});
