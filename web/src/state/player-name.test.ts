import { expect, test } from "vitest";
import { playerName } from "./player-name";

test.each([
  ["Tastet Marc", "Tastet Marc"],
  ["Willow on a device (level 12)", "Willow, level 12, on a device"],
  ["Willow on a device (club-player)", "Club player, on a device"],
])("a player is called: %s", (name, called) => {
  expect(playerName(name)).toBe(called);
});
