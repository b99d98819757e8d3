// The one sentence of the status, case by case, in the words that people read.
import { describe, expect, test } from "vitest";
import type { Notice } from "../protocol/wire";
import { FakeHost, read, tellUntil } from "../tests/game";
import { Game } from "./game.svelte";
import playerDialogue from "./dialogues/takeback-player.ndjson?raw";
import { statusOf, type StatusView } from "./game-status";

const NOTICES = read(playerDialogue);

/** The game of the dialogue, as one of its people has it, up to the first event that fits. */
function gameAt(self: string | null, isLast: (notice: Notice) => boolean): Game {
  const game = new Game(1, new FakeHost(self));
  tellUntil(game, NOTICES, isLast);
  return game;
}

const event = (word: Notice["event"]) => (notice: Notice) => notice.event === word;
const ply = (number: number) => (notice: Notice) => notice.event === "moved" && notice.ply === number;

function tell(game: Game, view: Partial<StatusView> = {}) {
  const status = statusOf(game, {
    self: game.state?.black ?? null,
    isOffline: false,
    canClaim: false,
    ...view,
  });
  return [status.text, ...status.actions.map(({ text }) => text)];
}

describe("the status", () => {
  test("says whose turn it is", () => {
    expect(tell(gameAt("alice", ply(1)))).toEqual(["bob to move."]);
    expect(tell(gameAt("alice", ply(2)))).toEqual(["Your turn."]);
    expect(tell(gameAt("bob", ply(2)))).toEqual(["alice to move."]);
  });

  test("says that a move waits while there is no connection", () => {
    const game = gameAt("alice", event("started"));
    game.play("f5");
    expect(tell(game)).toEqual(["f5 is being sent."]);
    expect(tell(game, { isOffline: true })).toEqual(["You are offline. Your last move (f5) will be sent."]);
  });

  test("asks about a takeback, and tells the asker that it is asked", () => {
    expect(tell(gameAt("alice", event("takeback-asked")))).toEqual([
      "bob asks to take back d6.",
      "Accept",
      "Refuse",
    ]);
    expect(tell(gameAt("bob", event("takeback-asked")))).toEqual([
      "You asked to take back d6. alice has not answered yet.",
    ]);
    expect(tell(gameAt("carl", event("takeback-asked")))).toEqual(["bob asks to take back d6."]);
  });

  test("tells what became of it, and whose turn it is then", () => {
    expect(tell(gameAt("bob", event("takeback-refused")))).toEqual([
      "The takeback was refused. alice to move.",
    ]);
    expect(tell(gameAt("alice", event("taken-back")))).toEqual(["bob took a move back. bob to move."]);
    expect(tell(gameAt("bob", event("taken-back")))).toEqual(["You took your move back. Your turn."]);
  });

  test("counts the new moves of a game that goes on while the user looks back", () => {
    const game = gameAt("alice", ply(1));
    game.lookAt(0);
    expect(tell(game)).toEqual(["Move 0 of 1.", "Back to the game"]);
    game.onNotice(NOTICES.find(ply(2)) as Notice);
    expect(tell(game)).toEqual(["The game has gone on: 1 new move.", "Back to the game"]);
  });

  test("offers to claim the win, but not to a spectator", () => {
    expect(tell(gameAt("alice", event("gone")), { canClaim: true })).toEqual([
      "bob is away.",
      "Claim the win",
    ]);
    expect(tell(gameAt("carl", event("gone")), { canClaim: true })[0]).toBe("bob is away. alice to move.");
  });

  test("tells given time in its unit", () => {
    expect(tell(gameAt("bob", event("time-given")))[0]).toBe("You were given 15 s. alice to move.");
  });

  test("tells the end from the reader's view", () => {
    expect(tell(gameAt("alice", event("ended")))).toEqual(["bob resigned. You win."]);
    expect(tell(gameAt("bob", event("ended")))).toEqual(["You resigned."]);
    expect(tell(gameAt("carl", event("ended")))).toEqual(["bob resigned. alice wins."]);
  });

  test("tells the offers of a rematch", () => {
    expect(tell(gameAt("alice", event("offered")), { self: "alice" })).toEqual([
      "You offered a rematch. bob has not answered yet.",
      "Withdraw",
    ]);
    expect(tell(gameAt("bob", event("offered")), { self: "bob" })).toEqual([
      "alice offers a rematch.",
      "Accept",
      "Decline",
    ]);
    expect(tell(gameAt("alice", event("withdrawn")))).toEqual(["bob declined the rematch."]);
  });

  test("can drop a premove", () => {
    const game = gameAt("alice", ply(1));
    game.choosePremove("c5");
    expect(tell(game)).toEqual(["c5 will be played when it is your turn.", "Do not"]);
  });
});
