// Private messages as conversations: unread marks, reloads, two tabs, hidden people.
import { beforeEach, describe, expect, test } from "vitest";
import type { Command, Notice } from "../protocol/wire";
import { Conversations } from "./conversations.svelte";

const page = { visible: true, hidden: [] as string[] };

function setUp(): Conversations {
  return new Conversations({
    isVisible: () => page.visible,
    isHidden: (name) => page.hidden.includes(name),
  });
}

function enter(conversations: Conversations, name = "alice"): void {
  const entered: Notice = { time: 0, event: "entered", name, role: "player", lobby: 0, private: 0 };
  conversations.onNotice(entered, name);
}

function told(number: number, from: string, to: string, text = "hi"): Notice {
  return { room: "private", number, time: number, event: "told", from, to, text };
}

beforeEach(() => {
  localStorage.clear();
  page.visible = true;
  page.hidden = [];
});

describe("conversations", () => {
  test("begin with the messages that come before the login is answered", () => {
    const conversations = setUp();
    conversations.onNotice(told(1, "bob", "alice"), null);
    conversations.onNotice(told(2, "alice", "carl"), null);
    enter(conversations);
    expect(conversations.all.map(({ name, unread }) => [name, unread])).toEqual([
      ["carl", 0],
      ["bob", 1],
    ]);
  });

  test("have the messages of the server from before those that came at the login", async () => {
    const conversations = setUp();
    enter(conversations);
    conversations.onNotice(told(60, "bob", "alice"), "alice");
    const removed: Notice = {
      room: "private",
      number: 7,
      time: 7,
      event: "removed",
      from: "bob",
      message: 7,
    };
    const pages: Record<string, Notice> = {
      null: {
        time: 0,
        event: "chat",
        messages: [told(50, "alice", "bob"), told(60, "bob", "alice")],
        next: 50,
      },
      50: { time: 0, event: "chat", messages: [removed, told(8, "alice", "bob")] },
    };
    const asked: Command[] = [];
    const ask = (command: Command) => {
      asked.push(command);
      return Promise.resolve(pages[String(command.do === "messages" && command.before)] as Notice);
    };
    const shown = () =>
      conversations.byName.get("bob")?.lines.map(({ number, isRemoved }) => [number, isRemoved]);
    await conversations.readLatest("bob", ask);
    await conversations.readLatest("bob", ask);
    expect(asked).toEqual([{ do: "messages", name: "bob", before: null }]);
    expect([shown()?.length, conversations.hasEarlier("bob")]).toEqual([2, true]);
    await conversations.readEarlier("bob", ask);
    expect(shown()).toEqual([
      [7, true],
      [8, undefined],
      [50, undefined],
      [60, undefined],
    ]);
    expect(conversations.hasEarlier("bob")).toBe(false);
    enter(conversations, "carl");
    expect([shown(), conversations.hasEarlier("bob")]).toEqual([undefined, false]);
  });

  test("lose the text of a message that a moderator has removed", () => {
    const conversations = setUp();
    enter(conversations);
    const removed: Notice = {
      room: "private",
      number: 3,
      time: 3,
      event: "removed",
      from: "bob",
      message: 1,
    };
    conversations.onNotice(told(1, "bob", "alice", "insult"), "alice");
    conversations.onNotice(told(2, "bob", "alice", "sorry"), "alice");
    conversations.onNotice({ ...removed, room: "lobby", message: 2 }, "alice");
    conversations.onNotice(removed, "alice");
    const lines = conversations.byName.get("bob")?.lines.map(({ text, isRemoved }) => [text, isRemoved]);
    expect(lines).toEqual([
      ["", true],
      ["sorry", undefined],
    ]);
  });

  test("read the past from a snapshot", () => {
    const conversations = setUp();
    conversations.onNotice(
      { time: 0, event: "snapshot", of: "private", last: 90, recent: [told(90, "bob", "alice")] },
      null,
    );
    enter(conversations);
    expect(conversations.byName.get("bob")?.lines).toHaveLength(1);
  });

  test("count what was not on the screen, and remember it after a reload", () => {
    const conversations = setUp();
    enter(conversations);
    conversations.onNotice(told(1, "bob", "alice"), "alice");
    expect(conversations.unread).toBe(1);
    conversations.show("bob");
    conversations.onNotice(told(2, "bob", "alice"), "alice");
    expect(conversations.unread).toBe(0);
    page.visible = false;
    conversations.onNotice(told(3, "bob", "alice"), "alice");
    expect(conversations.unread).toBe(1);

    const reloaded = setUp();
    for (const number of [1, 2, 3]) reloaded.onNotice(told(number, "bob", "alice"), null);
    enter(reloaded);
    expect(reloaded.unread).toBe(1);
  });

  test("an answer marks what it answers as read", () => {
    const conversations = setUp();
    enter(conversations);
    conversations.onNotice(told(1, "bob", "alice"), "alice");
    conversations.onNotice(told(2, "alice", "bob"), "alice");
    expect(conversations.unread).toBe(0);
  });

  test("another tab reads them, too", () => {
    const [first, second] = [setUp(), setUp()];
    for (const tab of [first, second]) {
      enter(tab);
      tab.onNotice(told(1, "bob", "alice"), "alice");
    }
    first.show("bob");
    second.onKeptElsewhere("willow-read-alice");
    expect(second.unread).toBe(0);
  });

  test("of hidden people are neither shown nor counted", () => {
    const conversations = setUp();
    enter(conversations);
    conversations.onNotice(told(1, "bob", "alice"), "alice");
    page.hidden = ["bob"];
    expect(conversations.all).toEqual([]);
    expect(conversations.unread).toBe(0);
  });

  test("of one user are not shown to the next", () => {
    const conversations = setUp();
    enter(conversations);
    conversations.onNotice(told(1, "bob", "alice"), "alice");
    conversations.clear();
    enter(conversations, "carl");
    expect(conversations.all).toEqual([]);
  });
});
