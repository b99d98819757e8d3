// Where links lead, and where a sign-in leads back to.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Router } from "./router.svelte";

beforeEach(() => {
  history.replaceState(null, "", "/");
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
});

describe("the router", () => {
  test("leads back to the page from which the user went to sign in", () => {
    history.replaceState(null, "", "/join/17");
    const router = new Router();
    router.go({ page: "sign-in" });
    router.go({ page: "register" });
    expect(router.destination).toEqual({ page: "join", game: 17 });
    expect(new Router().destination, "after a reload").toEqual({ page: "join", game: 17 });
  });

  test("leads to the first page if there was no page before, or one that does not exist", () => {
    expect(new Router().destination).toEqual({ page: "home" });
    history.replaceState({ to: "https://evil.example/" }, "", "/sign-in");
    expect(new Router().destination).toEqual({ page: "home" });
    history.replaceState({ to: 7 }, "", "/sign-in");
    expect(new Router().destination).toEqual({ page: "home" });
  });

  test("counts visits, also those by the browser's own buttons", () => {
    const router = new Router();
    router.go({ page: "lobby" });
    expect(location.pathname).toBe("/lobby");
    history.replaceState(null, "", "/games");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(router.route).toEqual({ page: "games" });
    expect(router.visits).toBe(2);
  });

  test("keeps the query of the analysis, and notes a change of it without a visit", () => {
    history.replaceState(null, "", "/analysis?moves=f5d6");
    const router = new Router();
    expect(router.route).toEqual({ page: "analysis", query: "?moves=f5d6" });
    router.note({ page: "analysis", query: "?moves=f5d6&ply=1" });
    expect([location.search, router.visits]).toEqual(["?moves=f5d6&ply=1", 0]);
    expect(router.route).toEqual({ page: "analysis", query: "?moves=f5d6&ply=1" });
    router.go({ page: "sign-in" });
    expect(router.destination).toEqual({ page: "analysis", query: "?moves=f5d6&ply=1" });
  });

  test("follows plain clicks on its own pages only", () => {
    const router = new Router();
    const click = (href: string, init: MouseEventInit = {}) => {
      const link = document.createElement("a");
      link.href = href;
      document.body.append(link);
      link.addEventListener("click", router.follow);
      const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
      let isFollowed = false;
      // The page of the test goes nowhere.
      const stay = (event: Event) => {
        isFollowed = event.defaultPrevented;
        event.preventDefault();
      };
      addEventListener("click", stay, { once: true });
      link.dispatchEvent(event);
      link.remove();
      return isFollowed;
    };
    expect(click("/lobby")).toBe(true);
    expect(router.route).toEqual({ page: "lobby" });
    expect(click("/analysis?moves=f5")).toBe(true);
    expect(router.route).toEqual({ page: "analysis", query: "?moves=f5" });
    expect(click("/games", { ctrlKey: true })).toBe(false);
    expect(click("/api/account/export")).toBe(false);
    expect(click("https://elsewhere.example/lobby")).toBe(false);
    expect(click("#content")).toBe(false);
  });
});
