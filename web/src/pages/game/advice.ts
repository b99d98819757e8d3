// What the engine of the browser says to a player: a move to play, and after the game the move that decided it.
import type { Engine, MoveReport } from "../../engine";
import type { Side } from "../../protocol/wire";
import type { App } from "../../state/app.svelte";
import type { Game } from "../../state/game.svelte";

/** The level at which hints and games are looked at: a move takes some tens of milliseconds. */
const LEVEL = { kind: "level", amount: 8 } as const;
/** The size of the hash table in MiB. */
const HASH = 16;
/** A loss of fewer discs decides no game. */
const MIN_LOSS = 3;
/** A game of fewer plies has nothing to tell. */
const MIN_PLIES = 10;

let engine: Promise<Engine> | null = null;

/** Fetches the engine once for all games of the tab. */
function theEngine(): Promise<Engine> {
  engine ??= import("../../engine").then(({ makeEngine }) => makeEngine({ hash: HASH }));
  engine.catch(() => (engine = null));
  return engine;
}

/** Whether the user plays against a program. */
export function playsBot(app: App, game: Game): boolean {
  const name = game.color === null ? null : game.state?.[game.opponent];
  return app.lobby.users.some((user) => user.name === name && user.role === "bot");
}

/** Finds a good move of a position. */
export async function hintFor(position: string): Promise<string | null> {
  const { result } = await (await theEngine()).search(position, LEVEL).done;
  return result.best;
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

/** Whether something can be said about the moves of a game. */
export function canDecide(game: Game): boolean {
  return game.isOver && game.color !== null && game.moves.length >= MIN_PLIES;
}

/** Looks for the move that decided a game that is over. */
export async function decide(game: Game, loser: Side | null): Promise<Turning | null> {
  const record = { start: game.state?.initial ?? null, moves: game.moves };
  const { result } = await (await theEngine()).analyze(record, LEVEL).done;
  return turningOf(result.findings, loser);
}
