// What the engine of the browser says to a player: a move to play, and after the game the move that decided it.
import { correctedResult } from "../../board/result";
import type { Engine, MoveReport, Search } from "../../engine";
import type { GameEnd, GameId, Side } from "../../protocol/wire";
import type { App } from "../../state/app.svelte";
import type { Game } from "../../state/game.svelte";

/** The level at which hints and games are looked at: a move takes some tens of milliseconds. */
export const LEVEL = { kind: "level", amount: 8 } as const;
/** The size of the hash table in MiB. */
const HASH = 16;
/** A loss of fewer discs decides no game. */
export const MIN_LOSS = 3;
/** A game of fewer plies has nothing to tell. */
const MIN_PLIES = 10;

/** So long the engine waits for the next question before it is closed, in milliseconds. */
const IDLE_MS = 60_000;

let engine: Engine | null = null;
let questions = 0;
let idle: ReturnType<typeof setTimeout> | undefined;

/** Asks the one engine of all games of the tab. */
export async function ask<T>(question: (engine: Engine) => Search<T>): Promise<T> {
  clearTimeout(idle);
  questions += 1;
  try {
    const { makeEngine } = await import("../../engine");
    engine ??= makeEngine({ hash: HASH, explains: true });
    return (await question(engine).done).result;
  } finally {
    questions -= 1;
    if (questions === 0) idle = setTimeout(close, IDLE_MS);
  }
}

function close(): void {
  engine?.close();
  engine = null;
}

/** Whether the user plays against a program. */
export function playsBot(app: App, game: Game): boolean {
  return game.color !== null && app.lobby.isBot(game.state?.[game.opponent] ?? "");
}

/** The move that decided a game. */
export interface Turning {
  readonly ply: number;
  readonly side: Side;
  readonly move: string;
  readonly better: string;
  /** In discs; `null` where only win, loss and draw are known. */
  readonly loss: number | null;
}

/** Returns the worst move of the side that lost; of both sides after a draw. `null` if no move was bad. */
export function turningOf(findings: readonly MoveReport[], loser: Side | null): Turning | null {
  const wrong = findings.filter(
    ({ side, loss, move, best }) => (loser === null || side === loser) && loss >= MIN_LOSS && move !== best,
  );
  const worst = wrong.sort((a, b) => b.loss - a.loss)[0];
  if (!worst) return null;
  const { ply, side, move, best, certainty, loss } = worst;
  return { ply, side, move, better: best, loss: certainty === "proven" ? null : Math.round(loss) };
}

/** A game of the server, or one of this device, whose word is its moves. */
export interface DecidableGame extends Pick<
  Game,
  "isOver" | "color" | "moves" | "positionAt" | "lookAt" | "hint"
> {
  readonly number: GameId | string;
  readonly state: { readonly initial: string; readonly end?: GameEnd | null } | null;
}

/** Whether something can be said about the moves of a game. */
export function canDecide(game: DecidableGame): boolean {
  return game.isOver && game.color !== null && game.moves.length >= MIN_PLIES;
}

const decided = new Map<GameId | string, Promise<Turning | null>>();

/** Whether it is known, or being found out, which move decided a game. */
export function isDecided({ number }: DecidableGame): boolean {
  return decided.has(number);
}

/** Looks once for the move that decided a game that is over. */
export function decide(game: DecidableGame): Promise<Turning | null> {
  const { number, moves, state } = game;
  const known = decided.get(number);
  if (known) return known;
  const result = (state?.end && correctedResult(state.end)) ?? 0;
  const loser = state?.end?.loser ?? (result === 0 ? null : result > 0 ? "white" : "black");
  const found = ask((engine) => engine.analyze({ start: state?.initial ?? null, moves }, LEVEL));
  const turning = found.then(({ findings }) => turningOf(findings, loser));
  decided.set(number, turning);
  turning.catch(() => decided.delete(number));
  return turning;
}
