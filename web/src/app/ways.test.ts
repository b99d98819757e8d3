// Tests of the ways of the navigation.
import { expect, it } from "vitest";
import { wayTo } from "./ways";

it("marks the way to the places that belong to it", () => {
  expect(wayTo({ place: "bots" }, null)).toBe("home");
  expect(wayTo({ place: "game", game: 7 }, "ann")).toBe("games");
  expect(wayTo({ place: "register" }, null)).toBe("sign-in");
});

it("marks `You` on one's own profile, whatever the case of the letters", () => {
  expect(wayTo({ place: "user", name: "Ann" }, "ann")).toBe("you");
});

it("does not mark `You` on the profile of somebody else", () => {
  expect(wayTo({ place: "user", name: "bob" }, "ann")).toBeNull();
  expect(wayTo({ place: "user", name: "bob" }, null)).toBeNull();
});

it("marks nothing on the settings", () => {
  expect(wayTo({ place: "settings" }, "ann")).toBeNull();
});
