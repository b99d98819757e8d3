// The groups of bots.
import { expect, test } from "vitest";
import type { BotDetails, UserSummary } from "../../protocol/wire";
import { botsOf, scaleOf, withCorners } from "./bots";

function user(name: string, bot?: Partial<BotDetails> & object): UserSummary {
  const details = bot && {
    spec: name,
    program: name,
    about: `about ${name}`,
    level: "people" as const,
    ...bot,
  };
  return { name, role: bot ? "bot" : "player", playing: 0, ...(details ? { bot: details } : {}) };
}

test("people are left out, the weakest bot comes first, one without a strength last", () => {
  const users = [
    user("ann"),
    user("willow-8", { ladder_elo: 2100 }),
    user("odd"),
    user("bill", {}),
    user("iago", { ladder_elo: 1100 }),
  ];
  expect(botsOf(users).map(({ name }) => name)).toEqual(["iago", "willow-8", "bill"]);
});

test("each has its group and its line", () => {
  expect(botsOf([user("iago", { ladder_elo: 1100, ladder_error: 90 })])).toEqual([
    { name: "iago", group: "people", about: "about iago", elo: 1100, error: 90 },
  ]);
  expect(botsOf([user("iago", { ladder_elo: 1100 })])).toMatchObject([{ elo: 1100, error: null }]);
});

test("the slider goes from the weakest level for people to the strongest engine", () => {
  const levels = ["two", "one"].map((name) => user(name, { ladder_elo: name === "one" ? 100 : 200 }));
  const engines = ["willow-9", "willow-3"].map((name) =>
    user(name, { level: "engine", ladder_elo: name === "willow-9" ? 900 : 150 }),
  );
  const old = user("iago", { level: "historical", ladder_elo: 950 });
  expect(scaleOf(botsOf([old, ...engines, ...levels])).map(({ name }) => name)).toEqual([
    "one",
    "two",
    "willow-9",
  ]);
  expect(scaleOf([])).toEqual([]);
});

test("a head start puts Black's discs on corners", () => {
  expect(withCorners(0)).not.toMatch(/^X/);
  expect(withCorners(2)).toMatch(/^X-{26}OX-{6}XO-{26}X$/);
  expect(withCorners(4).replaceAll(/[^X]/g, "")).toHaveLength(6);
});
