// What is typed is never lost: it waits, comes back after a refusal, and outlives its place.
import { beforeEach, describe, expect, test } from "vitest";
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

describe("the composers of a tab", () => {
  beforeEach(() => sessionStorage.clear());
  const send = () => Promise.resolve(OK);
  const refuse = () => Promise.reject(SILENCED);

  test("have a draft for each conversation", () => {
    const composers = new Composers();
    composers.of("tell ann", send).draft = "half a sen";
    expect(composers.of("tell bob", send).draft).toBe("");
    expect(composers.of("tell ann", send).draft).toBe("half a sen");
  });

  test("keep drafts and refused lines over a reload of the page, also of conversations that are not shown", async () => {
    const before = new Composers();
    const lobby = before.of("lobby", refuse);
    lobby.draft = "hello";
    await lobby.submit();
    lobby.draft = "half a sen";
    before.of("tell bob", send).draft = "to bob";
    new Composers().of("tell bob", send).draft = "to bob, too";
    const after = new Composers();
    const restored = after.of("lobby", refuse);
    expect(restored.draft).toBe("half a sen");
    expect(restored.waiting).toEqual([{ key: 0, text: "hello", problem: SILENCED }]);
    expect(after.of("tell bob", send).draft).toBe("to bob, too");
    restored.draft = "more";
    await restored.submit();
    expect(restored.waiting.map(({ text }) => text)).toEqual(["hello", "more"]);
  });

  test("keep nothing of what was sent", async () => {
    const composer = new Composers().of("lobby", send);
    composer.draft = "hello";
    await composer.submit();
    expect(new Composers().of("lobby", send).draft).toBe("");
    expect(new Composers().of("lobby", send).waiting).toEqual([]);
  });

  test("forget everything for the next user", async () => {
    const composers = new Composers();
    const lobby = composers.of("lobby", refuse);
    lobby.draft = "hello";
    await lobby.submit();
    lobby.draft = "half a sen";
    composers.clear();
    expect([lobby.draft, lobby.waiting]).toEqual(["", []]);
    expect(new Composers().of("lobby", send).draft).toBe("");
  });

  test("do not take back a line that is refused after that, as the connection ends", async () => {
    const composers = new Composers();
    let end: (problem: unknown) => void = () => undefined;
    const lobby = composers.of("lobby", () => new Promise((_, reject) => (end = reject)));
    lobby.draft = "hello";
    const sent = lobby.submit();
    composers.clear();
    end(SILENCED);
    await sent;
    expect(lobby.waiting).toEqual([]);
    expect(new Composers().of("lobby", send).waiting).toEqual([]);
  });

  test.each(["null", "{", "[1]", '{"lobby":{"draft":1}}', '{"lobby":{"draft":"","refused":[{}]}}'])(
    "do without what is damaged: %s",
    (kept) => {
      sessionStorage.setItem("willow-typed", kept);
      const composer = new Composers().of("lobby", send);
      expect([composer.draft, composer.waiting]).toEqual(["", []]);
    },
  );
});
