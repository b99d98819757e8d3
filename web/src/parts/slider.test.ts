import { describe, expect, test } from "vitest";
import { placeAt, placeByKey } from "./slider";

describe("a slider", () => {
  test("goes to the nearest place", () => {
    const places = [-1, 0.5, 0.508, 0.509, 2].map((part) => placeAt(part, 60));
    expect(places).toEqual([0, 30, 30, 31, 60]);
  });

  test("has the keys of sliders, and stays within its ends", () => {
    const from = (at: number) => (key: string) => placeByKey(key, at, 60);
    expect(["ArrowLeft", "ArrowUp", "PageDown", "Home", "End"].map(from(30))).toEqual([29, 31, 20, 0, 60]);
    expect(["ArrowRight", "PageUp"].map(from(58))).toEqual([59, 60]);
    expect(["a", "Enter"].map(from(58))).toEqual([null, null]);
  });
});
