// The switch that hides all talk: nothing that people write is shown, heard or counted, and nothing can be written.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import CommandBar from "../pages/game/CommandBar.svelte";
import Person from "../pages/lobby/Person.svelte";
import LargeGame from "../pages/watch/LargeGame.svelte";
import { testRules } from "../tests/rules";
import type { App as Tab } from "../state/app.svelte";
import dialogue from "../state/dialogues/takeback-player.ndjson?raw";
import { inApp, testApp } from "../tests/app";
import { read } from "../tests/game";
import { words } from "../words";
import App from "./App.svelte";
import { otherLinks } from "./links";

let app: Tab;

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/");
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  app = testApp();
  app.onNotice({ time: 0, event: "entered", name: "alice", role: "guest", lobby: 0, private: 0 });
  vi.spyOn(app, "serverNow").mockReturnValue(0);
  app.tabs.rules = testRules;
});
afterEach(cleanup);

/** The game of the dialogue, up to what bob says in it. */
function tellGame(): void {
  const notices = read(dialogue);
  const end = notices.findIndex(({ event }) => event === "started");
  app.tabs.openGame(1);
  notices.slice(0, end + 1).forEach((notice) => app.onNotice({ ...notice, time: 0 }));
}

/** Each place of the talk, and whether there is talk. */
const PLACES: Record<string, () => boolean | Promise<boolean>> = {
  "the links": () => otherLinks(app).some(({ name }) => name === "lobby" || name === "messages"),
  "the title of the tab": async () => {
    app.onNotice({
      time: 0,
      room: "private",
      number: 1,
      event: "told",
      from: "bob",
      to: "alice",
      text: "hi",
    });
    render(App, { app });
    await tick();
    return document.title.startsWith("(1)");
  },
  "the page of a person": () => {
    render(inApp(app, Person), { name: "bob", role: "guest", lines: [] });
    return screen.queryByRole("link", { name: words.lobby.person.message }) !== null;
  },
  "the large game": () => {
    tellGame();
    render(inApp(app, LargeGame), { number: 1, onHeld: vi.fn(), onPlace: vi.fn() });
    return screen.queryByRole("region", { name: words.game.talk.title }) !== null;
  },
  "the command line": async () => {
    tellGame();
    const game = app.tabs.openGame(1);
    const say = vi.spyOn(game, "say").mockReset().mockResolvedValue();
    render(inApp(app, CommandBar), { game, onLeave: vi.fn() });
    const field = screen.getByRole("textbox");
    await fireEvent.input(field, { target: { value: "say hello" } });
    await fireEvent.keyDown(field, { key: "Enter" });
    await fireEvent.submit(field.closest("form") ?? field);
    return say.mock.calls.length > 0;
  },
  "the sound": () => {
    tellGame();
    const play = vi.spyOn(app.sounds, "play").mockReset().mockResolvedValue();
    // A line is heard once.
    const number = isHidden ? 9 : 8;
    app.onNotice({ time: 0, room: "players/1", number, event: "said", from: "bob", text: "hello" });
    return play.mock.calls.some(([kind]) => kind === "message");
  },
  "the lobby by its address": () => opens("/lobby"),
  "messages by their address": () => opens("/messages"),
};

async function opens(path: string): Promise<boolean> {
  history.replaceState(null, "", path);
  app = testApp();
  app.settings.choices.hideTalk = isHidden;
  render(App, { app });
  await screen.findByRole("heading", { level: 1 }, { timeout: 10_000 });
  return screen.queryByText(words.frame.talkHidden) === null;
}

let isHidden: boolean;

test.each(Object.entries(PLACES))("%s", async (_place, hasTalk) => {
  for (isHidden of [false, true]) {
    app.settings.choices.hideTalk = isHidden;
    expect(await hasTalk()).toBe(!isHidden);
    cleanup();
  }
});
