// Who uses the browser, and what the frame says of the connection.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Session } from "./session.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("what is said of the connection", () => {
  test("a quick start and a short interruption are not worth a word", () => {
    const session = new Session();
    session.onLink("connecting");
    vi.advanceTimersByTime(1_000);
    session.onLink("open");
    session.onLink("waiting");
    vi.advanceTimersByTime(1_000);
    session.onLink("connecting");
    session.onLink("open");
    vi.advanceTimersByTime(10_000);
    expect(session.linkToTell).toBeNull();
  });

  test("a long interruption is told, however many attempts it has, and its end for a moment", () => {
    const session = new Session();
    session.onLink("open");
    session.onLink("waiting");
    vi.advanceTimersByTime(1_000);
    session.onLink("connecting");
    session.onLink("waiting");
    vi.advanceTimersByTime(1_000);
    expect(session.linkToTell).toBe("waiting");
    session.onLink("connecting");
    expect(session.linkToTell).toBe("waiting");
    session.onLink("open");
    expect(session.linkToTell).toBe("back");
    vi.advanceTimersByTime(5_000);
    expect(session.linkToTell).toBeNull();
  });

  test("a slow first connection is not called offline before it has failed", () => {
    const session = new Session();
    session.onLink("connecting");
    vi.advanceTimersByTime(2_000);
    expect(session.linkToTell).toBe("connecting");
    session.onLink("open");
    expect(session.linkToTell).toBeNull();
  });
});

test("a guest has no account, and nobody has one after leaving", () => {
  const session = new Session();
  session.enter({ name: "bob", role: "guest" });
  expect(session.hasAccount).toBe(false);
  session.enter({ name: "bob", role: "player", display_name: "Bób" });
  expect(session.hasAccount).toBe(true);
  expect(session.displayName).toBe("Bób");
  session.leave();
  expect(session.standing).toBe("visitor");
  expect(session.hasAccount).toBe(false);
});
