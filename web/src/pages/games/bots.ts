// The bots of the server in groups, the weakest first.
import { withDiscs } from "../../board/squares";
import type { UserSummary } from "../../protocol/wire";
import { USUAL_START } from "../../state/games-new.svelte";

/** The groups, in the order of the page. */
export const BOT_GROUPS = ["people", "learn", "engine", "historical"] as const;
export type BotGroup = (typeof BOT_GROUPS)[number];

/** A bot as the page shows it. */
export interface Bot {
  readonly name: string;
  readonly group: BotGroup;
  /** One line on what it is: how it plays, who wrote it, and when. */
  readonly about: string;
  /** The measured strength, and half of its 95% interval; each `null` where it is not known. */
  readonly elo: number | null;
  readonly error: number | null;
}

/** Returns the opponents of the slider, the weakest first: the levels for people, and the strongest engine. */
export function scaleOf(bots: readonly Bot[]): Bot[] {
  const strongest = bots.findLast(({ group }) => group === "engine");
  return [...bots.filter(({ group }) => group === "people"), ...(strongest ? [strongest] : [])];
}

/** Returns the server's own bots. Bots of users are not among them. */
export function botsOf(users: readonly UserSummary[]): Bot[] {
  const bots = users.flatMap(({ name, bot }) => {
    if (!bot) return [];
    const { about, level: group } = bot;
    return [{ name, group, about, elo: bot.ladder_elo ?? null, error: bot.ladder_error ?? null }];
  });
  return bots.sort((a, b) => (a.elo ?? Infinity) - (b.elo ?? Infinity) || a.name.localeCompare(b.name));
}

/** With how many corners a weaker player may begin. */
export const CORNERS = ["0", "1", "2", "3", "4"] as const;

/** The 64 cells of the usual start with Black's discs on some corners, opposite ones first. */
export function withCorners(count: number): string {
  return withDiscs(USUAL_START, ["a1", "h8", "a8", "h1"].slice(0, count), "X");
}
