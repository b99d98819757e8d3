// The discs of a finished game.
import { expect, test } from "vitest";
import { discsOf } from "./discs";

test.each([
  [16, [40, 24]],
  [0, [32, 32]],
  [-64, [0, 64]],
])("%i", (result, discs) => expect(discsOf({ result })).toEqual(discs));

test("a result that is unknown has no discs", () => expect(discsOf({ result: null })).toBeNull());
