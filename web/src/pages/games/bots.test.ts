// The groups of bots.
import { expect, test } from "vitest";
import type { BotDetails, UserSummary } from "../../protocol/wire";
import { botsOf, levelsToBegin } from "./bots";

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
  expect(botsOf([user("iago", { ladder_elo: 1100 })])).toEqual([
    { name: "iago", group: "people", about: "about iago", elo: 1100, playing: 0 },
  ]);
});

test("offers the weakest, the middle and the strongest level to a newcomer", () => {
  const levels = ["one", "two", "three", "four", "five"].map((name, place) =>
    user(name, { ladder_elo: 100 * place }),
  );
  const engine = user("willow-9", { level: "engine", ladder_elo: 250 });
  expect(levelsToBegin(botsOf([engine, ...levels])).map(({ name }) => name)).toEqual([
    "one",
    "three",
    "five",
  ]);
});

test("offers each level once where there are fewer than three", () => {
  expect(levelsToBegin(botsOf([user("one", {})])).map(({ name }) => name)).toEqual(["one"]);
  expect(levelsToBegin([])).toEqual([]);
});
