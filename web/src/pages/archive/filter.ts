// The filter of a search: as the words of a request, and as the games that the statistics count.
import type { ArchiveFilter } from "../../protocol/wire";

/** Returns the games of a filter whatever their position: the statistics have a position of their own. */
export function gamesOf(filter: ArchiveFilter): ArchiveFilter {
  const { player, opponent, event, result, score, from, to, only } = filter;
  return dropUnset({ player, opponent, event, result, score, from, to, only });
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

/** The quotation marks at the beginning and at the end of a name: only the partner closes what a mark has opened. */
const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["「", "」"],
  ["『", "』"],
];

/** A word of a searched text, or what stands in quotation marks; the server reads texts in the same way. */
const TOKEN = new RegExp(
  `(?:(?:player|event|opening):)?(?:${QUOTES.map(([open, close]) => `${open}([^${close}]*)${close}?`).join("|")}|(\\S+))`,
  "giu",
);

/** Puts a name into quotation marks: the first ones whose closing mark it lacks. */
export function quoted(name: string): string {
  const [open, close] = QUOTES.find(([, closing]) => !name.includes(closing)) ?? ['"', '"'];
  return `${open}${name}${close}`;
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match) => {
    const [all, ...groups] = match;
    const inside = groups.slice(0, QUOTES.length).find((group) => group !== undefined);
    return {
      text: (inside ?? all.replace(/^(player|event|opening):/i, "")).toLowerCase(),
      start: match.index,
      end: match.index + all.length,
      isQuoted: inside !== undefined,
    };
  });
}

/** Returns the tokens that are a part, from the first to the last: the shortest run that has its words in their order. */
function tokensOfPart(text: string, part: string): readonly Token[] {
  const tokens = tokensOf(text);
  const words = tokens.flatMap((token, at) => token.text.split(/\s+/).map((word) => ({ word, at })));
  const wanted = part.toLowerCase().split(/\s+/);
  let best: readonly Token[] = [];
  words.forEach(({ word, at: first }, start) => {
    let next = start;
    for (const name of word === wanted[0] ? wanted.slice(1) : [""]) {
      next = words.findIndex((found, index) => index > next && found.word === name);
      if (next < 0) return;
    }
    const run = tokens.slice(first, (words[next]?.at ?? 0) + 1);
    if (best.length === 0 || run.length < best.length) best = run;
  });
  return best;
}

/** Puts a word in the place of a part of a searched text: `tiger` becomes `opening:tiger`; behind it if it has no such part. */
function replaced(text: string, part: string, word: (isQuoted: boolean) => string): string {
  const run = tokensOfPart(text, part);
  const { start, end } = { start: run[0]?.start ?? text.length, end: run.at(-1)?.end ?? text.length };
  const pieces = [text.slice(0, start), word(run.some((token) => token.isQuoted)), text.slice(end)];
  return pieces.flatMap((piece) => piece.trim() || []).join(" ");
}

/** Gives a part of a searched text another meaning: `tiger` becomes `opening:tiger`. */
export function meanOther(text: string, part: string, kind: string): string {
  return replaced(text, part, (isQuoted) => `${kind}:${isQuoted || /\s/.test(part) ? quoted(part) : part}`);
}

/** Takes a part out of a searched text: `ito 1998` becomes `ito`. */
export function without(text: string, part: string): string {
  return replaced(text, part, () => "");
}

/** Puts one person in the place of a name that several have. The order stays: the first name is the player's. */
export function meanPerson(text: string, part: string, name: string): string {
  return replaced(text, part, () => `player:${quoted(name)}`);
}

/** The longest text that the server searches. */
const LONGEST = 600;

/** Returns where a search leads that has further words; `null` if it would be too long. */
export function searchPath(text: string, more: string): string | null {
  const wanted = `${text} ${more}`.trim();
  return wanted.length > LONGEST ? null : `/archive?text=${encodeURIComponent(wanted)}`;
}
