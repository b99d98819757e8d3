// The keys of the game page. Letters belong to the board: they begin a typed square.

import type { PressedKey } from "../app/keys";

export type { PressedKey };

export type GameKey =
  | { readonly kind: "step"; readonly plies: number }
  | { readonly kind: "start" | "live" | "command-line" | "talk" | "board" }
  /** A tab of the open games, counted from 1. */
  | { readonly kind: "tab"; readonly place: number };

/** Returns what a key asks for. `hasSingleKeys` says whether keys without Ctrl count (WCAG 2.1.4). */
export function gameKeyOf(event: PressedKey, hasSingleKeys: boolean): GameKey | null {
  if (event.defaultPrevented || event.metaKey || event.altKey) return null;
  if (event.key === "Escape") return { kind: "board" };
  if (event.ctrlKey) return event.key === "/" ? { kind: "talk" } : null;
  if (isField(event.target)) return null;
  if (event.key === "Home") return { kind: "start" };
  if (event.key === "End") return { kind: "live" };
  return hasSingleKeys ? singleKeyOf(event.key) : null;
}

function singleKeyOf(key: string): GameKey | null {
  if (key === "[") return { kind: "step", plies: -1 };
  if (key === "]") return { kind: "step", plies: 1 };
  if (key === "/") return { kind: "command-line" };
  return /^[1-9]$/.test(key) ? { kind: "tab", place: Number(key) } : null;
}

/** Whether nothing else uses an arrow key, or a sign that may be typed into the board, here. */
export function isFree({ defaultPrevented, ctrlKey, metaKey, altKey, target }: PressedKey): boolean {
  return !defaultPrevented && !ctrlKey && !metaKey && !altKey && !isField(target);
}

/** Whether a text is being written there, or the control has a use of its own for the keys. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
