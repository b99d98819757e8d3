import { describe, expect, it } from "vitest";
import { EMPTY_STAGE, nextStage, REST_MS, type Stage } from "./stage";

const next = (stage: Stage, running: number[], now: number, isHeld = false, best = running) =>
  nextStage(stage, new Set(running), best, now, isHeld);

describe("the game on the large board", () => {
  it("is the best one, and stays when a better one begins or the channel changes", () => {
    const first = next(EMPTY_STAGE, [7, 8], 0);
    expect(first.game).toBe(7);
    expect(next(first, [9, 7, 8], 1000)).toBe(first);
    expect(next(first, [7, 8], 1000, false, [8])).toBe(first);
  });

  it("stays with its result for a while", () => {
    const over = next({ game: 7, overSince: null }, [8], 1000);
    expect(over).toEqual({ game: 7, overSince: 1000 });
    expect(next(over, [8], 1000 + REST_MS - 1).game).toBe(7);
    expect(next(over, [8], 1000 + REST_MS).game).toBe(8);
  });

  it("is held while somebody writes or looks back, and if there is no other", () => {
    const over = { game: 7, overSince: 0 };
    expect(next(over, [8], 2 * REST_MS, true).game).toBe(7);
    expect(next(over, [], 2 * REST_MS).game).toBe(7);
    expect(next(EMPTY_STAGE, [], 0)).toBe(EMPTY_STAGE);
  });
});
