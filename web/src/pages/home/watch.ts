// Which games are worth watching.
import type { GameSummary } from "../../protocol/wire";

/** The games of others, those of the strongest players first. Of equal ones the newest comes first. */
export function gamesToWatch<T extends GameSummary>(
  games: readonly T[],
  isLeftOut: (name: string) => boolean,
): T[] {
  const shown = games.filter(({ black, white }) => !isLeftOut(black) && !isLeftOut(white));
  return shown.sort((a, b) => strengthOf(b) - strengthOf(a) || b.game - a.game);
}

/** The mean rating of both players; provisional ratings count less than certain ones. */
function strengthOf({ ratings }: GameSummary): number {
  if (!ratings) return 0;
  const both = [ratings.black, ratings.white];
  return both.reduce((sum, { rating, provisional }) => sum + (provisional ? rating - 500 : rating), 0) / 2;
}
