// The choice between WebSocket and HTTP.
import { expect, test, vi } from "vitest";
import type { Socket } from "./connection";
import { Transports } from "./transports";

function fake(): Socket & { open(): void; fall(): void } {
  const socket: Socket & { open(): void; fall(): void } = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: () => undefined,
    close: () => undefined,
    open: () => socket.onopen?.(undefined as never),
    fall: () => socket.onclose?.(undefined as never),
  };
  return socket;
}

function setUp(hasWebSocket = true) {
  const made: string[] = [];
  const chosen: string[] = [];
  let last = fake();
  let isServerThere = true;
  const make = (kind: string) => () => {
    made.push(kind);
    return (last = fake());
  };
  const transports = new Transports({
    webSocket: hasWebSocket ? make("ws") : null,
    http: make("http"),
    isReachable: async () => isServerThere,
    onChosen: (transport) => chosen.push(transport),
  });
  /** Opens a socket that works, or does not; then it falls. */
  const attempt = async (works: boolean) => {
    transports.open();
    if (works) last.open();
    last.fall();
    await Promise.resolve().then(() => Promise.resolve());
  };
  const attempts = async (...all: boolean[]) => {
    for (const works of all) await attempt(works);
  };
  return { made, chosen, attempts, setServer: (isThere: boolean) => (isServerThere = isThere) };
}

test("three WebSockets in a row that do not open, while the server answers, lead to HTTP", async () => {
  const { attempts, made, chosen } = setUp();
  await attempts(false, false, true, false, false, false, true);
  expect(made).toEqual(["ws", "ws", "ws", "ws", "ws", "ws", "http"]);
  expect(chosen).toEqual(["web-socket", "http"]);
});

test("each end of a connection over HTTP is a chance for one WebSocket", async () => {
  const { attempts, made } = setUp();
  await attempts(false, false, false, true, false, true, true, true);
  expect(made).toEqual(["ws", "ws", "ws", "http", "ws", "http", "ws", "ws"]);
});

test("a server that is away for long is no reason for HTTP", async () => {
  const { attempts, made, setServer } = setUp();
  setServer(false);
  await attempts(false, false, false, false, false);
  setServer(true);
  await attempts(false, true);
  expect(made).toEqual(Array.from({ length: 7 }, () => "ws"));
});

test("a browser without WebSocket uses HTTP at once, and always", async () => {
  const { attempts, made } = setUp(false);
  await attempts(true, false, true);
  expect(made).toEqual(["http", "http", "http"]);
});

test("what a socket says goes through", () => {
  const heard = vi.fn();
  const inner = fake();
  const transports = new Transports({
    webSocket: () => inner,
    http: fake,
    isReachable: async () => true,
    onChosen: () => undefined,
  });
  const socket = transports.open();
  socket.onmessage = heard;
  inner.onmessage?.(new MessageEvent("message", { data: "x" }));
  expect(heard).toHaveBeenCalledOnce();
});
