// Glicko-2 by the worked example of its author, and what a rating must do.
import { expect, test } from "vitest";
import { NEW, rated } from "./glicko";

test("the example of Glickman's paper", () => {
  const player = { rating: 1500, deviation: 200, volatility: 0.06 };
  const after = rated(player, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ]);
  expect(after.rating).toBeCloseTo(1464.06, 1);
  expect(after.deviation).toBeCloseTo(151.52, 1);
  // The paper cuts off what follows.
  expect(Math.floor(after.volatility * 1e5) / 1e5).toBe(0.05999);
});

test("a period without results makes a rating less certain", () => {
  const after = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, []);
  expect(after.rating).toBe(1500);
  expect(after.deviation).toBeCloseTo(200.27, 2);
});

test("surprises count more than what was expected, and both make it more certain", () => {
  const [easy, hard] = [1100, 1900].map((rating) => rated(NEW, [{ rating, deviation: 150, score: 1 }]));
  expect(hard?.rating).toBeGreaterThan((easy?.rating ?? 0) + 50);
  expect(easy?.rating).toBeGreaterThan(NEW.rating);
  expect(Math.max(easy?.deviation ?? 0, hard?.deviation ?? 0)).toBeLessThan(NEW.deviation);
});

test("a great surprise raises the volatility", () => {
  const sure = { rating: 1500, deviation: 30, volatility: 0.06 };
  const upset = Array.from({ length: 10 }, () => ({ rating: 2400, deviation: 30, score: 1 }));
  expect(rated(sure, upset).volatility).toBeGreaterThan(0.06);
});
