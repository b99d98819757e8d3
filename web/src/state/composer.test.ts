// What is typed is never lost: it waits, comes back after a refusal, and outlives its place.
import { describe, expect, test } from "vitest";
import { Refusal } from "../protocol/refusal";
import type { Notice } from "../protocol/wire";
import { Composer, Composers } from "./composer.svelte";

const OK: Notice = { time: 0, event: "ok" };
const SILENCED = new Refusal("forbidden", "silenced", "you may send no messages");

describe("a composer", () => {
  test("shows a line as waiting until the server has it", async () => {
    let arrive: (notice: Notice) => void = () => undefined;
    const composer = new Composer(() => new Promise((resolve) => (arrive = resolve)));
    composer.draft = " hello ";
    const sent = composer.submit();
    expect(composer.draft).toBe("");
    expect(composer.waiting.map(({ text }) => text)).toEqual(["hello"]);
    composer.draft = "next";
    arrive(OK);
    await sent;
    expect(composer.waiting).toEqual([]);
    expect(composer.draft).toBe("next");
  });

  test("keeps a refused line, to be sent again or changed", async () => {
    const answers = [Promise.reject(SILENCED), Promise.reject(SILENCED), Promise.resolve(OK)];
    const sent: string[] = [];
    const composer = new Composer((text) => {
      sent.push(text);
      return answers.shift() ?? Promise.resolve(OK);
    });
    composer.draft = "hello";
    await composer.submit();
    expect(composer.waiting[0]?.problem).toBe(SILENCED);
    await composer.retry(composer.waiting[0]?.key ?? -1);
    expect(composer.waiting).toHaveLength(1);
    composer.draft = "and more";
    composer.takeBack(composer.waiting[0]?.key ?? -1);
    expect(composer.draft).toBe("hello and more");
    await composer.submit();
    expect(sent).toEqual(["hello", "hello", "hello and more"]);
    expect(composer.waiting).toEqual([]);
  });

  test("does not send an empty line", async () => {
    const composer = new Composer(() => Promise.reject(SILENCED));
    composer.draft = "   ";
    await composer.submit();
    expect(composer.waiting).toEqual([]);
  });
});

test("each conversation has its own draft", () => {
  const composers = new Composers();
  const send = () => Promise.resolve(OK);
  composers.of("tell ann", send).draft = "half a sen";
  expect(composers.of("tell bob", send).draft).toBe("");
  expect(composers.of("tell ann", send).draft).toBe("half a sen");
  expect(composers.isPending).toBe(true);
});
