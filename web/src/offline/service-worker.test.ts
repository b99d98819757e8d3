// The service worker: what it keeps, and what becomes of it with a new version of the client.
import { beforeEach, expect, test, vi } from "vitest";

/** The caches of a browser, by name and address. */
let kept: Map<string, Map<string, string>>;
let isOnline: boolean;
/** The files that were added to caches. */
let added: string[] = [];

const caches = {
  open: (name: string) => {
    const cache = kept.get(name) ?? new Map<string, string>();
    kept.set(name, cache);
    return Promise.resolve({
      addAll: async (files: string[]) => {
        expect(new Set(files).size).toBe(files.length);
        added.push(...files);
        await Promise.resolve(files.forEach((file) => cache.set(file, `kept ${file}`)));
      },
    });
  },
  keys: () => Promise.resolve([...kept.keys()]),
  delete: (name: string) => Promise.resolve(kept.delete(name)),
  match: (what: string | { url: string }, { cacheName }: { cacheName: string }) =>
    Promise.resolve(kept.get(cacheName)?.get(typeof what === "string" ? what : new URL(what.url).pathname)),
};

const fetchNow = ({ url }: { url: string }) =>
  isOnline ? Promise.resolve(`sent ${new URL(url).pathname}`) : Promise.reject(new TypeError("offline"));

/** A version of the service worker, with the files that its build has named. */
async function worker(files: Record<string, string[]>, language = "en") {
  const listeners = new Map<string, (event: object) => void>();
  vi.resetModules();
  vi.stubGlobal("WILLOW_FILES", files);
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", fetchNow);
  vi.stubGlobal("location", new URL(`http://club/service-worker.js?language=${language}`));
  vi.stubGlobal("addEventListener", (kind: string, listener: (event: object) => void) =>
    listeners.set(kind, listener),
  );
  await import("./service-worker");
  /** What the worker answers; nothing if it leaves the request to the browser. */
  const ask = async (path: string, mode = "cors") => {
    let answer: Promise<unknown> | undefined;
    const request = { method: "GET", mode, url: new URL(path, "http://club").href };
    listeners.get("fetch")?.({ request, respondWith: (given: Promise<unknown>) => (answer = given) });
    return answer;
  };
  /** Gives the worker an event, and waits until its work is done. */
  const hear = async (kind: string, event: object) => {
    let done: Promise<unknown> = Promise.resolve();
    listeners.get(kind)?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) });
    await done;
  };
  return {
    keepEngine: () => hear("message", { data: null }),
    install: () => hear("install", {}),
    activate: () => hear("activate", {}),
    ask,
    hear,
  };
}

/** A notification of a game that somebody presses. */
const notificationOf = (game: number) => ({ data: `/game/${game}`, close: vi.fn() });

test("a press on a notification shows the page that has the game, or opens one", async () => {
  const focus = vi.fn(() => Promise.resolve());
  const openWindow = vi.fn(() => Promise.resolve());
  const pages = ["http://club/lobby", "http://club/game/7"].map((url) => ({ url, focus: () => focus() }));
  vi.stubGlobal("clients", { matchAll: () => Promise.resolve(pages), openWindow });
  const one = await worker({ all: [] });
  const [open, closed] = [notificationOf(7), notificationOf(70)];
  await one.hear("notificationclick", { notification: open });
  expect([open.close, focus, openWindow].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
  await one.hear("notificationclick", { notification: closed });
  expect([closed.close, focus].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(openWindow).toHaveBeenCalledWith("/game/70");
});

const subscription = (endpoint: string, options = {}) => ({
  endpoint,
  options,
  toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
});

test("another address at the push service is told with the one whose place it takes", async () => {
  const subscribe = vi.fn(() => Promise.resolve(subscription("https://push/3")));
  vi.stubGlobal("registration", { pushManager: { subscribe } });
  const one = await worker({ all: [] });
  const told = vi.fn((path: string, request: { body: string }) => Promise.resolve([path, request]));
  vi.stubGlobal("fetch", told);
  const bodies = () => told.mock.calls.map(([path, { body }]) => [path, JSON.parse(body) as unknown]);
  const keys = { p256dh: "p", auth: "a" };
  await one.hear("pushsubscriptionchange", {
    oldSubscription: subscription("https://push/1"),
    newSubscription: subscription("https://push/2"),
  });
  expect(bodies()).toEqual([["/api/push", { endpoint: "https://push/2", keys, old: "https://push/1" }]]);
  // Some browsers leave it to the page to subscribe again, with the same key.
  const options = { userVisibleOnly: true, applicationServerKey: "key" };
  await one.hear("pushsubscriptionchange", { oldSubscription: subscription("https://push/2", options) });
  expect(subscribe).toHaveBeenCalledWith(options);
  expect(bodies()[1]).toEqual(["/api/push", { endpoint: "https://push/3", keys, old: "https://push/2" }]);
  // Nothing is known: the user switches it on again.
  await one.hear("pushsubscriptionchange", {});
  expect(told).toHaveBeenCalledTimes(2);
});

beforeEach(() => {
  kept = new Map();
  isOnline = true;
});

test("the page and the files of the chosen language are kept, and answer without a connection", async () => {
  const one = await worker(
    { all: ["/assets/a-1.js"], en: ["/assets/en-1.js"], ja: ["/assets/a-1.js", "/assets/ja-1.js"] },
    "ja",
  );
  await one.install();
  expect([...kept.values()].map((cache) => [...cache.keys()])).toEqual([
    ["/", "/assets/a-1.js", "/assets/ja-1.js"],
  ]);
  expect(await one.ask("/lobby", "navigate")).toBe("sent /lobby");
  isOnline = false;
  expect(await one.ask("/lobby", "navigate")).toBe("kept /");
  expect(await one.ask("/assets/a-1.js")).toBe("kept /assets/a-1.js");
  await expect(one.ask("/assets/en-1.js")).rejects.toThrow("offline");
});

test("the engine is kept when the page asks for it, each file once", async () => {
  const one = await worker({ all: ["/assets/a-1.js"], engine: ["/assets/w-1.weights", "/assets/e-1.wasm"] });
  await one.install();
  isOnline = false;
  await expect(one.ask("/assets/w-1.weights")).rejects.toThrow("offline");
  isOnline = true;
  await one.keepEngine();
  added = [];
  await one.keepEngine();
  expect(added).toEqual([]);
  isOnline = false;
  expect(await one.ask("/assets/w-1.weights")).toBe("kept /assets/w-1.weights");
  expect(await one.ask("/assets/e-1.wasm")).toBe("kept /assets/e-1.wasm");
});

test("what the server alone can answer is left to the browser", async () => {
  const one = await worker({ all: [] });
  await one.install();
  for (const path of ["/api/users/ann", "/ws", "http://elsewhere/assets/a.js"]) {
    expect(await one.ask(path), path).toBeUndefined();
  }
  expect(await one.ask("/api/games/7/record", "navigate")).toBeUndefined();
});

test("a new version keeps its own files, and forgets those of the old one when it takes over", async () => {
  const one = await worker({ all: ["/assets/a-1.js"] });
  await one.install();
  kept.set("of-another-page", new Map());
  const two = await worker({ all: ["/assets/a-2.js"] });
  await two.install();
  // Pages of the old version still load their parts.
  isOnline = false;
  expect(await one.ask("/assets/a-1.js")).toBe("kept /assets/a-1.js");
  expect(await two.ask("/assets/a-2.js")).toBe("kept /assets/a-2.js");
  expect(kept.size).toBe(3);
  await two.activate();
  expect(kept.size).toBe(2);
  expect(kept.has("of-another-page")).toBe(true);
  await expect(one.ask("/assets/a-1.js")).rejects.toThrow("offline");
  expect(await two.ask("/assets/a-2.js")).toBe("kept /assets/a-2.js");
});
