// All keys of the client: the table that the list of keys shows, and the frame's own keys.

/** A key and what it does. Its name is a key of `words.frame.keys`. */
export interface KeyEntry {
  readonly name: string;
  /** As they stand on the keyboard; several mean the same, or are a row of keys. */
  readonly keys: readonly string[];
  /** Whether a single letter or sign does it. Such keys can be switched off, because speech input presses them. */
  readonly isSingle: boolean;
}

/** The keys that work everywhere. */
const FRAME_KEYS = [
  { name: "help", keys: ["?"], isSingle: true },
  { name: "close", keys: ["Esc"], isSingle: false },
] as const satisfies readonly KeyEntry[];

/** The keys of a game; `parts/game-keys.ts` and the board act on them. */
export const GAME_KEYS = [
  { name: "square", keys: ["a … h", "1 … 8"], isSingle: true },
  { name: "focus", keys: ["←", "→", "↑", "↓"], isSingle: false },
  { name: "edge", keys: ["Home", "End", "PageUp", "PageDown"], isSingle: false },
  { name: "play", keys: ["Enter"], isSingle: false },
  { name: "back", keys: ["["], isSingle: true },
  { name: "forward", keys: ["]"], isSingle: true },
  { name: "start", keys: ["Home"], isSingle: false },
  { name: "live", keys: ["End"], isSingle: false },
  { name: "commandLine", keys: ["/"], isSingle: true },
  { name: "chat", keys: ["Ctrl+/"], isSingle: false },
  { name: "board", keys: ["Esc"], isSingle: false },
  { name: "tab", keys: ["1 … 9"], isSingle: true },
] as const satisfies readonly KeyEntry[];

/** The keys that the analysis has besides those of a game; `study/keys.ts` acts on them. */
const ANALYSIS_KEYS = [
  { name: "analysisStep", keys: ["←", "→"], isSingle: false },
] as const satisfies readonly KeyEntry[];

/** The keys of a curve of values or ratings; `parts/slider.ts` acts on them. */
export const CURVE_KEYS = [
  { name: "curveStep", keys: ["←", "→"], isSingle: false },
  { name: "curvePage", keys: ["PageUp", "PageDown"], isSingle: false },
  { name: "curveEnd", keys: ["Home", "End"], isSingle: false },
] as const satisfies readonly KeyEntry[];

/** All keys, in the order of the list. */
export const ALL_KEYS = [...FRAME_KEYS, ...GAME_KEYS, ...ANALYSIS_KEYS, ...CURVE_KEYS] as const;

export type KeyName = (typeof ALL_KEYS)[number]["name"];

/** A key as the browser tells it. */
export type PressedKey = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "defaultPrevented" | "target"
>;

/** Whether a key asks for the list of keys. */
export function asksForKeys(event: PressedKey, hasSingleKeys: boolean): boolean {
  const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
  const [help] = FRAME_KEYS;
  return hasSingleKeys && isAlone && help.keys.some((key) => key === event.key) && !isField(event.target);
}

const FIELDS = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";

/** Whether a text is written there. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches(FIELDS);
}
