// The protocol over HTTP, against a server of the test.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HttpSocket } from "./http-socket";
import type { Command } from "./wire";

/** A stream of the server: what is told comes out of its body. */
class FakeStream {
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly response = new Response(
    new ReadableStream<Uint8Array>({ start: (controller) => void (this.#controller = controller) }),
  );

  tell(...notices: object[]): void {
    const text = notices.map((notice) => `${JSON.stringify({ time: 1, ...notice })}\n`).join("");
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  end(): void {
    this.#controller?.close();
  }
}

const streams = new Map<string, FakeStream>();
const posted: unknown[] = [];
let answer: (command: Record<string, unknown>) => Response | Promise<Response>;

beforeEach(() => {
  streams.clear();
  posted.length = 0;
  answer = ({ id }) => Response.json({ id, time: 1, event: "ok" });
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path === "/api/pools") return Response.json({});
    if (path === "/api/do") {
      const command = JSON.parse(String(init?.body)) as Record<string, unknown>;
      posted.push(command);
      return answer(command);
    }
    if (path.endsWith("/9")) {
      return Response.json({ event: "error", code: "no-such-game", message: "" }, { status: 404 });
    }
    const stream = new FakeStream();
    streams.set(path, stream);
    return stream.response;
  });
});
afterEach(() => vi.unstubAllGlobals());

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

async function open() {
  const socket = new HttpSocket("word1234");
  const heard: Record<string, unknown>[] = [];
  const onclose = vi.fn();
  const onopen = vi.fn();
  Object.assign(socket, { onclose, onopen });
  socket.onmessage = ({ data }) => void heard.push(JSON.parse(String(data)) as Record<string, unknown>);
  await settled();
  const say = (id: string, command: Command) => socket.send(JSON.stringify({ id, ...command }));
  return { socket, heard, say, onclose, onopen };
}

test("a visitor's lobby comes as a stream, the past before the greeting's answer", async () => {
  const { heard, say, onopen } = await open();
  expect(onopen).toHaveBeenCalledOnce();
  say("greet-past", { do: "sync", room: "lobby", after: 3 });
  say("greet-1", { do: "lobby", follow: true });
  await settled();
  streams
    .get("/api/stream/lobby?after=3")
    ?.tell(
      { event: "welcome", server: "x", protocol: 2 },
      { id: "lobby", event: "ok" },
      { room: "lobby", number: 4, event: "said", from: "bob", text: "hi" },
      { id: "sync", event: "synced", of: "lobby", last: 4 },
    );
  await settled();
  expect(heard.map(({ id, event }) => [id, event])).toEqual([
    ["greet-past", "ok"],
    [undefined, "said"],
    [undefined, "synced"],
    ["greet-1", "ok"],
  ]);
});

test("a user enters when the missed events of the lobby and of the private room have come", async () => {
  const { heard, say } = await open();
  say("greet-1", { do: "resume", token: "cookie", rooms: { lobby: 7, private: 2 } });
  await settled();
  expect([...streams.keys()]).toEqual(["/api/stream/lobby?after=7"]);
  streams.get("/api/stream/lobby?after=7")?.tell({ id: "sync", event: "synced", of: "lobby", last: 7 });
  await settled();
  streams
    .get("/api/stream/events?after=2")
    ?.tell(
      { id: "enter", event: "entered", name: "alice", role: "player", lobby: 8, private: 3 },
      { room: "lobby", number: 8, event: "said", from: "bob", text: "twice" },
      { room: "private", number: 3, event: "told", from: "bob", to: "alice", text: "psst" },
      { id: "sync", event: "synced", of: "private", last: 3 },
      { room: "game/1", number: 2, event: "moved" },
    );
  await settled();
  expect(heard.map(({ id, event }) => [id, event])).toEqual([
    [undefined, "synced"],
    [undefined, "told"],
    ["greet-1", "entered"],
    [undefined, "moved"],
  ]);
});

test("commands are sent in order, each after the answer to the one before", async () => {
  const { heard, say } = await open();
  let finish = () => {};
  answer = ({ id }) =>
    new Promise((resolve) => (finish = () => resolve(Response.json({ id, time: 5, event: "ok" }))));
  say("1", { do: "move", game: 1, move: "f5", ply: 0 });
  say("2", { do: "say", text: "hello" });
  await settled();
  expect(posted).toHaveLength(1);
  finish();
  await settled();
  expect(posted).toEqual([
    { id: "1", do: "move", game: 1, move: "f5", ply: 0 },
    { id: "2", do: "say", text: "hello" },
  ]);
  expect(heard).toEqual([{ id: "1", time: 5, event: "ok" }]);
});

test("a refusal of a command, or of a game, is its answer", async () => {
  const { heard, say, onclose } = await open();
  answer = () => Response.json({ time: 1, event: "error", code: "limit", message: "" }, { status: 429 });
  say("1", { do: "say", text: "hello" });
  say("2", { do: "watch", game: 9 });
  await settled();
  expect(heard.map(({ id, code }) => [id, code])).toEqual(
    expect.arrayContaining([
      ["1", "limit"],
      ["2", "no-such-game"],
    ]),
  );
  expect(onclose).not.toHaveBeenCalled();
});

test("a watched game is a stream, and two are watched at most", async () => {
  const { heard, say } = await open();
  for (const game of [1, 2, 3]) say(`w${game}`, { do: "watch", game });
  await settled();
  streams.get("/api/stream/games/3")?.tell({ event: "state", game: 3 }, { id: "follow", event: "ok" });
  streams.get("/api/stream/games/1")?.tell({ event: "state", game: 1 });
  await settled();
  expect(heard.map(({ id, event, game }) => [id, event, game])).toEqual([
    [undefined, "state", 3],
    ["w3", "ok", undefined],
  ]);
});

test("a stream that ends closes the socket, once", async () => {
  const { socket, say, onclose } = await open();
  say("1", { do: "watch", game: 1 });
  await settled();
  streams.get("/api/stream/games/1")?.end();
  await settled();
  expect(onclose).toHaveBeenCalledOnce();
  socket.close();
  expect(onclose).toHaveBeenCalledOnce();
});

test("a server that does not answer closes the socket", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  const { onclose, onopen } = await open();
  expect(onclose).toHaveBeenCalledOnce();
  expect(onopen).not.toHaveBeenCalled();
});
