// The page of private messages: the recipient, in whatever case the name was typed.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Command, Notice } from "../protocol/wire";
import type { App } from "../state/app.svelte";
import { inApp, testApp } from "../tests/app";
import { words } from "../words";
import MessagesPage from "./MessagesPage.svelte";

const SILENT: Notice = { time: 0, event: "ok" };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/messages/Bob");
});
afterEach(cleanup);

/** The tab of alice, whose server answers as told. The answers reach the stores, as those of a connection do. */
function tabOfAlice(answer: (command: Command) => Notice): App {
  const app = testApp();
  app.onNotice({ time: 0, event: "entered", name: "alice", role: "player", lobby: 0, private: 0 });
  vi.spyOn(app, "ask").mockImplementation((command) => {
    const notice = answer(command);
    app.onNotice(notice);
    return Promise.resolve(notice);
  });
  return app;
}

function told(command: Command): Notice {
  if (command.do !== "tell") return SILENT;
  return { room: "private", number: 1, time: 1, event: "told", from: "alice", to: "bob", text: command.text };
}

test("what is sent to a name in another case stands in the conversation, whose address is put right", async () => {
  const app = tabOfAlice(told);
  render(inApp(app, MessagesPage), { partner: "Bob" });
  const field = screen.getByRole("textbox", { name: words.lobby.messages.to("Bob") });
  field.focus();
  await fireEvent.input(field, { target: { value: "hello" } });
  await fireEvent.submit(field);
  await vi.waitFor(() => expect(screen.getByRole("log").textContent).toContain("hello"));
  expect(location.pathname).toBe("/messages/bob");
  expect(document.activeElement, "one can write on").toBe(field);
});

test("who is online is known by the name that the server has", async () => {
  const app = tabOfAlice(told);
  app.onNotice({ time: 0, event: "online", name: "bob", role: "player" });
  render(inApp(app, MessagesPage), { partner: "Bob" });
  expect(screen.getByText(words.lobby.person.online)).toBeTruthy();
  await vi.waitFor(() => expect(location.pathname).toBe("/messages/bob"));
});

test("who is muted from there is muted under the name that the server has", async () => {
  const app = tabOfAlice(({ do: what }) =>
    what === "muted" ? { time: 0, event: "muted", muted: ["bob"], blocked: [] } : SILENT,
  );
  render(inApp(app, MessagesPage), { partner: "Bob" });
  await fireEvent.click(screen.getByRole("button", { name: words.lobby.messages.actions }));
  await fireEvent.click(screen.getByRole("button", { name: words.lobby.person.mute }));
  await vi.waitFor(() => screen.getByRole("button", { name: words.lobby.person.unhide }));
  expect([...app.people.muted]).toEqual(["bob"]);
});
