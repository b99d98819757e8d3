// The form of a new game: what it sends, and the mistakes that it finds.
import { describe, expect, test } from "vitest";
import { Refusal } from "../protocol/refusal";
import { NewGame, newGameFieldOf } from "./games-new.svelte";

describe("the form of a new game", () => {
  test.each([
    [{ clockKind: "increment", minutes: 5, seconds: 3 }, "5:00+3"],
    [{ clockKind: "game", minutes: 0.5 }, "0:30"],
    [{ clockKind: "game", minutes: 0.025 }, "0:01.5"],
    [{ clockKind: "game", minutes: 1.333 }, "1:20"],
    [{ clockKind: "increment", minutes: 0.175, seconds: 0.1 }, "0:10.5+0.1"],
    [{ clockKind: "extension", minutes: 0.075, extension: 0.025 }, "0:04.5//0:01.5"],
    [{ clockKind: "byoyomi", minutes: 0, seconds: 10 }, "0:00/10"],
    [{ clockKind: "extension", minutes: 15, extension: 2 }, "15:00//2:00"],
    [{ clockKind: "days", days: 3 }, "3d"],
    [{ clockKind: "move", seconds: 20 }, "20s"],
    [{ clockKind: "move", seconds: 0.5 }, "500ms"],
    [{ clockKind: "increment", minutes: 1, seconds: 0.1004 }, "1:00+0.1"],
    [{ clockKind: "none" }, "none"],
  ] as const)("writes the clock %j", (fields, clock) => {
    const form = Object.assign(new NewGame(), fields);
    expect(form.problems(true)).toEqual({});
    expect(form.terms.clock).toBe(clock);
  });

  test.each([
    [{ startKind: "standard" }, "standard"],
    [{ startKind: "balanced" }, "balanced"],
    [{ startKind: "random", discs: 20 }, "random:20"],
    [{ startKind: "position", position: `${"-".repeat(62)}XO X` }, `position:${"-".repeat(62)}XO/X`],
  ] as const)("writes the start %j", (fields, start) => {
    expect(Object.assign(new NewGame(), fields).terms.start).toBe(start);
  });

  test.each([
    [{ audience: "user", opponent: " " }, { opponent: "no-opponent" }],
    [{ minutes: null }, { clock: "no-number" }],
    [{ clockKind: "game", minutes: 0 }, { clock: "no-time" }],
    [{ clockKind: "byoyomi", minutes: 5, seconds: 0 }, { clock: "no-time" }],
    [{ startKind: "random", discs: 49 }, { start: "discs" }],
    [{ audience: "seek", from: "1600", to: "1400" }, { range: "bad-range" }],
    [{ audience: "seek", from: "abc" }, { range: "bad-rating" }],
    [{ audience: "seek", from: "1400", to: "-5" }, { range: "bad-rating" }],
    [{ audience: "seek", to: "10000" }, { range: "bad-rating" }],
    [{ audience: "list", from: "abc" }, {}],
  ] as const)("finds the mistake in %j", (fields, problems) => {
    expect(Object.assign(new NewGame(), fields).problems(true)).toEqual(problems);
  });

  test("does not start from a position without a move", () => {
    const form = Object.assign(new NewGame(), { startKind: "position" });
    expect(form.problems(false)).toEqual({ start: "no-position" });
  });

  test("plays unrated what cannot be rated, and shows a seek to all", () => {
    const form = Object.assign(new NewGame(), { rated: true, private: true, audience: "seek" });
    expect(form.terms).toMatchObject({ rated: true, private: false });
    form.startKind = "position";
    expect(form.terms.rated).toBe(false);
    form.startKind = "standard";
    form.clockKind = "none";
    expect(form.terms.rated).toBe(false);
  });

  test("writes the range of a seek", () => {
    expect(Object.assign(new NewGame(), { from: "1400" }).range).toBe("1400-");
    expect(Object.assign(new NewGame(), { from: " ", to: "１６００" }).range).toBe("-1600");
    expect(new NewGame().range).toBeNull();
  });
});

test("a refusal of the server stands beside its field", () => {
  const refusal = new Refusal("not-now", "too-little-time-in-rated-game", "too short");
  expect(newGameFieldOf(refusal)).toBe("clock");
  expect(newGameFieldOf(new Refusal("limit", "too-many-offers", "too many"))).toBeNull();
  expect(newGameFieldOf(new Error("other"))).toBeNull();
});
