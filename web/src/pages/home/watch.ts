// Which games are worth watching.
import type { GameSummary } from "../../protocol/wire";

/** What is asked of names. */
type IsIt = (name: string) => boolean;

/** Whether nobody may be playing any more: against a program, and without a clock that would end the game. */
export function isAbandoned({ clock, black, white }: GameSummary, isBot: IsIt): boolean {
  return clock === "none" && (isBot(black) || isBot(white));
}

/** The user's own games, and those of others that are not abandoned, each with the best first. */
export function gamesToList<T extends GameSummary>(
  games: readonly T[],
  is: Readonly<Record<"self" | "hidden" | "bot", IsIt>>,
): Readonly<Record<"own" | "others", T[]>> {
  const own = games.filter(({ black, white }) => is.self(black) || is.self(white));
  const others = games.filter((game) => !own.includes(game) && !isAbandoned(game, is.bot));
  return { own: gamesToWatch(own, () => false), others: gamesToWatch(others, is.hidden) };
}

/** The games of others, those of the strongest players first. Of equal ones the newest comes first. */
export function gamesToWatch<T extends GameSummary>(games: readonly T[], isLeftOut: IsIt): T[] {
  const shown = games.filter(({ black, white }) => !isLeftOut(black) && !isLeftOut(white));
  return shown.sort((a, b) => strengthOf(b) - strengthOf(a) || b.game - a.game);
}

/** The mean rating of both players; provisional ratings count less than certain ones. */
function strengthOf({ ratings }: GameSummary): number {
  if (!ratings) return 0;
  const both = [ratings.black, ratings.white];
  return both.reduce((sum, { rating, provisional }) => sum + (provisional ? rating - 500 : rating), 0) / 2;
}
