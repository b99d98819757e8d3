// Readings that overtake each other.
import { expect, test } from "vitest";
import { Refusal } from "../protocol/refusal";
import { words } from "../words";
import { Latest } from "./latest.svelte";

const down = new Refusal("local", "no-answer", "no answer");

test("a question that is asked while another one waits is asked, and its answer counts", async () => {
  const latest = new Latest();
  const answers: ((answer: string) => void)[] = [];
  const ask = () => new Promise<string>((resolve) => answers.push(resolve));
  const [first, second] = [latest.read(ask), latest.read(ask)];
  expect(answers).toHaveLength(2);
  answers[0]?.("bullet");
  expect([await first, latest.isReading]).toEqual([null, true]);
  answers[1]?.("blitz");
  expect([await second, latest.isReading]).toEqual(["blitz", false]);
});

test("only the failure of the last question is told, until something is asked again", async () => {
  const latest = new Latest();
  let refuse = (_: unknown) => {};
  const first = latest.read(() => new Promise((_, reject) => (refuse = reject)));
  const second = latest.read(() => Promise.reject(down));
  await second;
  refuse(new Refusal("denied", "wrong-password", "no"));
  await first;
  expect(latest.problem).toBe(words.errors["no-answer"]);
  expect(await latest.read(() => Promise.resolve(1))).toBe(1);
  expect(latest.problem).toBeNull();
});

test("what is forgotten neither answers nor fails", async () => {
  const latest = new Latest();
  const reading = latest.read(() => Promise.reject(down));
  latest.forget();
  expect([await reading, latest.problem, latest.isReading]).toEqual([null, null, false]);
});
