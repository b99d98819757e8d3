// How strong the engine of this browser plays: like the server's levels for people, or at a level without errors.
import type { MoveReport } from "../engine";
import { words } from "../words";

/** A strength. */
export interface Strength {
  /** The program of the server that plays like this; `null` for a level that was typed. */
  readonly name: string | null;
  /** The level of the engine, from 1 to 60. */
  readonly level: number;
  /** How much worse the moves are that it plays now and then, in discs; 0 if it plays the best ones. */
  readonly temperature: number;
}

/** A strength of the slider, with its Elo by `docs/levels.md`. */
interface Known extends Strength {
  readonly name: string;
  readonly elo: number;
}

/** The weakest first. The temperatures are those of `crates/engine/src/weakening.rs` for the losses of these programs. */
export const STRENGTHS: readonly [Known, ...Known[]] = [
  { name: "first-game", level: 1, temperature: 8, elo: 1491 },
  { name: "learner", level: 1, temperature: 6.02, elo: 1597 },
  { name: "family-player", level: 1, temperature: 4.04, elo: 1710 },
  { name: "club-beginner", level: 2, temperature: 2.95, elo: 1962 },
  { name: "club-player", level: 3, temperature: 2.01, elo: 2472 },
  { name: "club-champion", level: 4, temperature: 1.26, elo: 2749 },
  { name: "master", level: 5, temperature: 0.75, elo: 2841 },
  { name: "willow-12", level: 12, temperature: 0, elo: 2997 },
];

/** With at most so many empties nobody errs so that the result changes. */
const LAST_MOVES = 6;

/** What a strength is called. */
export function strengthName({ name, level }: Strength): string {
  return name === null ? words.table.program(level) : words.games.bots.name(name);
}

/** Chooses one of all legal moves by a number from 0 to 1 (exclusive): good ones often, blunders rarely. */
export function sampleMove(moves: readonly MoveReport[], temperature: number, random: number): string | null {
  const wrong = ({ empties, value, best_value }: MoveReport) =>
    empties <= LAST_MOVES && Math.sign(value) < Math.sign(best_value);
  const weights = moves.map((move) => (wrong(move) ? 0 : Math.exp(-move.loss / temperature)));
  let left = random * weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = moves.find((_, index) => (left -= weights[index] ?? 0) < 0);
  return (chosen ?? moves[0])?.move ?? null;
}
