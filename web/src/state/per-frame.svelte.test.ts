// Many changes in a frame are drawn once.
import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";
import { PerFrame } from "./per-frame.svelte";

test("the first change of a frame is drawn at once, the others together with the next frame", () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  const value = new PerFrame(0);
  const drawn: number[] = [];
  const end = $effect.root(() => {
    $effect(() => void drawn.push(value.current));
  });
  const set = (next: number) => {
    value.current = next;
    flushSync();
    expect(value.current).toBe(next);
  };
  flushSync();
  [1, 2, 3].forEach(set);
  expect(drawn).toEqual([0, 1]);
  const nextFrame = () => {
    frames.shift()?.();
    flushSync();
  };
  nextFrame();
  expect(drawn).toEqual([0, 1, 3]);
  nextFrame();
  expect(frames).toEqual([]);
  set(4);
  expect(drawn).toEqual([0, 1, 3, 4]);
  end();
});
