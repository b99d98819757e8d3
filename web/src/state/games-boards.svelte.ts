// The boards of games that a list shows: small, live, and without being counted as a spectator.
import { onDestroy } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { Command, GameId, GameState, Notice } from "../protocol/wire";
import { gameOfRoom } from "../protocol/seen";
import { pageVisibility } from "./clock-timer.svelte";
import { watch } from "./watch.svelte";

/** How a game stands. */
export interface BoardView {
  /** The position, as the protocol writes it. */
  readonly position: string;
  /** The last move, if there is one that was no pass. */
  readonly lastMove: string | null;
  readonly plies: number;
}

/**
 * The boards that are on the screen. A board is asked for when it is shown, and again when `progress` tells of a
 * move in its game: so a list of live boards takes no seat among the spectators.
 */
export class Boards {
  readonly byGame = new SvelteMap<GameId, BoardView>();
  readonly #ask: (command: Command) => Promise<Notice>;
  readonly #isVisible: () => boolean;
  #shown: ReadonlySet<GameId> = new Set();
  /** Boards that were asked for, and whether another move came meanwhile. */
  readonly #asked = new Map<GameId, boolean>();
  readonly #stale = new Set<GameId>();

  /**
   * @param ask sends a command
   * @param isVisible whether the page is on the screen; a hidden page asks for nothing
   */
  constructor(ask: (command: Command) => Promise<Notice>, isVisible: () => boolean = () => !document.hidden) {
    this.#ask = ask;
    this.#isVisible = isVisible;
  }

  /** Shows the boards of a component's games while it is there. What a hidden page missed is read when it is shown. */
  showWhileHere(games: () => readonly { readonly game: GameId }[]): void {
    watch(games, (all) => this.show(all.map(({ game }) => game)));
    watch(
      () => pageVisibility.isVisible,
      (isVisible) => isVisible && this.wake(),
    );
    onDestroy(() => this.show([]));
  }

  /** Shows the boards of these games and no others. */
  show(games: readonly GameId[]): void {
    this.#shown = new Set(games);
    for (const game of [...this.byGame.keys()]) if (!this.#shown.has(game)) this.byGame.delete(game);
    for (const game of games) if (!this.byGame.has(game)) this.#refresh(game);
  }

  /** The page is on the screen again: asks for the boards that changed meanwhile. */
  wake(): void {
    const stale = [...this.#stale];
    this.#stale.clear();
    stale.filter((game) => this.#shown.has(game)).forEach((game) => this.#refresh(game));
  }

  /** The connection is back: moves may have been made meanwhile. */
  readAgain(): void {
    for (const game of this.#shown) this.#refresh(game);
  }

  onNotice(notice: Notice): void {
    switch (notice.event) {
      case "state":
      case "started":
        return this.#put(notice);
      case "progress":
        for (const { game, plies } of notice.games) {
          if (this.#shown.has(game) && this.byGame.get(game)?.plies !== plies) this.#refresh(game);
        }
        return;
      case "moved": {
        const game = gameOfRoom(notice.room ?? "");
        if (game === null || !this.#shown.has(game) || notice.position == null) return;
        const lastMove = squareOf(notice.move);
        this.byGame.set(game, { position: notice.position, lastMove, plies: notice.ply });
      }
    }
  }

  #put({ game, position, moves, plies }: GameState): void {
    if (!this.#shown.has(game)) return;
    this.byGame.set(game, { position, lastMove: squareOf(moves.at(-1)), plies });
  }

  #refresh(game: GameId): void {
    if (!this.#isVisible()) return void this.#stale.add(game);
    if (this.#asked.has(game)) return void this.#asked.set(game, true);
    this.#asked.set(game, false);
    this.#ask({ do: "board", game })
      .catch(() => undefined)
      .finally(() => {
        const isStale = this.#asked.get(game) === true && this.#shown.has(game);
        this.#asked.delete(game);
        if (isStale) this.#refresh(game);
      });
  }
}

function squareOf(move: string | undefined): string | null {
  return move !== undefined && /^[a-h][1-8]$/i.test(move) ? move.toLowerCase() : null;
}
