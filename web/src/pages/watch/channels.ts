// The channels of the watch page: the games of people, by class, and those of bots.
import type { GameSummary, SpeedClass } from "../../protocol/wire";
import { speedClassOf } from "../../state/games-terms";

/** A channel: all games, those of a class, or those with a bot. */
export type Channel = "all" | SpeedClass | "bots";

/** All channels, in their order on the page. */
export const CHANNELS: readonly Channel[] = [
  "all",
  "bullet",
  "blitz",
  "rapid",
  "classical",
  "correspondence",
  "bots",
];

/**
 * Sorts games into their channels; `games` has the best first, and each channel keeps this order. Games of two people
 * come before those with a bot, which are in no channel of a class.
 */
export function inChannels<T extends GameSummary>(
  games: readonly T[],
  isBot: (name: string) => boolean,
): Readonly<Record<Channel, readonly T[]>> {
  const channels = Object.fromEntries(CHANNELS.map((channel) => [channel, []])) as unknown as Record<
    Channel,
    T[]
  >;
  for (const game of games) {
    if (isBot(game.black) || isBot(game.white)) channels.bots.push(game);
    else {
      channels.all.push(game);
      channels[speedClassOf(game.clock)].push(game);
    }
  }
  channels.all.push(...channels.bots);
  return channels;
}
