// What is kept until the server has acknowledged it.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clientWordOf, tabKeeper } from "../state/keeper";
import { Outbox } from "./outbox";
import { Refusal } from "./refusal";
import type { Command, Notice } from "./wire";

const MOVE: Command = { do: "move", game: 7, move: "f5", ply: 12 };
const SAY: Command = { do: "say", text: "hello" };

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ok = (id: string): Notice => ({ id, time: 0, event: "ok" });

describe("over a reload", () => {
  test("unacknowledged moves and messages of the same user go out again, under the same ids", () => {
    const before = new Outbox("a", tabKeeper);
    const { id } = before.add(MOVE, "alice");
    before.add(SAY, "alice");
    before.add({ do: "who" }, "alice");
    before.settle(ok(before.add({ ...SAY, text: "heard" }, "alice").id));
    const after = new Outbox("b", tabKeeper);
    after.restore("alice", () => undefined);
    expect(after.lines().map((line) => JSON.parse(line) as unknown)).toEqual([
      { id: "a-1", ...MOVE },
      { id: "a-2", ...SAY },
    ]);
    after.settle(ok(id));
    after.settle(ok("a-2"));
    expect(tabKeeper.load()).toEqual([]);
  });

  test("another user sends nothing of them", () => {
    new Outbox("a", tabKeeper).add(SAY, "alice");
    const after = new Outbox("b", tabKeeper);
    after.restore("bob", () => undefined);
    expect(after.lines()).toEqual([]);
  });

  test("an old message is not sent but told; an old move is sent, since it names its ply", () => {
    const before = new Outbox("a", tabKeeper);
    before.add(SAY, "alice");
    before.add(MOVE, "alice");
    vi.advanceTimersByTime(11 * 60_000);
    const after = new Outbox("b", tabKeeper);
    const refused = vi.fn();
    after.restore("alice", refused);
    expect(refused).toHaveBeenCalledWith(SAY, new Refusal("local", "too-old", "too old"));
    expect(after.lines()).toEqual([JSON.stringify({ id: "a-2", ...MOVE })]);
  });

  test("nonsense in the storage is left out", () => {
    sessionStorage.setItem(
      "willow-unacknowledged",
      '[1,{"id":"x"},{"id":"a","user":"u","at":1,"command":{}}]',
    );
    expect(tabKeeper.load()).toEqual([]);
    sessionStorage.setItem("willow-unacknowledged", "{");
    expect(tabKeeper.load()).toEqual([]);
  });

  test("the tab keeps its word, and a page without storage has one, too", () => {
    const makeWord = vi.fn(() => "word");
    expect(clientWordOf(makeWord)).toBe("word");
    expect(clientWordOf(() => "other")).toBe("word");
    // As older versions of the page kept it; a word of digits alone is a number in JSON.
    for (const bare of ["0a1b", "0123", "1234", "12e4"]) {
      sessionStorage.setItem("willow-client", bare);
      expect([clientWordOf(makeWord), clientWordOf(makeWord)]).toEqual([bare, bare]);
    }
    const forbid = () => {
      throw new DOMException("no storage", "SecurityError");
    };
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(forbid);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(forbid);
    expect(clientWordOf(() => "other")).toBe("other");
    tabKeeper.save([{ id: "a-1", command: SAY, user: "alice", at: 0 }]);
    expect(tabKeeper.load()).toEqual([]);
  });
});

test("a move without its ply, and what a visitor asks, are not kept", () => {
  const outbox = new Outbox("a", tabKeeper);
  outbox.add({ do: "move", game: 7, move: "f5" }, "alice");
  outbox.add(SAY, null);
  expect(tabKeeper.load()).toEqual([]);
});

test("a refusal rejects the promise, an answer fulfils it", async () => {
  const outbox = new Outbox("a", tabKeeper);
  const first = outbox.add(SAY, "alice");
  const second = outbox.add(SAY, "alice");
  outbox.settle({ id: first.id, time: 0, event: "error", command: "say", code: "limit", message: "no" });
  expect(outbox.settle(ok(second.id))).toEqual(SAY);
  await expect(first.answer).rejects.toEqual(new Refusal("limit", null, "no"));
  expect((await second.answer).event).toBe("ok");
  expect(outbox.settle(ok(second.id))).toBeNull();
});
