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
  /** The keys of the lines as they were. */
  #known: ReadonlySet<number> = new Set();

  /**
   * The lines have changed. A reader who reads back keeps the place: the window grows by what came at the end. At
   * the end it has its usual size again.
   */
  onLines(keys: readonly number[]): void {
    const known = this.#known;
    this.#known = new Set(keys);
    // A line that was known may be gone: a quiet line gives way to a newer one, and those of a muted user are hidden.
    const added = known.size === 0 ? 0 : keys.length - 1 - keys.findLastIndex((key) => known.has(key));
    if (added === 0) return;
    if (this.isAtEnd) this.size = PAGE_LINES;
    else {
      this.size += added;
      this.unseen += added;
    }
  }

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
