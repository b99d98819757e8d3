// What the user has chosen for this device. It is kept in the browser's storage, where there is one.
import { SOUND_KINDS, type SoundKind } from "../parts/sounds";
import { keep, onKeptElsewhere, readKept } from "./kept";

/** The values of the choices that have several, in the order in which settings list them. */
export const OPTIONS = {
  theme: ["system", "light", "dark", "contrast"],
  look: ["felt", "maple", "slate", "mono"],
  coordinates: ["outside", "inside", "none"],
  confirmMoves: ["none", "two-tap"],
  speech: ["little", "normal", "much"],
} as const;

/** The choices that are on or off, and what they are for somebody who has chosen nothing. */
const SWITCHES = {
  showLegal: true,
  showPreview: true,
  animation: true,
  typedMoves: true,
  singleKeys: true,
  blindfold: false,
  spacing: false,
  hideTalk: false,
  // Nobody is surprised by a noise at the first visit.
  sounds: false,
};

type Option = keyof typeof OPTIONS;

/** The choices that are on or off. */
export type Switch = keyof typeof SWITCHES;

/** The choices. */
export type Choices = { -readonly [key in Option]: (typeof OPTIONS)[key][number] } & Record<
  Switch,
  boolean
> & {
    /** From 0 to 1. */
    volume: number;
    /** The sounds that are switched off one by one. */
    silent: readonly SoundKind[];
  };

/** The choices of somebody who has made none. */
export const DEFAULTS: Choices = {
  theme: "system",
  look: "felt",
  coordinates: "outside",
  confirmMoves: "none",
  speech: "normal",
  ...SWITCHES,
  volume: 0.5,
  silent: [],
};

const KEY = "willow-settings";

/** The settings. Private windows may have no storage: then they last as long as the page. */
export class Settings {
  choices = $state<Choices>(readChoices(readKept(KEY)));
  /** Whether the browser keeps the choices. */
  readonly isKept = canKeep();

  constructor() {
    onKeptElsewhere((key) => {
      if (key === KEY) this.choices = readChoices(readKept(KEY));
    });
  }

  /** Changes and keeps one choice. */
  choose<K extends keyof Choices>(key: K, value: Choices[K]): void {
    this.choices[key] = value;
    keep(KEY, this.choices);
  }

  /** Changes and keeps one choice among several. A value that is none changes nothing. */
  chooseOption(key: keyof typeof OPTIONS, value: string): void {
    this.choices = readChoices({ ...this.choices, [key]: value });
    keep(KEY, this.choices);
  }

  /** Switches one sound on or off. */
  chooseSound(kind: SoundKind, isOn: boolean): void {
    const others = this.choices.silent.filter((other) => other !== kind);
    this.choose("silent", isOn ? others : [...others, kind]);
  }
}

/** Reads choices; what is none (of another version of the page, say) is left as nobody has chosen it. */
export function readChoices(stored: unknown): Choices {
  const choices: Choices = { ...DEFAULTS };
  if (typeof stored !== "object" || stored === null) return choices;
  const values = new Map<string, unknown>(Object.entries(stored));
  const pick = <T>(key: string, isValid: (value: unknown) => value is T, take: (value: T) => void) => {
    const value = values.get(key);
    if (isValid(value)) take(value);
  };
  pick("theme", isOneOf(OPTIONS.theme), (value) => (choices.theme = value));
  pick("look", isOneOf(OPTIONS.look), (value) => (choices.look = value));
  if (values.get("look") === "wood") choices.look = "maple";
  if (values.get("look") === "dark") choices.look = "slate";
  pick("coordinates", isOneOf(OPTIONS.coordinates), (value) => (choices.coordinates = value));
  pick("confirmMoves", isOneOf(OPTIONS.confirmMoves), (value) => (choices.confirmMoves = value));
  pick("speech", isOneOf(OPTIONS.speech), (value) => (choices.speech = value));
  for (const key of SWITCH_KEYS) pick(key, isBoolean, (value) => (choices[key] = value));
  pick("volume", isShare, (value) => (choices.volume = value));
  pick("silent", isList, (value) => (choices.silent = SOUND_KINDS.filter((kind) => value.includes(kind))));
  return choices;
}

const SWITCH_KEYS = [
  "showLegal",
  "showPreview",
  "animation",
  "typedMoves",
  "singleKeys",
  "blindfold",
  "spacing",
  "hideTalk",
  "sounds",
] as const;

function isOneOf<T extends string>(values: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => values.some((other) => other === value);
}

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isShare = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;

function canKeep(): boolean {
  try {
    localStorage.setItem("willow-test", "1");
    localStorage.removeItem("willow-test");
    return true;
  } catch {
    return false;
  }
}
