// The connection on a socket of the test: greeting, acknowledgements, reconnection.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connection, type Identity, type Link, type Socket } from "./connection";
import type { KeptCommand } from "./outbox";
import { Refusal } from "./refusal";
import type { Command, Notice } from "./wire";

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((message: MessageEvent<unknown>) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.isClosed = true;
  }

  tell(notice: object): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify({ time: 0, ...notice }) }));
  }
}

const ENTERED = { id: "greet-1", event: "entered", name: "alice", role: "player", lobby: 7, private: 2 };

const MOVE: Command = { do: "move", game: 7, move: "f5", ply: 0 };

function setUp(kept: readonly KeptCommand[] = []) {
  const sockets: FakeSocket[] = [];
  const notices: Notice[] = [];
  const links: Link[] = [];
  const byes: string[] = [];
  const [becameVisitor, lateRefusal, save] = [vi.fn(), vi.fn(), vi.fn()];
  const connection = new Connection(
    {
      open: () => {
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket;
      },
      random: () => 1,
      clientWord: "word1234",
      idPrefix: "load",
      keeper: { load: () => kept, save },
    },
    {
      onNotice: (notice) => notices.push(notice),
      onLink: (link) => links.push(link),
      onBye: (reason) => byes.push(reason),
      onVisitor: becameVisitor,
      onLateRefusal: lateRefusal,
    },
  );
  const newest = () => sockets[sockets.length - 1] as FakeSocket;
  /** Signs in, as the server answers it. */
  const enter = (identity: Identity = "user", rooms: Record<string, number> = {}) => {
    newest().onopen?.();
    if (identity === "user") newest().tell({ ...ENTERED, rooms });
    else newest().tell({ id: "greet-1", event: "ok" });
  };
  /** The commands that were sent, without pings and greetings. */
  const said = () => newest().sent.filter(({ id }) => typeof id === "string" && !/^(ping|greet)-/.test(id));
  return { connection, sockets, notices, links, byes, becameVisitor, lateRefusal, save, newest, enter, said };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("a connection", () => {
  test("asks for version 2 and logs in by the cookie", () => {
    const { connection, newest } = setUp();
    connection.start("user");
    newest().onopen?.();
    expect(newest().sent).toEqual([
      { id: "greet-0", do: "protocol", version: 2, client: "word1234" },
      { id: "greet-1", do: "resume", token: "cookie", rooms: { lobby: 0, private: 0 } },
    ]);
  });

  test("reads the lobby's past as a visitor, from the last event that it has", () => {
    const { connection, newest, notices } = setUp();
    connection.start("visitor");
    newest().onopen?.();
    expect(newest().sent.slice(1)).toEqual([
      { id: "greet-past", do: "sync", room: "lobby", after: 0 },
      { id: "greet-1", do: "lobby", follow: true },
    ]);
    newest().tell({ room: "lobby", number: 3, event: "said", from: "bob", text: "hi" });
    newest().tell({ id: "greet-past", event: "synced", of: "lobby", last: 3 });
    newest().tell({ id: "greet-1", event: "ok" });
    expect(notices.map(({ event }) => event)).toEqual(["said", "synced", "ok"]);
    newest().onclose?.();
    vi.advanceTimersByTime(500);
    newest().onopen?.();
    expect(newest().sent[1]).toMatchObject({ do: "sync", after: 3 });
  });

  test("sends what was not acknowledged again, under the same id, after the login", async () => {
    const { connection, newest, links, said } = setUp();
    connection.start("user");
    newest().onopen?.();
    newest().tell({ ...ENTERED, rooms: { lobby: 7, private: 2 } });
    const answer = connection.ask({ do: "say", text: "hello" });
    const [sent] = said();
    newest().onclose?.();
    vi.advanceTimersByTime(500);
    newest().onopen?.();
    expect(newest().sent[1]).toEqual({
      id: "greet-1",
      do: "resume",
      token: "cookie",
      rooms: { lobby: 7, private: 2 },
    });
    newest().tell(ENTERED);
    expect(said()).toEqual([sent]);
    newest().tell({ id: sent?.["id"], event: "ok" });
    expect((await answer).event).toBe("ok");
    expect(links).toEqual(["connecting", "open", "waiting", "connecting", "open"]);
  });

  test("sends a command that answers the greeting once", () => {
    const { connection, newest, notices } = setUp();
    vi.spyOn(notices, "push").mockImplementation(() => {
      void connection.ask({ do: "games" });
      return 0;
    });
    connection.start("user");
    newest().onopen?.();
    newest().tell(ENTERED);
    expect(newest().sent.filter((command) => command["do"] === "games")).toHaveLength(1);
  });

  test("hands each event of a room on once", () => {
    const { connection, newest, notices } = setUp();
    connection.start("visitor");
    newest().onopen?.();
    newest().tell({ id: "greet-1", event: "ok" });
    const said = { room: "lobby", number: 8, event: "said", from: "bob", text: "hi" };
    newest().tell(said);
    newest().tell(said);
    expect(notices.filter(({ event }) => event === "said")).toHaveLength(1);
  });

  test("rejects a refused command with the server's reason", async () => {
    const { connection, newest } = setUp();
    connection.start("visitor");
    newest().onopen?.();
    newest().tell({ id: "greet-1", event: "ok" });
    const answer = connection.ask({ do: "say", text: "hello" });
    newest().tell({
      id: "load-1",
      event: "error",
      command: "say",
      code: "not-in",
      detail: "not-logged-in",
      message: "no",
    });
    await expect(answer).rejects.toEqual(new Refusal("not-in", "not-logged-in", "no"));
  });

  test("takes a link that does not answer a ping for dead, and connects again at once", () => {
    const { connection, sockets, newest, enter } = setUp();
    connection.start("visitor");
    enter("visitor");
    const answerPings = () =>
      newest().sent.forEach(({ id, do: name }) => name === "ping" && newest().tell({ id, event: "pong" }));
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(9_000);
      answerPings();
    }
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(30_000);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.isClosed).toBe(true);
  });

  test("asks at once whether the link is alive when the machine wakes or its network changes", () => {
    const { connection, sockets, newest, enter } = setUp();
    connection.start("visitor");
    enter("visitor");
    newest().tell({ id: "ping-0", event: "pong" });
    vi.advanceTimersByTime(100);
    connection.retryNow();
    expect(newest().sent.at(-1)).toEqual({ id: "ping-1", do: "ping" });
    vi.advanceTimersByTime(3_100);
    expect(sockets).toHaveLength(2);
  });

  test("goes on with a link that was silent because the machine slept", () => {
    const { connection, sockets, newest, enter } = setUp();
    connection.start("visitor");
    enter("visitor");
    for (let i = 0; i < 5; i++) {
      newest().tell({ id: `ping-${i}`, event: "pong" });
      vi.advanceTimersByTime(200);
    }
    // The clock goes on, the timers stand still.
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(20_000);
    expect(newest().sent.at(-1)).toEqual({ id: "ping-5", do: "ping" });
    newest().tell({ id: "ping-5", event: "pong" });
    vi.advanceTimersByTime(9_000);
    expect(sockets).toHaveLength(1);
  });

  test("gives up an attempt that leads nowhere", () => {
    const { connection, sockets } = setUp();
    connection.start("visitor");
    vi.advanceTimersByTime(15_600);
    expect(sockets).toHaveLength(2);
  });

  test("asks again, as a visitor, for the games that it watches and the talk about them", () => {
    const { connection, newest, enter, said } = setUp();
    connection.start("visitor");
    enter("visitor");
    void connection.ask({ do: "watch", game: 7 });
    newest().tell({ event: "state", game: 7, last: 3 });
    newest().tell({ id: "load-1", event: "ok" });
    newest().tell({ room: "watchers/7", number: 5, event: "said", from: "bob", text: "hm" });
    newest().onclose?.();
    vi.advanceTimersByTime(500);
    enter("visitor");
    expect(said()).toEqual([
      { id: "watch-7", do: "watch", game: 7 },
      { id: "talk-7", do: "sync", room: "watchers/7", after: 5 },
    ]);
  });

  test("resumes, as a user, the game that it watches even before something happens there", () => {
    const { connection, newest, enter } = setUp();
    connection.start("user");
    enter();
    void connection.ask({ do: "watch", game: 7 });
    newest().tell({ event: "state", game: 7, last: 3 });
    newest().tell({ id: "load-1", event: "ok" });
    newest().onclose?.();
    vi.advanceTimersByTime(500);
    newest().onopen?.();
    expect(newest().sent[1]).toMatchObject({ rooms: { "game/7": 3, "watchers/7": 0 } });
    void connection.ask({ do: "leave", game: 7 });
    newest().onclose?.();
    vi.advanceTimersByTime(1_000);
    newest().onopen?.();
    expect(newest().sent[1]).toMatchObject({ rooms: { lobby: 0, private: 0 } });
  });

  test("sends moves from before a reload of the page again, before newer commands", () => {
    const kept = { id: "before-4", command: MOVE, user: "alice", at: Date.now() };
    const { connection, enter, said, save, lateRefusal, newest } = setUp([kept]);
    connection.start("user");
    void connection.ask({ do: "who" });
    enter();
    expect(said()).toEqual([
      { id: "before-4", ...MOVE },
      { id: "load-1", do: "who" },
    ]);
    newest().tell({ id: "before-4", event: "error", command: "move", code: "wrong-ply", message: "no" });
    expect(lateRefusal).toHaveBeenCalledWith(MOVE, new Refusal("wrong-ply", null, "no"));
    expect(save).toHaveBeenLastCalledWith([]);
  });

  test("says why the server ends the connection, and stays away after a kick", () => {
    const { connection, sockets, newest, byes, links, enter, becameVisitor } = setUp();
    connection.start("user");
    enter();
    newest().tell({ event: "bye", reason: "shutdown" });
    vi.advanceTimersByTime(500);
    enter();
    newest().tell({ event: "bye", reason: "kicked" });
    vi.advanceTimersByTime(60_000);
    expect(byes).toEqual(["shutdown", "kicked"]);
    expect(links.at(-1)).toBe("stopped");
    expect(sockets).toHaveLength(2);
    expect(becameVisitor).not.toHaveBeenCalled();
  });

  test("does not forget who uses the browser because the server is busy", () => {
    const { connection, sockets, newest, becameVisitor } = setUp();
    connection.start("user");
    newest().onopen?.();
    newest().tell({ id: "greet-1", event: "error", command: "resume", code: "internal", message: "busy" });
    vi.advanceTimersByTime(500);
    expect(becameVisitor).not.toHaveBeenCalled();
    expect(sockets).toHaveLength(2);
  });

  test("goes on as a visitor, over the same socket, if the cookie is not valid any more", () => {
    const { connection, sockets, newest, becameVisitor, links, said } = setUp();
    connection.start("user");
    void connection.ask({ do: "top", class: "blitz" });
    newest().onopen?.();
    newest().tell({
      id: "greet-1",
      event: "error",
      command: "resume",
      code: "denied",
      message: "unknown token",
    });
    expect(becameVisitor).toHaveBeenCalledOnce();
    expect(newest().sent.at(-1)).toEqual({ id: "greet-1", do: "lobby", follow: true });
    newest().tell({ id: "greet-1", event: "ok" });
    expect(links).toEqual(["connecting", "open"]);
    expect(said()).toEqual([{ id: "load-1", do: "top", class: "blitz" }]);
    expect(sockets).toHaveLength(1);
  });

  test("goes on as the user if only the other connections were ended, as by a change of the password", () => {
    const { connection, newest, enter, becameVisitor, links } = setUp();
    connection.start("user");
    enter();
    newest().tell({ event: "bye", reason: "signed-out" });
    enter();
    expect(becameVisitor).not.toHaveBeenCalled();
    expect(links.at(-1)).toBe("open");
  });

  test("becomes a visitor's when the session is ended elsewhere, and sends nothing of the user again", async () => {
    const { connection, sockets, newest, enter, becameVisitor, said } = setUp();
    connection.start("user");
    enter("user", { private: 4 });
    const answer = connection.ask({ do: "say", text: "hello" });
    newest().tell({ event: "bye", reason: "signed-out" });
    expect(sockets).toHaveLength(2);
    newest().onopen?.();
    newest().tell({
      id: "greet-1",
      event: "error",
      command: "resume",
      code: "denied",
      message: "unknown token",
    });
    await expect(answer).rejects.toEqual(new Refusal("local", "closed", "closed"));
    expect(becameVisitor).toHaveBeenCalledOnce();
    newest().tell({ id: "greet-1", event: "ok" });
    expect(said()).toEqual([]);
    expect(connection.seen.numbers()).toEqual({});
  });
});
