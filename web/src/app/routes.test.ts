// The addresses of the places.
import { describe, expect, test } from "vitest";
import { pathOf, routeOf, type Route } from "./routes";

const PLACES: [string, Route][] = [
  ["/", { place: "home" }],
  ["/games", { place: "games" }],
  ["/games/new", { place: "new-game" }],
  ["/game/17", { place: "game", game: 17 }],
  ["/join/123456789012", { place: "join", game: 123456789012 }],
  ["/game/9007199254740991", { place: "game", game: Number.MAX_SAFE_INTEGER }],
  ["/user/alice", { place: "user", name: "alice" }],
  ["/analysis", { place: "analysis", query: "" }],
  ["/analysis?moves=f5d6&ply=1", { place: "analysis", query: "?moves=f5d6&ply=1" }],
  ["/archive", { place: "archive", query: "" }],
  ["/archive?text=ito+1998", { place: "archive", query: "?text=ito+1998" }],
  ["/book?moves=f5d6&ply=2&book=server", { place: "book", query: "?moves=f5d6&ply=2&book=server" }],
  ["/watch?channel=blitz", { place: "watch", query: "?channel=blitz" }],
  ["/event?name=Paris&year=1998", { place: "event", query: "?name=Paris&year=1998" }],
  ["/people", { place: "people" }],
  ["/moderation", { place: "moderation" }],
  ["/messages", { place: "messages", name: null }],
  ["/messages/bob", { place: "messages", name: "bob" }],
];

describe("addresses", () => {
  test.each(PLACES)("%s", (path, route) => {
    expect(routeOf(path)).toEqual(route);
    expect(pathOf(route)).toBe(path);
  });

  test.each([
    "/game/9007199254740992",
    "/game/x",
    "/game/",
    "/game/1/2",
    "/user/<b>",
    "/constructor",
    "/nowhere",
    "/analysis/1",
  ])("%s is no place", (path) => expect(routeOf(path)).toEqual({ place: "not-found" }));
});
