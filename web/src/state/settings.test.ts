// What the user has chosen for this device.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { DEFAULTS, readChoices, Settings } from "./settings.svelte";

beforeEach(() => localStorage.clear());

describe("settings", () => {
  test("outlive the page", () => {
    const settings = new Settings();
    settings.choose("look", "maple");
    settings.chooseSound("pass", false);
    settings.choose("volume", 0.2);
    expect(new Settings().choices).toEqual({ ...DEFAULTS, look: "maple", silent: ["pass"], volume: 0.2 });
    settings.chooseSound("pass", true);
    expect(new Settings().choices.silent).toEqual([]);
  });

  test("follow another tab", () => {
    const here = new Settings();
    new Settings().choose("theme", "contrast");
    dispatchEvent(new StorageEvent("storage", { key: "willow-settings" }));
    expect(here.choices.theme).toBe("contrast");
  });

  test.each([
    [{ look: "plush", theme: 3, sounds: "yes", volume: 7, silent: ["bang", "disc"] }, { silent: ["disc"] }],
    [{ volume: -1, silent: "disc", speech: "much", unknown: true }, { speech: "much" }],
    [{ look: "dark" }, { look: "slate" }],
    [null, {}],
    ["text", {}],
  ])("of another version %j are read as far as they are known", (stored, expected) => {
    expect(readChoices(stored)).toEqual({ ...DEFAULTS, ...expected });
  });

  test("work without a storage, and say so", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("no", "SecurityError");
    });
    const settings = new Settings();
    expect(settings.isKept).toBe(false);
    settings.choose("look", "mono");
    expect(settings.choices.look).toBe("mono");
  });

  test("make no noise at the first visit", () => {
    expect(new Settings().choices.sounds).toBe(false);
  });
});
