// The tokens of programs: what the page keeps of a password, where the focus goes, and what it says of the list.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../../protocol/refusal";
import type { Notice } from "../../protocol/wire";
import { inApp, testApp } from "../../tests/app";
import { words } from "../../words";
import { dateLocale } from "../../words/dates";
import Programs from "./Programs.svelte";

const text = words.account;
const LIST = { event: "tokens", tokens: [] } as unknown as Notice;
const MADE = { event: "token", token: "a-new-token" } as unknown as Notice;

beforeEach(() => {
  vi.stubGlobal("isSecureContext", true);
  const app = testApp();
  vi.spyOn(app, "ask").mockImplementation((command) => Promise.resolve(command.do === "token" ? MADE : LIST));
  render(inApp(app, Programs), { name: "alice", canMake: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const button = (name: string) => screen.getByRole("button", { name });
const password = () => screen.getByLabelText<HTMLInputElement>(text.oldPassword);

async function makeToken(): Promise<void> {
  await fireEvent.click(button(text.newToken));
  await fireEvent.input(password(), { target: { value: "the old password" } });
  await fireEvent.click(button(text.makeToken));
  await screen.findByText("a-new-token");
}

test("a password that was typed is gone after a cancel, and the focus is on the button again", async () => {
  await fireEvent.click(button(text.newToken));
  await fireEvent.input(password(), { target: { value: "the old password" } });
  await fireEvent.click(button(text.makeNoToken));
  await waitFor(() => expect(document.activeElement).toBe(button(text.newToken)));
  await fireEvent.click(button(text.newToken));
  expect(password().value).toBe("");
});

test("a token has the scopes that are ticked, and the list tells them and when it was used", async () => {
  cleanup();
  const app = testApp();
  const listed = [
    {
      number: 1,
      kind: "program",
      name: "reader",
      scopes: [],
      created_at: 1,
      expires_at: 2,
      current: false,
    },
    {
      number: 2,
      kind: "program",
      name: "player",
      scopes: ["play"],
      created_at: 1,
      used_at: 1,
      expires_at: 2,
      current: false,
    },
    { number: 3, kind: "program", name: "old", created_at: 1, used_at: 1, expires_at: 2, current: false },
  ];
  const list = { event: "tokens", tokens: listed } as unknown as Notice;
  const ask = vi.spyOn(app, "ask");
  ask.mockImplementation((command) => Promise.resolve(command.do === "token" ? MADE : list));
  render(inApp(app, Programs), { name: "alice", canMake: true });
  const used = text.used(new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium" }).format(1));
  const rows = [
    ["reader", text.mayOnlyRead, text.neverUsed],
    ["player", text.may(text.scope.play), used],
    ["old", text.mayAll, used],
  ] as const;
  for (const [name, may, last] of rows) {
    const row = (await screen.findByText(name)).closest("li");
    expect(row?.textContent).toContain(may);
    expect(row?.textContent).toContain(last);
  }
  await fireEvent.click(button(text.newToken));
  expect(screen.queryByLabelText(text.scope.moderate)).toBeNull();
  await fireEvent.click(screen.getByLabelText(text.scope.chat));
  await fireEvent.input(password(), { target: { value: "the old password" } });
  await fireEvent.click(button(text.makeToken));
  await screen.findByText("a-new-token");
  expect(ask).toHaveBeenCalledWith({
    do: "token",
    name: null,
    scopes: ["play"],
    password: "the old password",
  });
});

test("the focus goes to the new token, and back to the button", async () => {
  await makeToken();
  expect(document.activeElement?.textContent).toContain("a-new-token");
  await fireEvent.click(button(text.keptToken));
  await waitFor(() => expect(document.activeElement).toBe(button(text.newToken)));
  expect(screen.queryByText("a-new-token")).toBeNull();
});

test("a browser that does not copy the token says so", async () => {
  await makeToken();
  await fireEvent.click(button(text.codes.copy));
  expect((await screen.findByRole("alert")).textContent).toBe(text.tokenNotCopied);
});

test("there are no tokens only if the server has said so", async () => {
  await screen.findByText(text.noPrograms);
  cleanup();
  const app = testApp();
  vi.spyOn(app, "ask").mockRejectedValue(new Refusal("internal", "offline", ""));
  render(inApp(app, Programs), { name: "alice", canMake: true });
  await screen.findByRole("alert");
  expect(screen.queryByText(text.noPrograms)).toBeNull();
});
