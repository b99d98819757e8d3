// The page wakes when a face changes, and never while nothing runs.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Alarm, ServerTime } from "./clock-timer.svelte";

beforeEach(() => vi.useFakeTimers({ now: 1000 }));
afterEach(() => vi.useRealTimers());

test("a time that is followed is read when its pause is over, and no more after it is stopped", () => {
  const time = new ServerTime(() => Date.now());
  const stop = time.follow((now) => (now < 3000 ? 500 : null));
  expect(time.now).toBe(1000);
  vi.advanceTimersByTime(600);
  expect(time.now).toBe(1500);
  stop();
  vi.advanceTimersByTime(5000);
  expect(time.now).toBe(1500);
  expect(vi.getTimerCount()).toBe(0);
});

test("nothing wakes where nothing runs", () => {
  new ServerTime(() => Date.now()).follow(() => null);
  expect(vi.getTimerCount()).toBe(0);
});

test("an alarm rings once, at the last time that was set", () => {
  const alarm = new Alarm();
  const ring = vi.fn();
  alarm.set(3000, Date.now(), ring);
  alarm.set(4000, Date.now(), ring);
  vi.advanceTimersByTime(2500);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(ring).toHaveBeenCalledTimes(1);
  alarm.set(4000, Date.now(), ring);
  alarm.set(null, Date.now(), ring);
  vi.advanceTimersByTime(10_000);
  expect(ring).toHaveBeenCalledTimes(1);
});
