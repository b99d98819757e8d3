// The games of the library as an opening book: what was played in a position, in any orientation, and how it ended.
import type { Explored, ExploredMove } from "../../protocol/wire";
import { RulesError, type PositionText, type Rules } from "../../rules";
import { resultOf, sideToMove } from "../../state/game-record";
import { movesIn } from "../../study/address";
import type { LibraryGame } from "../../study/library-games";

/** How many moves of a game are counted. */
const MAX_MOVES = 24;

/** The squares of the board in each of its eight orientations. */
const ORIENTATIONS = [false, true].flatMap((isMirrored) =>
  [0, 1, 2, 3].map((turns) =>
    Array.from({ length: 64 }, (_, index) => {
      let [row, column] = [Math.floor(index / 8), index % 8];
      if (isMirrored) column = 7 - column;
      for (let turn = 0; turn < turns; turn++) [row, column] = [column, 7 - row];
      return row * 8 + column;
    }),
  ),
);

/** Names a position in all its orientations. */
function keyOf(position: PositionText): string {
  const cells = ORIENTATIONS.map((squares) => squares.map((square) => position[square]).join(""));
  return cells.reduce((least, other) => (other < least ? other : least)) + position.slice(64);
}

/** The positions of a game, and Black's result if it was played to its end. */
interface GameLine {
  readonly keys: readonly string[];
  readonly result: number | null;
}

/** Games are replaced when they change, so what was found of one stays true. */
const lines = new WeakMap<LibraryGame, GameLine>();

/** The opening book of some games. */
export class OwnBook {
  readonly #rules: Rules;
  /** The games by position and the position after the move. */
  readonly #games = new Map<string, Map<string, LibraryGame[]>>();

  constructor(rules: Rules, games: readonly LibraryGame[]) {
    this.#rules = rules;
    for (const game of games) {
      const { keys } = this.#lineOf(game);
      keys.slice(1).forEach((after, ply) => {
        const before = keys[ply] ?? "";
        const moves = this.#games.get(before) ?? new Map<string, LibraryGame[]>();
        const same = moves.get(after) ?? [];
        same.push(game);
        this.#games.set(before, moves.set(after, same));
      });
    }
  }

  /** What was played in a position; `null` if no game went on from it. */
  explore(position: PositionText): Explored | null {
    const played = new Map(this.#games.get(keyOf(position)));
    const moves = this.#rules.legalMoves(position).flatMap((move): ExploredMove[] => {
      const after = keyOf(this.#after(position, move));
      const games = played.get(after);
      // One move stands for all its images.
      played.delete(after);
      return games ? [this.#summary(move, games, sideToMove(position) === "white" ? -1 : 1)] : [];
    });
    if (moves.length === 0) return null;
    const games = moves.reduce((sum, move) => sum + move.games, 0);
    return { position, games, moves: moves.sort((one, other) => other.games - one.games), recent: [] };
  }

  #summary(move: string, games: readonly LibraryGame[], sign: number): ExploredMove {
    const results = games.flatMap((game) => {
      const { result } = this.#lineOf(game);
      return result === null ? [] : [result * sign];
    });
    const count = (fits: (result: number) => boolean) => results.filter(fits).length;
    const sum = results.reduce((all, result) => all + result, 0);
    return {
      move,
      games: games.length,
      wins: count((result) => result > 0),
      draws: count((result) => result === 0),
      losses: count((result) => result < 0),
      average: results.length === 0 ? null : sum / results.length,
    };
  }

  #lineOf(game: LibraryGame): GameLine {
    const known = lines.get(game);
    if (known) return known;
    const line = this.#read(game);
    lines.set(game, line);
    return line;
  }

  /** Reads a game. One that breaks the rules, or begins with a pass, has no positions. */
  #read({ start, transcript, result }: LibraryGame): GameLine {
    const moves = movesIn(transcript);
    const positions = [start];
    try {
      for (const move of moves.slice(0, MAX_MOVES))
        positions.push(this.#after(positions.at(-1) ?? start, move));
      const { position, isOver } = this.#rules.replay(moves, { start });
      return { keys: positions.map(keyOf), result: result ?? (isOver ? resultOf(position) : null) };
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      return { keys: [], result: null };
    }
  }

  /** The position after a move, and after the pass that must follow. */
  #after(before: PositionText, move: string): PositionText {
    const { position } = this.#rules.play(before, move);
    return this.#rules.mustPass(position) ? this.#rules.play(position, "pass").position : position;
  }
}
