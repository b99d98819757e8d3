// One's openings: lines for a side, and how well each of its moves is remembered (FSRS). They are in this browser alone.
import { clear, createStore, delMany, setMany, values } from "idb-keyval";
import { createEmptyCard, fsrs, Rating as Grade, State, type Card } from "ts-fsrs";
import type { Side } from "../../protocol/wire";
import type { Rules } from "../../rules";
import { sideToMove } from "../../state/game-record";
import { USUAL_START } from "../../state/games-new.svelte";
import { keep } from "../../state/storage";
import { movesIn } from "../../study/address";
import { HAS_LINES } from "./has-lines";
import {
  keyOf,
  keyOfLine,
  newLines,
  questionsOf,
  turned,
  turnOf,
  type OwnLine,
  type Question,
} from "./questions";

interface Review {
  readonly kind: "review";
  readonly key: string;
  readonly card: Card;
}

/** Where a game left the lines: at which ply, and what they play. */
export interface Deviation {
  readonly ply: number;
  readonly played: string;
  readonly known: readonly string[];
}

const scheduler = fsrs({ enable_fuzz: false });

export class Repertoire {
  lines = $state.raw<readonly OwnLine[]>([]);
  #reviews = $state.raw<Readonly<Record<string, Card | undefined>>>({});
  readonly questions = $derived.by(() => questionsOf(this.rules, this.lines));
  #reading: Promise<void> | null = null;
  readonly #store = createStore("willow-openings", "lines");

  constructor(private readonly rules: Pick<Rules, "play" | "mustPass">) {}

  /** Reads what was kept, once. */
  read(): Promise<void> {
    return (this.#reading ??= this.#read());
  }

  /** Adds lines. What breaks the rules ends a line before it. Returns how many are new. */
  async add(side: Side, all: readonly (readonly string[])[]): Promise<number> {
    const fresh = newLines(this.rules, this.lines, side, all);
    this.lines = [...this.lines, ...fresh];
    noteLines(this.lines.length > 0);
    await quietly(() =>
      setMany(
        fresh.map((line) => [keyOfLine(line), line]),
        this.#store,
      ),
    );
    return fresh.length;
  }

  async remove(line: OwnLine): Promise<void> {
    this.lines = this.lines.filter((other) => other !== line);
    noteLines(this.lines.length > 0);
    await quietly(() => delMany([keyOfLine(line)], this.#store));
  }

  /** Forgets lines and what was learned of them. */
  async clear(): Promise<void> {
    [this.lines, this.#reviews] = [[], {}];
    noteLines(false);
    await quietly(() => clear(this.#store));
  }

  /** Whether somebody has learned a move for longer than a day. */
  isKnown({ key }: Question): boolean {
    return this.#reviews[key]?.state === State.Review;
  }

  /** What is to be asked now: first what was learned and is due, then what is new, from the first moves on. */
  due(now: Date): Question[] {
    const dueAt = ({ key }: Question) => this.#reviews[key]?.due.getTime() ?? now.getTime();
    return this.questions
      .filter((question) => dueAt(question) <= now.getTime())
      .sort((one, other) => dueAt(one) - dueAt(other) || one.path.length - other.path.length);
  }

  /** Notes an answer, which decides when the question comes again. */
  async answer({ key }: Question, isRight: boolean, now: Date): Promise<void> {
    const before: Card = this.#reviews[key] ?? createEmptyCard(now);
    const { card } = scheduler.next(before, now, isRight ? Grade.Good : Grade.Again);
    this.#reviews = { ...this.#reviews, [key]: card };
    await quietly(() =>
      setMany([[`review ${key}`, { kind: "review", key, card } satisfies Review]], this.#store),
    );
  }

  /** What the lines of a side play in a position of a game with this first move. */
  movesAt(side: Side, position: string, first?: string): readonly string[] {
    const turn = turnOf(first);
    return this.#answersAt(side, turned(position, turn)).map(turn);
  }

  /** Where the moves of a game left the lines of a side first; `null` if they did not, or never were on them. */
  deviationOf(side: Side, moves: readonly string[]): Deviation | null {
    const turn = turnOf(moves[0]);
    let position: string = USUAL_START;
    for (const [at, played] of moves.entries()) {
      const move = turn(played);
      const known = sideToMove(position) === side ? this.#answersAt(side, position) : [];
      if (known.length > 0 && !known.includes(move)) return { ply: at + 1, played, known: known.map(turn) };
      position = this.rules.play(position, move).position;
    }
    return null;
  }

  #answersAt(side: Side, position: string): readonly string[] {
    return this.questions.find(({ key }) => key === keyOf(side, position))?.answers ?? [];
  }

  async #read(): Promise<void> {
    await Promise.resolve();
    await quietly(async () => {
      const all = await values<OwnLine | Review>(this.#store);
      const lines = all.filter((one) => one.kind === "line");
      this.lines = [...this.lines, ...lines.filter(isFromF5)];
      // Lines of before the first moves were one.
      for (const line of lines.filter((one) => !isFromF5(one))) {
        await this.add(line.side, [movesIn(line.moves)]);
        await delMany([keyOfLine(line)], this.#store);
      }
      const reviews = all.flatMap((one) => (one.kind === "review" ? [[one.key, one.card] as const] : []));
      this.#reviews = { ...Object.fromEntries(reviews), ...this.#reviews };
    });
  }
}

const isFromF5 = ({ moves }: OwnLine) => moves.startsWith("f5");

/** Notes whether there are lines: a page that ends a game asks that before it loads anything. */
function noteLines(has: boolean): void {
  keep(HAS_LINES, has);
}

/** Works with the database. Without one everything lasts as long as the page. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // A private window, or no room.
  }
}

let opened: Repertoire | null = null;

/** The openings of this browser. */
export function repertoireOf(rules: Pick<Rules, "play" | "mustPass">): Repertoire {
  return (opened ??= new Repertoire(rules));
}
