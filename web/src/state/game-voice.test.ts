// What is heard of the games: sounds, and sentences for those who do not see the page.
import { beforeEach, describe, expect, test } from "vitest";
import type { SpeechLevel } from "../board/speech";
import type { Notice } from "../protocol/wire";
import playerDialogue from "./dialogues/takeback-player.ndjson?raw";
import { FakeHost, read, tellUntil } from "../tests/game";
import { Game } from "./game.svelte";
import { tellLowTime, tellNews, tellTalk, type VoiceHost } from "./game-voice";

const NOTICES = read(playerDialogue);

let heard: string[];
let voice: VoiceHost;

/** The game of the dialogue up to the first event that fits, which the voice tells. */
function tell(self: string | null, isShown: boolean, isLast: (notice: Notice) => boolean): string[] {
  const host = new FakeHost(self);
  host.onNews = (game, notice) => {
    heard = [];
    tellNews(game, notice, { ...voice, isShown: () => isShown });
  };
  host.onTalk = (game) => {
    heard = [];
    tellTalk(game, { ...voice, isShown: () => isShown });
  };
  const game = new Game(1, host);
  tellUntil(game, NOTICES, isLast);
  return heard;
}

const event = (word: Notice["event"]) => (notice: Notice) => notice.event === word;
const ply = (number: number) => (notice: Notice) => notice.event === "moved" && notice.ply === number;

beforeEach(() => {
  heard = [];
  voice = {
    isShown: () => true,
    speechLevel: (): SpeechLevel => "normal",
    serverNow: () => 0,
    say: (text, urgency) => heard.push(`${urgency}: ${text}`),
    play: (kind) => heard.push(kind),
  };
});

describe("the voice", () => {
  test("tells a move with the discs that it turned", () => {
    expect(tell("alice", true, ply(2))).toEqual([
      "disc",
      "polite: White d6, turned 1: d5. You have 5 moves. 3 to 3.",
    ]);
  });

  test("interrupts with the result", () => {
    expect(tell("alice", true, event("ended"))).toEqual([
      "won",
      expect.stringMatching(/^assertive: .*resigned.*You win\.$/),
    ]);
  });

  test("sounds otherwise for those who lost, and for spectators", () => {
    expect(tell("bob", true, event("ended"))[0]).toBe("lost");
    expect(tell("carl", true, event("ended"))[0]).toBe("end");
  });

  test("tells an offer with a sound to the one who is asked", () => {
    expect(tell("alice", true, event("takeback-asked"))).toEqual(["message"]);
    expect(tell("bob", true, event("takeback-asked"))).toEqual([]);
  });

  test("calls a player to a game that is not on the screen", () => {
    expect(tell("alice", false, ply(2))).toEqual(["disc", "polite: It is your turn against bob."]);
    expect(tell("alice", false, ply(1))).toEqual(["disc"]);
    expect(tell("alice", false, event("ended"))).toEqual(["won", "polite: Your game against bob is over."]);
  });

  test("leaves a spectator in peace about games that are not on the screen", () => {
    expect(tell("carl", false, event("ended"))).toEqual([]);
    expect(tell("carl", true, ply(1))[0]).toBe("disc");
  });

  test("tells a message to the other player alone", () => {
    expect(tell("bob", false, event("said"))).toEqual(["message"]);
  });

  test("tells low time in seconds", () => {
    const started = NOTICES.find(event("started"));
    if (started?.event !== "started") throw new Error("another dialogue");
    const game = new Game(1, new FakeHost("alice"));
    game.onNotice(started);
    const deadline = started.clocks.deadline ?? 0;
    tellLowTime(game, { ...voice, serverNow: () => deadline - 10_000 });
    expect(heard).toEqual(["low-time", "assertive: You have 10 seconds left."]);
  });
});
