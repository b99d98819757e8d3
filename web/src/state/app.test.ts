// What the tab does when the server has a newer page.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { testApp } from "../tests/app";

const ADDRESS = "/analysis?moves=f5d6c3&ply=2";

describe("a newer page", () => {
  beforeEach(() => history.replaceState(null, "", ADDRESS));

  test("is loaded with the record or the search that the address has", async () => {
    const load = vi.fn();
    const app = testApp(load);
    app.onLink("open");
    app.onLink("open");
    await vi.waitFor(() => expect(app.notices.all).toHaveLength(1));
    app.notices.all[0]?.action?.run();
    expect(load.mock.calls).toEqual([[ADDRESS]]);
  });

  test("is loaded when a place is missing, too", async () => {
    const load = vi.fn();
    await testApp(load).onPageMissing();
    expect(load.mock.calls).toEqual([[ADDRESS]]);
  });
});
