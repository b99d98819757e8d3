// Whether the server has a newer page.
import { afterEach, expect, test, vi } from "vitest";
import { entryOf, isOutdated } from "./upgrade";

const page = (script: string) =>
  `<!doctype html><html><head><script async type="module" crossorigin src="/assets/index-abc.js"></script></head><body><script type="module" async crossorigin src="${script}"></script></body></html>`;

afterEach(() => vi.unstubAllGlobals());

test("the client is found", () => {
  expect(entryOf(page("/assets/client-abc.js"))).toBe("/assets/client-abc.js");
  expect(entryOf("<p>no page</p>")).toBeNull();
});

test.each([
  ["/assets/client-abc.js", 200, false],
  ["/assets/client-def.js", 200, true],
  ["/assets/client-def.js", 503, false],
])("a page with %s and status %i is newer: %s", async (script, status, expected) => {
  vi.stubGlobal("fetch", async () => new Response(page(script), { status }));
  expect(await isOutdated("/assets/client-abc.js")).toBe(expected);
});

test("a server that does not answer has nothing newer", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  expect(await isOutdated("/assets/client-abc.js")).toBe(false);
});
