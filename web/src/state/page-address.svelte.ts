// The address of a page with a board: a new one is opened, and what changes on the page is written into it.
import { onDestroy } from "svelte";
import type { Router } from "../app/router.svelte";
import { watch } from "./watch.svelte";

/** The time between two changes of the address, in milliseconds: browsers refuse too many of them. */
const REST_MS = 150;

/** What the address needs of its page. */
export interface AddressedPage {
  readonly page: "analysis" | "archive" | "book";
  /** The query of the address; `null` while it cannot be opened. */
  wanted(): string | null;
  open(query: string): unknown;
  /** The query for what is on the page; `null` for none. */
  written(): string | null;
}

/** Keeps address and page together, also when the browser goes back. */
export class PageAddress {
  readonly #router: Router;
  readonly #page: AddressedPage["page"];
  /** The query that shows what is on the page; `null` before one was opened. */
  #shown: string | null = null;
  /** When it was written into the address, in milliseconds since 1970. */
  #notedAt = 0;

  constructor(router: Router, { page, wanted, open, written }: AddressedPage) {
    this.#router = router;
    this.#page = page;
    watch(wanted, (query) => {
      if (query === null || query === this.#shown) return;
      this.#shown = query;
      open(query);
    });
    watch(written, (query) => {
      if (query === null || this.#shown === null) return;
      // A step after a rest is written at once: a reload right after it must find the record.
      const timer = setTimeout(() => this.note(query), Math.max(0, this.#notedAt + REST_MS - Date.now()));
      return () => clearTimeout(timer);
    });
    onDestroy(() => void (this.#shown = null));
  }

  /** Writes what is on the page. */
  note(query: string, how: "push" | "replace" = "replace"): void {
    if (query === this.#shown) return;
    this.#shown = query;
    this.#notedAt = Date.now();
    this.#router.note({ page: this.#page, query }, how);
  }
}
