// When what follows from a press is done: after the frame, and not never.
import { expect, test, vi } from "vitest";
import { afterFrame } from "./after-frame";

test("after the next frame, once", async () => {
  const act = vi.fn();
  afterFrame(act);
  expect(act).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(act).toHaveBeenCalledOnce());
  dispatchEvent(new Event("pagehide"));
  expect(act).toHaveBeenCalledOnce();
});

test("before the page is left", () => {
  const act = vi.fn();
  afterFrame(act);
  dispatchEvent(new Event("pagehide"));
  expect(act).toHaveBeenCalledOnce();
});

test("at once on a page that nobody sees", () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const act = vi.fn();
  afterFrame(act);
  expect(act).toHaveBeenCalledOnce();
});
