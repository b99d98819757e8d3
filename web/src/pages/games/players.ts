// The players of a game in a list.
import type { GameSummary, Side } from "../../protocol/wire";
import { words } from "../../words";

type Players = Pick<GameSummary, Side | `${Side}_display_name`>;

/** What a player is called: by a name in any script if they have one. */
export function calledIn(game: Players, side: Side): string {
  return game[`${side}_display_name`] ?? words.games.bots.name(game[side]);
}
