import { afterEach, expect, test, vi } from "vitest";
import { copyText } from "./clipboard";

afterEach(() => vi.unstubAllGlobals());

test("a copied text is in the clipboard", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await copyText("f5d6")).toBe(true);
  expect(writeText).toHaveBeenCalledWith("f5d6");
});

test("a clipboard that refuses, and none at all, are told", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("no")) } });
  expect(await copyText("f5d6")).toBe(false);
  vi.stubGlobal("navigator", {});
  expect(await copyText("f5d6")).toBe(false);
});
