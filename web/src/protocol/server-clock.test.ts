// The estimate of the server's clock.
import { expect, test } from "vitest";
import { ServerClock } from "./server-clock";

test("half of the trip is taken off", () => {
  const clock = new ServerClock();
  clock.note(1_000, 1_100, 6_050);
  expect(clock.ahead).toBe(5_000);
});

test("answers that were held up do not spoil the estimate", () => {
  const clock = new ServerClock();
  // The server is 5000 ms ahead. Every other answer waits for 800 ms on its way back.
  for (let i = 0; i < 10; i++) {
    const sent = i * 20_000;
    const delay = i % 2 === 0 ? 800 : 0;
    clock.note(sent, sent + 40 + delay, sent + 20 + 5_000);
  }
  expect(Math.abs(clock.ahead - 5_000)).toBeLessThanOrEqual(1);
});

test("a clock that was set makes earlier samples worthless", () => {
  const clock = new ServerClock();
  for (let i = 0; i < 10; i++) clock.note(i * 1_000, i * 1_000 + 20, i * 1_000 + 10);
  expect(clock.ahead).toBe(0);
  // This machine's clock was set back by an hour.
  clock.note(500, 520, 3_600_510);
  expect(clock.ahead).toBe(3_600_000);
});

test("a clock that was set back during the trip gives no sample", () => {
  const clock = new ServerClock();
  clock.note(1_000, 1_020, 1_010);
  clock.note(9_000, 2_000, 9_010);
  expect(clock.ahead).toBe(0);
});
