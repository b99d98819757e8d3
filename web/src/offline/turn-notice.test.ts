import { describe, expect, it } from "vitest";
import { push as en } from "../words/en/push";
import { push as ja } from "../words/ja/push";
import { noticeOf, readTurn } from "./turn-notice";

const SENT = '{"game":12,"opponent":"Bob","move":"d6","deadline":1795360000000}';

describe("a notification of a turn", () => {
  it("names the opponent, the move and the deadline, and leads to the game", () => {
    const turn = readTurn(SENT);
    if (!turn) throw new Error("it is a turn");
    const notice = noticeOf(turn, en, "en");
    expect(notice).toMatchObject({ title: "Your move against Bob", tag: "game-12", path: "/game/12" });
    expect(notice.body).toMatch(/^Bob played d6\. You have until .*2026.*\.$/);
    expect(noticeOf(turn, ja, "ja").body).toMatch(/^Bobさんがd6に打ちました。 期限は2026.*です。$/);
  });

  it("does without a move and without a clock", () => {
    const turn = readTurn('{"game":12,"opponent":"Bob","move":null,"deadline":null}');
    if (!turn) throw new Error("it is a turn");
    expect(noticeOf(turn, en, "en").body).toBe("It is your turn.");
  });

  it("reads nothing else", () => {
    for (const text of [
      "",
      "x",
      "null",
      "[]",
      '{"game":"12","opponent":"Bob"}',
      '{"game":1.5,"opponent":"x"}',
    ])
      expect(readTurn(text), text).toBeNull();
  });
});
