// The bots of the server in groups, the weakest first.
import type { UserSummary } from "../../protocol/wire";

/** The groups, in the order of the page. */
export const BOT_GROUPS = ["people", "historical", "engine"] as const;
export type BotGroup = (typeof BOT_GROUPS)[number];

/** A bot as the page shows it. */
export interface Bot {
  readonly name: string;
  readonly group: BotGroup;
  /** One line on what it is: how it plays, who wrote it, and when. */
  readonly about: string;
  readonly elo: number | null;
  readonly playing: number;
}

/** Returns levels for people for somebody who has not played here: the weakest, the middle and the strongest one. */
export function levelsToBegin(bots: readonly Bot[]): Bot[] {
  const levels = bots.filter(({ group }) => group === "people");
  const places = new Set([0, Math.floor((levels.length - 1) / 2), levels.length - 1]);
  return levels.filter((_, place) => places.has(place));
}

/** Returns the server's own bots. Bots of users are not among them. */
export function botsOf(users: readonly UserSummary[]): Bot[] {
  const bots = users.flatMap(({ name, bot, playing }) => {
    if (!bot) return [];
    const { about, level: group } = bot;
    return [{ name, group, about, elo: bot.ladder_elo ?? null, playing }];
  });
  return bots.sort((a, b) => (a.elo ?? Infinity) - (b.elo ?? Infinity) || a.name.localeCompare(b.name));
}
