// What the server's opening books say about positions.
import type { BookName, BookPage } from "../../protocol/wire";
import { get } from "../../protocol/http";
import { transcriptOf } from "../../state/game-moves";
import { reasonOf } from "../../words";
import { USUAL_START } from "../../state/games-new.svelte";
import { Remembered } from "../../study/remembered";
import { movesOf, pathTo, ROOT, nodeAt } from "../../study/tree";
import type { Study } from "../../study/study.svelte";

/** How many positions are remembered. */
const MAX_KNOWN = 300;

/** The position on the board as the server is asked for it: the moves from the start of the game, or the cells. */
export function questionOf({ tree, at, node }: Pick<Study, "tree" | "at" | "node">): string {
  if (nodeAt(tree, ROOT).position !== USUAL_START) return node.position.replace(" ", "/");
  return transcriptOf(movesOf(pathTo(tree, at)));
}

/** Reads one position after the other. */
export class BookReader {
  /** What is known about the position that was asked for last. */
  shown = $state.raw<BookPage | null>(null);
  /** The books that the server has, as the last page says. */
  books = $state.raw<readonly BookName[]>(["shipped"]);
  /** Why it is not known. */
  problem = $state<string | null>(null);
  readonly #ask: (path: string) => Promise<BookPage>;
  readonly #known = new Remembered<BookPage>(MAX_KNOWN);
  #wanted = "";

  constructor(ask: (path: string) => Promise<BookPage> = get) {
    this.#ask = ask;
  }

  /** Shows a position of a book. The server's own book may change at any time, so it is asked each time. */
  async show(book: BookName, position: string): Promise<void> {
    const path = pathOf(book, position);
    this.#wanted = path;
    this.problem = null;
    const known = this.#known.get(path);
    if (known) this.#show(known);
    if (known && book === "shipped") return;
    try {
      const page = await this.#ask(path);
      this.#known.set(path, page);
      if (this.#wanted === path) this.#show(page);
    } catch (refusal) {
      if (this.#wanted !== path) return;
      this.shown = null;
      this.problem = reasonOf(refusal);
    }
  }

  /** Shows what the server has answered to a change of the position. */
  put(position: string, page: BookPage): void {
    const path = pathOf(page.book, position);
    this.#known.set(path, page);
    if (this.#wanted === path) this.#show(page);
  }

  #show(page: BookPage): void {
    this.shown = page;
    this.books = page.books;
  }
}

function pathOf(book: BookName, position: string): string {
  const query = new URLSearchParams();
  if (position !== "") query.set("position", position);
  if (book !== "shipped") query.set("book", book);
  return query.size > 0 ? `/api/book?${query.toString()}` : "/api/book";
}
