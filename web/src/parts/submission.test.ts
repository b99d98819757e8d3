// The state of a form.
import { expect, test } from "vitest";
import { Refusal } from "../protocol/refusal";
import { words } from "../words";
import { Submission } from "./submission.svelte";

const wrong = new Refusal("denied", "wrong-password", "no");

test("a refusal is told beside the field to which it belongs", async () => {
  const form = new Submission<"name" | "password">();
  const isAccepted = await form.send(
    () => Promise.reject(wrong),
    () => "password",
  );
  expect(isAccepted).toBe(false);
  expect(form.problems).toEqual({ password: words.errors["wrong-password"] });
  expect(form.problem).toBeNull();
});

test("a refusal of the whole is told below the form, and forgotten with the next attempt", async () => {
  const form = new Submission<"name">();
  await form.send(() => Promise.reject(wrong));
  expect(form.problem).toBe(words.errors["wrong-password"]);
  expect(await form.send(() => Promise.resolve())).toBe(true);
  expect(form.problem).toBeNull();
});

test("a second press while the form is being sent sends nothing", async () => {
  const form = new Submission<never>();
  let finish = () => {};
  let sent = 0;
  const first = form.send(() => new Promise<void>((resolve) => ((sent += 1), (finish = resolve))));
  expect(form.isBusy).toBe(true);
  expect(await form.send(async () => (sent += 1))).toBe(false);
  finish();
  expect(await first).toBe(true);
  expect(sent).toBe(1);
});

test("own checks hold the form back", () => {
  const form = new Submission<"name">();
  expect(form.check({ name: "too short" })).toBe(false);
  expect(form.check({ name: undefined })).toBe(true);
});
