// For whom a tab works, and how two tabs agree.
import { expect, test, vi } from "vitest";
import type { Entered } from "../protocol/http";
import { Refusal } from "../protocol/refusal";
import type { Profile } from "../protocol/wire";
import { Session } from "./session.svelte";
import { TabUser, type TabChannel } from "./tab-user";

/** Two ends of a channel: what one says the other hears. */
function channels(): [TabChannel, TabChannel] {
  const make = (other: () => TabChannel): TabChannel => ({
    onmessage: null,
    postMessage: (data) => other().onmessage?.(new MessageEvent("message", { data })),
  });
  const first: TabChannel = make(() => second);
  const second: TabChannel = make(() => first);
  return [first, second];
}

const profile = (name: string, role: Profile["role"] = "player"): Profile => ({
  name,
  role,
  online: true,
  ratings: [],
});
const entered = (name: string): Entered => ({
  event: "entered",
  time: 0,
  name,
  role: "player",
  lobby: 0,
  private: 0,
});

function tab(channel: TabChannel | null, user: () => Profile | null | undefined) {
  const parts = {
    session: new Session(),
    currentUser: vi.fn(async () => {
      const found = user();
      if (found === undefined) throw new Refusal("local", "offline", "");
      return found;
    }),
    connectAs: vi.fn(),
    forget: vi.fn(),
    forgetTyped: vi.fn(),
    load: vi.fn(),
    loadAgain: vi.fn(),
  };
  return { ...parts, tabUser: new TabUser(parts, { ...parts, channel }) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a visitor's tab follows a sign-in in another one, and a sign-out", async () => {
  let cookie: Profile | null = null;
  const [here, there] = channels();
  const first = tab(here, () => cookie);
  const second = tab(there, () => cookie);
  first.tabUser.onVisitor();
  second.tabUser.onVisitor();
  cookie = profile("alice");
  first.tabUser.onSignedIn(entered("alice"));
  await settled();
  expect(second.session.name).toBe("alice");
  expect(second.connectAs.mock.calls).toEqual([["user"]]);
  expect(second.forget).not.toHaveBeenCalled();
  cookie = null;
  first.tabUser.onSignedOut();
  await settled();
  expect(first.load).toHaveBeenCalledWith("/");
  expect(second.loadAgain).toHaveBeenCalledOnce();
  // What was typed outlives the page, and the next user must not see it.
  for (const { forgetTyped } of [first, second]) expect(forgetTyped).toHaveBeenCalledOnce();
});

test("what belongs to one user is forgotten before another one comes", () => {
  const { tabUser, forget, session } = tab(null, () => profile("alice"));
  tabUser.onSignedIn(entered("alice"));
  expect(forget).not.toHaveBeenCalled();
  tabUser.onSignedIn(entered("bob"));
  expect(forget).toHaveBeenCalledOnce();
  expect(session.name).toBe("bob");
});

test("a tab of a user does not connect anew because another one of the same user says something", async () => {
  const [here, there] = channels();
  const first = tab(here, () => profile("alice"));
  const second = tab(there, () => profile("alice"));
  second.session.enter(profile("alice"));
  first.tabUser.onSignedIn(entered("alice"));
  await settled();
  expect(second.connectAs).not.toHaveBeenCalled();
});

test("a session that the server has ended leaves a visitor, who was none before", () => {
  const { tabUser, session, forget } = tab(null, () => null);
  expect(tabUser.onVisitor()).toBe(false);
  expect(forget).not.toHaveBeenCalled();
  session.enter(profile("alice"));
  expect(tabUser.onVisitor()).toBe(true);
  expect(session.standing).toBe("visitor");
  expect(forget).toHaveBeenCalledOnce();
});
