// Lines for one's openings: the best moves of the server's book, against what people play in the archive.
import type { BookPage, Explored, Side } from "../../protocol/wire";
import type { PositionText, Rules } from "../../rules";
import { sideToMove } from "../../state/game-record";

/** What the server knows of a position; `null` if nothing. */
export interface Sources {
  readonly book: (moves: readonly string[]) => Promise<BookPage | null>;
  readonly archive: (position: PositionText) => Promise<Explored | null>;
}

/** How many moves of one's own are added to a line. */
const OWN_MOVES = 6;
const MAX_LINES = 40;
/** Replies that fewer games have, in number or in their share, are left out. */
const MIN_GAMES = 5;
const MIN_SHARE = 0.1;
/** Where the archive has no games: how much worse than the best one a reply of the book may be, in discs. */
const MAX_LOSS = 1;

/** The lines that go on from a line; none if the book does not know its position. */
export async function bookLines(
  rules: Pick<Rules, "replay">,
  side: Side,
  start: readonly string[],
  sources: Sources,
): Promise<(readonly string[])[]> {
  const placeOf = (line: readonly string[]) => rules.replay(line).position;
  const ended: (readonly string[])[] = [];
  let open: (readonly string[])[] = [start];
  for (let ply = 0; ply < 2 * OWN_MOVES; ply += 1) {
    const longer: (readonly string[])[] = [];
    for (const line of open) {
      const isFull = ended.length + longer.length >= MAX_LINES;
      const moves = isFull ? [] : await movesAfter(line, placeOf(line));
      if (moves.length === 0) ended.push(line);
      longer.push(...moves.map((move) => [...line, move]));
    }
    open = longer;
  }
  return [...ended, ...open].map(withoutOpenReply).filter((line) => line.length > start.length);

  async function movesAfter(line: readonly string[], position: PositionText): Promise<string[]> {
    const page = await sources.book(line);
    const valued = (page?.moves ?? []).flatMap(({ move, value }) =>
      value ? [{ move, value: value.value }] : [],
    );
    if (sideToMove(position) === side) return valued.slice(0, 1).map(({ move }) => move);
    const explored = await sources.archive(position);
    const { games: all, moves } = explored ?? { games: 0, moves: [] };
    const played = moves.filter(({ games }) => games >= Math.max(MIN_GAMES, MIN_SHARE * all));
    const replies =
      played.length > 0 ? played : valued.filter(({ value }) => value >= bestOf(valued) - MAX_LOSS);
    return replies.map(({ move }) => move);
  }

  /** A reply without an answer to it asks nothing. */
  function withoutOpenReply(line: readonly string[]): readonly string[] {
    const before = line.slice(0, -1);
    return sideToMove(placeOf(before)) === side ? line : before;
  }
}

function bestOf(moves: readonly { readonly value: number }[]): number {
  return Math.max(...moves.map(({ value }) => value));
}
