// A machine that slept.
import { expect, test } from "vitest";
import { sleepDetector } from "./wake";

test("tells once that the clock went on while the page stood still", () => {
  let [clock, page] = [1_000_000, 0];
  const hasSlept = sleepDetector(
    () => clock,
    () => page,
  );
  clock += 60_000;
  page += 59_900;
  expect(hasSlept()).toBe(false);
  clock += 3_600_000;
  expect(hasSlept()).toBe(true);
  expect(hasSlept()).toBe(false);
  clock -= 3_600_000;
  expect(hasSlept(), "a clock that was set back").toBe(true);
});
