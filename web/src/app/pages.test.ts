// The addresses of the pages, and the links of the navigation that lead to them.
import { describe, expect, test } from "vitest";
import { linkHere, type Link } from "./links";
import { linkTo, pathOf, routeOf, type NavigationLink, type Route } from "./pages";

const ADDRESSES: [string, Route][] = [
  ["/", { page: "home" }],
  ["/games", { page: "games" }],
  ["/games/new", { page: "new-game" }],
  ["/game/17", { page: "game", game: 17 }],
  ["/join/123456789012", { page: "join", game: 123456789012 }],
  ["/game/9007199254740991", { page: "game", game: Number.MAX_SAFE_INTEGER }],
  ["/user/alice", { page: "user", name: "alice" }],
  ["/analysis", { page: "analysis", query: "" }],
  ["/archive?text=ito+1998?", { page: "archive", query: "?text=ito+1998?" }],
  ["/invitation", { page: "invitation" }],
  ["/about/privacy", { page: "about", document: "privacy" }],
  ["/learn", { page: "learn", lesson: null }],
  ["/learn/corners", { page: "learn", lesson: "corners" }],
  ["/exercises", { page: "exercises", mode: null }],
  ["/exercises/drill-12", { page: "exercises", mode: "drill-12" }],
  ["/tournaments", { page: "tournaments", tournament: null, view: "" }],
  ["/tournaments/7", { page: "tournaments", tournament: 7, view: "" }],
  ["/tournaments/7?view=screen", { page: "tournaments", tournament: 7, view: "screen" }],
  ["/messages", { page: "messages", name: null }],
  ["/messages/bob", { page: "messages", name: "bob" }],
];

describe("addresses", () => {
  test.each(ADDRESSES)("%s", (path, route) => {
    expect(routeOf(path)).toEqual(route);
    expect(pathOf(route)).toBe(path);
  });

  test.each([
    "/game/9007199254740992",
    "/game/x",
    "/game/",
    "/game/1/2",
    "/tournaments/x",
    "/user/<b>",
    "/constructor",
    "/nowhere",
    "/analysis/1",
    "/about",
    "/learn/1",
    "/exercises/a/b",
    "/about/nothing",
  ])("%s is no page", (path) => expect(routeOf(path)).toEqual({ page: "not-found" }));
});

test.each<[Route, string | null, NavigationLink | null]>([
  [{ page: "bots" }, null, "home"],
  [{ page: "game", game: 7 }, "ann", "games"],
  [{ page: "register" }, null, "sign-in"],
  [{ page: "user", name: "Ann" }, "ann", "you"],
  [{ page: "user", name: "bob" }, "ann", null],
  [{ page: "user", name: "bob" }, null, null],
  [{ page: "settings" }, "ann", null],
])("%j of %s belongs to the link %s", (route, self, link) => expect(linkTo(route, self)).toBe(link));

describe("on a phone a page lights the link that", () => {
  const bar = (["home", "learn", "watch", "analysis", "you"] as const).map((name): Link => ({
    name,
    route: { page: "home" },
    text: name,
  }));
  test.each<[Route, NavigationLink | null]>([
    [{ page: "game", game: 7 }, "home"],
    [{ page: "join", game: 7 }, "home"],
    [{ page: "games" }, "you"],
    [{ page: "rules" }, "learn"],
    [{ page: "archive", query: "" }, "you"],
    [{ page: "user", name: "bob" }, "you"],
    [{ page: "about", document: "privacy" }, "you"],
    [{ page: "not-found" }, "you"],
    [{ page: "settings" }, null],
  ])("%j belongs to is %s", (route, link) => expect(linkHere(route, "ann", bar)).toBe(link));
});
