// Which games of the live list are shown.
import type { GameSummary, SpeedClass } from "../../protocol/wire";
import { speedClassOf } from "../../state/games-terms";

/** The choices above the list. */
export interface GameFilter {
  /** A part of a player's name, or the number of the game. */
  readonly text: string;
  readonly speed: SpeedClass | "all";
  readonly rated: "any" | "rated" | "unrated";
  readonly players: "any" | "people" | "bots";
}

export const ALL_GAMES: GameFilter = { text: "", speed: "all", rated: "any", players: "any" };

/** Whether a filter leaves something out. */
export function isFiltering(filter: GameFilter): boolean {
  return (
    filter.text.trim() !== "" || filter.speed !== "all" || filter.rated !== "any" || filter.players !== "any"
  );
}

/** Returns the games that fit; `isBot` tells which names are bots. */
export function filterGames<T extends GameSummary>(
  games: readonly T[],
  filter: GameFilter,
  isBot: (name: string) => boolean,
): T[] {
  const text = filter.text.trim().toLocaleLowerCase();
  return games.filter(
    (game) =>
      hasText(game, text) &&
      (filter.speed === "all" || speedClassOf(game.clock) === filter.speed) &&
      (filter.rated === "any" || game.rated === (filter.rated === "rated")) &&
      (filter.players === "any" || (isBot(game.black) || isBot(game.white)) === (filter.players === "bots")),
  );
}

function hasText(game: GameSummary, text: string): boolean {
  if (text === "") return true;
  if (String(game.game) === text.replace(/^#/, "")) return true;
  const names = [game.black, game.white, game.black_display_name ?? "", game.white_display_name ?? ""];
  return names.some((name) => name.toLocaleLowerCase().includes(text));
}
