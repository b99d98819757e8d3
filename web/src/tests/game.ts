// For tests: games from recorded dialogues, and a host for them.
import { expect } from "vitest";
import { Refusal } from "../protocol/refusal";
import type { Command, GameId, GameState, Notice } from "../protocol/wire";
import { START, testRules } from "./rules";
import type { Game, GameHost } from "../state/game.svelte";

export function read(dialogue: string): Notice[] {
  return dialogue
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Notice);
}

/** A game of alice with bob that begins. */
export function gameState(more: Partial<GameState> = {}): GameState {
  return {
    game: 1,
    black: "alice",
    white: "bob",
    clock: "5:00",
    rated: false,
    color: "black",
    start: "standard",
    private: false,
    plies: 0,
    initial: START,
    moves: [],
    position: START,
    clocks: { black: 0, white: 0 },
    watchers: 0,
    last: 0,
    ...more,
  };
}

interface Asked {
  readonly command: Command;
  readonly answer: () => void;
  readonly refuse: (refusal: Refusal) => void;
}

/** A host that notes what is asked, and answers when the test says so. */
export class FakeHost implements GameHost {
  rules = testRules;
  asked: Asked[] = [];
  news: string[] = [];

  constructor(readonly self: string | null) {}

  ask(command: Command): Promise<Notice> {
    return new Promise((resolve, refuse) => {
      const answer = () => resolve({ event: "ok", time: 0 });
      this.asked.push({ command, answer, refuse });
    });
  }

  async rematch(game: GameId): Promise<void> {
    await this.ask({ do: "rematch", game });
  }

  serverNow(): number {
    return 0;
  }

  reasonOf(error: unknown): string {
    return error instanceof Refusal ? error.message : String(error);
  }

  onTalk(_game: Game): void {
    this.news.push("talk");
  }

  onNews(_game: Game, notice: Notice): void {
    this.news.push(notice.event);
  }
}

/** Tells the events up to and with the first one that fits. */
export function tellUntil(game: Game, notices: Notice[], isLast: (notice: Notice) => boolean): Notice[] {
  const end = notices.findIndex(isLast) + 1;
  expect(end).toBeGreaterThan(0);
  notices.slice(0, end).forEach((notice) => game.onNotice(notice));
  return notices.slice(end);
}
