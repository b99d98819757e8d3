// What the operator announces.
import { expect, test } from "vitest";
import type { Notice } from "../protocol/wire";
import { Announcement, timeLeft } from "./announcement.svelte";

test("an announcement lasts until the next one, and until the server greets again", () => {
  const announcement = new Announcement();
  const said: Notice = { time: 1, event: "announcement", text: "Club evening", closes_at: 900_000 };
  announcement.onNotice(said);
  expect([announcement.text, announcement.closesAt]).toEqual(["Club evening", 900_000]);
  announcement.onNotice({ time: 2, event: "welcome", server: "Willow", protocol: 2, id: "greet-0" });
  expect(announcement.text).toBe("Club evening");
  announcement.onNotice({ time: 2, event: "welcome", server: "Willow", protocol: 2 });
  expect([announcement.text, announcement.closesAt]).toEqual([null, null]);
});

test("the time that is left is counted in minutes and seconds", () => {
  expect(timeLeft(900_000, 0)).toBe("15:00");
  expect(timeLeft(900_000, 899_001)).toBe("0:01");
  expect(timeLeft(900_000, 900_000)).toBeNull();
});
