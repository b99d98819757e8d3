// What a chat shows: lines of people and quiet lines of the server, by time.
import type { ChatLine, NewsLine } from "../../state/lobby.svelte";

/** A line of a chat, or a quiet line among them. The key is unique. */
export type TalkItem =
  | { readonly key: number; readonly time: number; readonly line: ChatLine; readonly news?: undefined }
  | { readonly key: number; readonly time: number; readonly line?: undefined; readonly news: NewsLine };

/** Merges the lines of a chat with the quiet lines. Hidden people are left out. */
export function talkItems(
  chat: readonly ChatLine[],
  news: readonly NewsLine[],
  isHidden: (name: string) => boolean,
): TalkItem[] {
  const items: TalkItem[] = [];
  let next = 0;
  for (const line of chat) {
    if (isHidden(line.from)) continue;
    for (; (news[next]?.time ?? Infinity) < line.time; next++) items.push(newsItem(news[next] as NewsLine));
    items.push({ key: line.number, time: line.time, line });
  }
  return [...items, ...news.slice(next).map(newsItem)];
}

/** The keys of quiet lines are negative, those of chat lines their numbers. */
function newsItem(news: NewsLine): TalkItem {
  return { key: -1 - news.key, time: news.time, news };
}

/** Whether a line is the first one of its day. Today's first line needs no date, unless older ones stand above it. */
export function startsDay(items: readonly Pick<TalkItem, "time">[], index: number, today: Date): boolean {
  const dayAt = (place: number) => new Date(items[place]?.time ?? 0).toDateString();
  return dayAt(index) !== (index === 0 ? today.toDateString() : dayAt(index - 1));
}

/** Writes lines as `report` takes them: `lobby:17..21`, or `null` if none is marked. */
export function reportedLines(room: string, numbers: readonly number[]): string | null {
  if (numbers.length === 0) return null;
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  return first === last ? `${room}:${first}` : `${room}:${first}..${last}`;
}
