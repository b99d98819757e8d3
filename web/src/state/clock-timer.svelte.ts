// Wakes the page when what a clock shows changes, and not oftener: never while nothing runs or nobody looks.
import { on } from "svelte/events";
import { createSubscriber } from "svelte/reactivity";

/** A time of the server that is read anew whenever something that depends on it changes. */
export class ServerTime {
  /** The server's time when it was read last, in milliseconds since 1970. */
  now = $state(0);
  readonly #read: () => number;

  /** With `pauseAt` it is followed while the component is there and the tab is seen. */
  constructor(read: () => number, pauseAt?: (now: number) => number | null) {
    this.#read = read;
    this.now = read();
    if (pauseAt) $effect(() => (pageVisibility.isVisible ? this.follow(pauseAt) : undefined));
  }

  /**
   * Reads the time now, and again after each pause that `pauseAt` gives for the time just read; `null` ends it.
   * Returns the function that stops it. Call it again whenever a clock starts, stops or is set.
   */
  follow(pauseAt: (now: number) => number | null): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = () => {
      this.now = this.#read();
      const pause = pauseAt(this.now);
      timer = pause === null ? undefined : setTimeout(wake, Math.min(pause, LONGEST_PAUSE));
    };
    wake();
    return () => clearTimeout(timer);
  }
}

/** The longest time that `setTimeout` can wait, in milliseconds. */
const LONGEST_PAUSE = 2 ** 31 - 1;

/** Calls back once at a time of the server. A new time takes the place of the old one. */
export class Alarm {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #at: number | null = null;

  /** Sets the alarm; `null`, or a time that is over, sets none. */
  set(at: number | null, now: number, ring: () => void): void {
    if (at === this.#at) return;
    clearTimeout(this.#timer);
    this.#at = at;
    if (at === null || at <= now || at - now > LONGEST_PAUSE) return;
    this.#timer = setTimeout(ring, at - now);
  }
}

/** Whether somebody can see this tab of the browser. */
class PageVisibility {
  readonly #subscribe = createSubscriber((update) => on(document, "visibilitychange", update));

  /** Effects that read this run again when the tab is hidden or shown. */
  get isVisible(): boolean {
    this.#subscribe();
    return !document.hidden;
  }
}

export const pageVisibility = new PageVisibility();
