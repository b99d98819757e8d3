// What the buttons of a game send.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Notice, Role, UserSummary } from "../../protocol/wire";
import { Game } from "../../state/game.svelte";
import dialogue from "../../state/dialogues/takeback-player.ndjson?raw";
import { inApp, testApp } from "../../tests/app";
import { FakeHost, read } from "../../tests/game";
import Actions from "./Actions.svelte";

const END = { reason: "resigned", result: 64, black_discs: 3, white_discs: 3, loser: "white" } as const;

afterEach(cleanup);

describe("the second press", () => {
  let host: FakeHost;
  let game: Game;
  let events: Notice[];

  beforeEach(async () => {
    host = new FakeHost("alice");
    game = new Game(1, host);
    events = read(dialogue).filter(({ room, number }) => room === "game/1" && number != null);
    await tellTo("started");
    show("player");
  });

  function show(role: Role, properties = {}): void {
    const app = testApp();
    app.session.enter({ name: "alice", role: "guest" });
    app.lobby.users = [{ name: "bob", role } as UserSummary];
    render(inApp(app, Actions), { game, ...properties });
  }

  async function tellTo(event: Notice["event"]): Promise<void> {
    const end = events.findIndex((notice) => notice.event === event) + 1;
    events.splice(0, end).forEach((notice) => game.onNotice(notice));
    await tick();
  }

  const sent = () => host.asked.map(({ command }) => command);
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

  test("aborts while that is possible", async () => {
    await press("Abort");
    await press("Really abort");
    expect(sent()).toEqual([{ do: "abort", game: 1 }]);
  });

  test("of “Abort” does not resign when the opponent has moved meanwhile", async () => {
    await tellTo("moved");
    await press("Abort");
    await tellTo("moved");
    await press("Resign");
    expect(sent()).toEqual([]);
    await press("Really resign");
    expect(sent()).toEqual([{ do: "resign", game: 1 }]);
  });

  test("is not waited for when a takeback has made the game one to abort", async () => {
    await tellTo("moved");
    await tellTo("moved");
    await press("Resign");
    await tellTo("taken-back");
    await press("Abort");
    expect(sent()).toEqual([]);
  });

  test("against a program there is a hint, and nothing that asks the opponent", async () => {
    const names = () => screen.getAllByRole("button").map(({ textContent }) => textContent.trim());
    expect(names()).toContain("Adjourn");
    cleanup();
    show("bot");
    expect(names()).toEqual(["Take back", "Hint", "Abort", "New game"]);
  });

  test("against a program “New game” ends this one first", async () => {
    cleanup();
    const onAnother = vi.fn();
    show("bot", { onAnother });
    await press("New game");
    await press("End this game");
    expect(sent()).toEqual([{ do: "abort", game: 1 }]);
    expect(onAnother).not.toHaveBeenCalled();
    host.asked[0]?.answer();
    await vi.waitFor(() => expect(onAnother).toHaveBeenCalledOnce());
  });

  test("“New game” begins nothing where the page was left meanwhile", async () => {
    cleanup();
    const onAnother = vi.fn();
    show("bot", { onAnother });
    await press("New game");
    await press("End this game");
    cleanup();
    host.asked[0]?.answer();
    await new Promise((resolve) => setTimeout(resolve));
    expect(onAnother).not.toHaveBeenCalled();
  });

  test("what cannot be used is not shown, and the rest keeps its place", async () => {
    const exit = () => screen.getByRole("button", { name: "Abort" }).className;
    const before = exit();
    game.record = game.record && {
      ...game.record,
      state: { ...game.record.state, clock: "3d", bidding: true },
    };
    await tick();
    for (const name of ["Adjourn", "Offer", "Give 15 seconds"])
      expect(screen.queryByRole("button", { name })).toBeNull();
    expect(exit()).toBe(before);
  });

  test("after the game: rematch, analysis, the next exercise, in this order", async () => {
    await tellTo("moved");
    await tellTo("moved");
    game.record = game.record && { ...game.record, state: { ...game.record.state, end: END } };
    await tick();
    const steps = screen.getByRole("group").querySelectorAll("button, a");
    expect([...steps].slice(0, 3).map(({ textContent }) => textContent.trim())).toEqual([
      "Rematch",
      "Analyse",
      "Next exercise",
    ]);
    expect(steps[2]?.getAttribute("href")).toMatch(/\?moves=.*&learn=(black|white)$/);
  });
});
