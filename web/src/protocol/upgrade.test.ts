// Whether the server has a newer page.
import { afterEach, expect, test, vi } from "vitest";
import { entryOf, isOutdated } from "./upgrade";

const page = (script: string) =>
  `<!doctype html><html><head><script type="module" crossorigin src="${script}"></script></head><body></body></html>`;

afterEach(() => vi.unstubAllGlobals());

test("the entry script is found", () => {
  expect(entryOf(page("/assets/index-abc.js"))).toBe("/assets/index-abc.js");
  expect(entryOf("<p>no page</p>")).toBeNull();
});

test.each([
  ["/assets/index-abc.js", 200, false],
  ["/assets/index-def.js", 200, true],
  ["/assets/index-def.js", 503, false],
])("a page with %s and status %i is newer: %s", async (script, status, expected) => {
  vi.stubGlobal("fetch", async () => new Response(page(script), { status }));
  expect(await isOutdated("/assets/index-abc.js")).toBe(expected);
});

test("a server that does not answer has nothing newer", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  expect(await isOutdated("/assets/index-abc.js")).toBe(false);
});
