// The filter of a search: as the words of a request, and as the games that the statistics count.
import type { ArchiveFilter } from "../../protocol/wire";

/** Returns the games of a filter whatever their position: the statistics have a position of their own. */
export function gamesOf(filter: ArchiveFilter): ArchiveFilter {
  const { player, opponent, event, result, score, from, to } = filter;
  return dropUnset({ player, opponent, event, result, score, from, to });
}

/** Whether a filter asks for all games. */
export function isOfAllGames(filter: ArchiveFilter): boolean {
  return Object.keys(gamesOf(filter)).length === 0;
}

/** Returns where the games of a filter are exported in a format. */
export function exportPath(filter: ArchiveFilter, format: string, games: number): string {
  const words = dropUnset({ ...gamesOf(filter), position: filter.position });
  const values = new URLSearchParams({ format, games: String(games) });
  for (const [key, value] of Object.entries(words)) values.set(key, String(value));
  return `/api/archive/export?${values.toString()}`;
}

function dropUnset(filter: ArchiveFilter): ArchiveFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value != null));
}

/** Puts another meaning before a part of a searched text: `tiger` becomes `opening:tiger`. */
export function meanOther(text: string, part: string, kind: string): string {
  const quoted = /\s/.test(part) ? `"${part}"` : part;
  const at = text.toLowerCase().indexOf(part.toLowerCase());
  if (at < 0) return `${text} ${kind}:${quoted}`.trim();
  return `${text.slice(0, at)}${kind}:${quoted}${text.slice(at + part.length)}`;
}

/** Makes one line of a text with several, such as a pasted board. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
