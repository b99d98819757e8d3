// Which lines of a long chat are on the page: the newest, and more when somebody reads back.

/** How many lines are added at a time. */
export const PAGE_LINES = 150;

/** The newest lines of a chat, as many as the reader wants. */
export class ChatWindow {
  /** How many lines are shown, counted from the newest. */
  size = $state(PAGE_LINES);
  /** How many lines have come since the reader left the newest. */
  unseen = $state(0);
  /** Whether the newest line is in view. */
  isAtEnd = $state(true);
  #last: number | null = null;

  /**
   * Lines were added at the end; `last` is the key of the newest. A reader who reads back keeps the place: the
   * window grows by what came. At the end it has its usual size again.
   */
  onLines(keys: readonly number[]): void {
    const last = keys.at(-1) ?? null;
    const added = this.#last === null ? 0 : keys.length - 1 - keys.lastIndexOf(this.#last);
    this.#last = last;
    if (added === 0) return;
    if (this.isAtEnd) this.size = PAGE_LINES;
    else {
      this.size += added;
      this.unseen += added;
    }
  }

  /** The reader has scrolled. */
  onScroll(isAtEnd: boolean): void {
    this.isAtEnd = isAtEnd;
    if (isAtEnd) this.unseen = 0;
  }

  /** Shows earlier lines. Returns whether there are any. */
  grow(total: number): boolean {
    if (this.size >= total) return false;
    this.size += PAGE_LINES;
    return true;
  }
}
