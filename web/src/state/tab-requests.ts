// Offers made or accepted in this tab: only this tab opens their games, also after a reload.
import type { GameId } from "../protocol/wire";
import { keepInTab, readKeptInTab } from "./storage";

const KEY = "willow-asked";

/** The games and the search of a tab. */
export class TabRequests {
  readonly #games = new Set<GameId>();
  /** The offers from before the page was loaded anew, until it is known which of them are still open. */
  #before: ReadonlySet<unknown>;
  #isSearching: boolean;

  constructor() {
    const kept = readKeptInTab(KEY);
    const values = new Map<string, unknown>(
      typeof kept === "object" && kept !== null ? Object.entries(kept) : [],
    );
    const games = values.get("games");
    this.#before = new Set<unknown>(Array.isArray(games) ? games : []);
    this.#isSearching = values.get("isSearching") === true;
  }

  /** Whether this tab looks for an opponent. */
  get isSearching(): boolean {
    return this.#isSearching;
  }

  set isSearching(isSearching: boolean) {
    this.#isSearching = isSearching;
    this.#keep();
  }

  /** Whether an offer was made or accepted here. */
  has(game: GameId): boolean {
    return this.#games.has(game);
  }

  /** An offer was made or accepted here. */
  add(game: GameId): void {
    this.#games.add(game);
    this.#keep();
  }

  /** An offer is waited for no longer. */
  delete(game: GameId): void {
    this.#games.delete(game);
    this.#keep();
  }

  /** Forgets all but these offers, which are still open; those of them from before a reload are waited for again. */
  retain(open: readonly GameId[]): void {
    for (const game of this.#games) if (!open.includes(game)) this.#games.delete(game);
    for (const game of open) if (this.#before.has(game)) this.#games.add(game);
    this.#before = new Set();
    this.#keep();
  }

  /** The user has signed out. */
  clear(): void {
    this.#games.clear();
    this.isSearching = false;
  }

  #keep(): void {
    keepInTab(KEY, { games: [...this.#games], isSearching: this.#isSearching });
  }
}
