// What the user does on a board, as intents: pointers (mouse, pen, finger) and keys. Nothing here changes the board.
import { isSquare, type Square } from "./squares";

/** A movement of the focus, as the eye sees the board. */
export type Step =
  | "left"
  | "right"
  | "up"
  | "down"
  | "row-start"
  | "row-end"
  | "column-start"
  | "column-end"
  | "first"
  | "last";

/** What the user means. */
export type Intent =
  /** A click, a tap, Enter, Space, or the press of a screen reader. */
  | { kind: "press"; square: Square }
  /** The mouse or pen is over a square, or over none. */
  | { kind: "point"; square: Square | null }
  /** A finger rests on a square; `null` when it leaves. */
  | { kind: "hold"; square: Square | null }
  /** The focus came to a square; `shown` if its ring is to be seen. */
  | { kind: "focus"; square: Square; shown: boolean }
  | { kind: "step"; step: Step }
  /** A letter, a digit or Backspace of a typed square. */
  | { kind: "type"; key: string }
  | { kind: "cancel" };

/** How long a finger must rest until the move is previewed, in milliseconds. Android and iOS wait as long. */
export const HOLD_MS = 500;

const STEPS: Record<string, Step> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "row-start",
  End: "row-end",
  PageUp: "column-start",
  PageDown: "column-end",
  "Ctrl+Home": "first",
  "Ctrl+End": "last",
};

/**
 * Reads a key that was pressed on the board. Enter and Space are not here: the browser makes clicks of them.
 * Without `typing`, letters and digits are left to others.
 */
export function intentOfKey(event: KeyboardEvent, typing: boolean): Intent | null {
  if (event.altKey || event.metaKey || event.isComposing) return null;
  const name = event.ctrlKey ? `Ctrl+${event.key}` : event.key;
  const step = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (step) return { kind: "step", step };
  if (name === "Escape") return { kind: "cancel" };
  return typing ? intentOfTyping(name) : null;
}

/** Reads a key of a typed square: a to h, 1 to 8, Backspace. */
export function intentOfTyping(key: string): Intent | null {
  if (key === "Backspace") return { kind: "type", key };
  return /^[a-hA-H1-8]$/.test(key) ? { kind: "type", key: key.toLowerCase() } : null;
}

/** Returns the square on which an event happened. */
export function squareOf(event: Event): Square | null {
  const cell = event.target instanceof Element ? event.target.closest("[data-square]") : null;
  const name = cell?.getAttribute("data-square") ?? "";
  return isSquare(name) ? name : null;
}

/** Makes intents of the pointer events of one board. */
export class Pointers {
  readonly #send: (intent: Intent) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #held = false;

  constructor(send: (intent: Intent) => void) {
    this.#send = send;
  }

  /** A finger that rests previews the move. */
  down = (event: PointerEvent): void => {
    this.#held = false;
    const square = squareOf(event);
    if (event.pointerType !== "touch" || square === null) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#held = true;
      this.#send({ kind: "hold", square });
    }, HOLD_MS);
  };

  /** The finger has gone, or the page is scrolled with it. */
  up = (): void => {
    clearTimeout(this.#timer);
    if (this.#held) this.#send({ kind: "hold", square: null });
  };

  /** The mouse or pen came to a square. A finger never hovers. */
  over = (event: PointerEvent): void => {
    if (event.pointerType !== "touch") this.#send({ kind: "point", square: squareOf(event) });
  };

  /** The pointer left the board. */
  leave = (): void => {
    this.up();
    this.#send({ kind: "point", square: null });
  };

  /** A click presses the square, unless it ends a long press: that only looked. */
  click = (event: MouseEvent): void => {
    const square = squareOf(event);
    const looked = this.#held;
    this.#held = false;
    if (square !== null && !looked) this.#send({ kind: "press", square });
  };

  /** A long press opens no menu. */
  menu = (event: Event): void => {
    if (this.#held) event.preventDefault();
  };

  /** Forgets a finger that rests: the board goes away. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
