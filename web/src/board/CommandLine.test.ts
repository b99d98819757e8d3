// The command line as a component.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import CommandLine from "./CommandLine.svelte";
import type { CommandView } from "./commands";

const view: CommandView = {
  position: "---------------------------OX------XO--------------------------- X",
  legal: ["d3", "c4", "f5", "e6"],
  lastMove: null,
  players: { black: { name: "alice", rating: null }, white: { name: "bob", rating: null } },
  you: "black",
  over: false,
  timeLeft: () => null,
};

afterEach(cleanup);

async function enter(line: string): Promise<void> {
  const input = screen.getByLabelText("Command line");
  await fireEvent.input(input, { target: { value: line } });
  await fireEvent.submit(input);
}

describe("the command line", () => {
  test("answers aloud and empties the line", async () => {
    const onAction = vi.fn();
    render(CommandLine, { view, onAction });
    await enter("s");
    expect(screen.getByRole("status").textContent).toBe("Black 2, White 2, 60 empty.");
    expect(screen.getByLabelText<HTMLInputElement>("Command line").value).toBe("");
    expect(onAction).not.toHaveBeenCalled();
  });

  test("plays, and resigns when that is typed twice", async () => {
    const onAction = vi.fn();
    render(CommandLine, { view, onAction });
    for (const line of ["f5", "resign", "s", "resign", "resign"]) await enter(line);
    expect(onAction.mock.calls).toEqual([[{ kind: "move", square: "f5" }], [{ kind: "resign" }]]);
  });

  test("keeps what is typed when the game goes on", async () => {
    const { rerender } = render(CommandLine, { view, onAction: vi.fn() });
    const input = screen.getByLabelText<HTMLInputElement>("Command line");
    await fireEvent.input(input, { target: { value: "say go" } });
    await rerender({ view: { ...view, over: true } });
    expect(input.value).toBe("say go");
  });

  test("the last line comes back with the arrow, Esc leaves", async () => {
    const onLeave = vi.fn();
    render(CommandLine, { view, onAction: vi.fn(), onLeave });
    await enter("r 3");
    const input = screen.getByLabelText<HTMLInputElement>("Command line");
    await fireEvent.keyDown(input, { key: "ArrowUp" });
    expect(input.value).toBe("r 3");
    await fireEvent.keyDown(input, { key: "Escape" });
    expect(onLeave).toHaveBeenCalledOnce();
  });
});
