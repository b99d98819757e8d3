// What the buttons of a game send.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Notice, Role, UserSummary } from "../../protocol/wire";
import { Game } from "../../state/game.svelte";
import dialogue from "../../state/dialogues/takeback-player.ndjson?raw";
import { inApp, testApp } from "../../state/test-app";
import { FakeHost, read } from "../../state/test-game";
import Actions from "./Actions.svelte";

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

  function show(role: Role): void {
    const app = testApp();
    app.session.enter("alice", "guest");
    app.lobby.users = [{ name: "bob", role } as UserSummary];
    render(inApp(app, Actions), { game });
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
    expect(names()).toEqual(["Take back", "Hint", "Abort"]);
  });
});
