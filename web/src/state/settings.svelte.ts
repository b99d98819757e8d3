// What the user has chosen for this device. It is kept in the browser's storage, where there is one.
import { SOUND_KINDS, type SoundKind } from "../parts/sounds";
import { canKeep, keep, onKeptElsewhere, readKept } from "./storage";

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
  archiveDeviceGames: true,
  // Nobody is surprised by a noise at the first visit.
  sounds: false,
};

type Option = keyof typeof OPTIONS;

/** The choices that are on or off. */
export type Switch = keyof typeof SWITCHES;

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

  /** What a board takes of them. Without keys alone no square can be typed. */
  get board() {
    const { coordinates, animation, typedMoves, singleKeys } = this.choices;
    return { coordinates, animate: animation, typing: typedMoves && singleKeys };
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
  const values: Record<string, unknown> = { ...(stored as object | null) };
  const { look, volume, silent } = values;
  if (look === "wood") values["look"] = "maple";
  if (look === "dark") values["look"] = "slate";
  const isValid = (key: string): boolean => {
    if (Object.hasOwn(OPTIONS, key)) return OPTIONS[key as Option].some((value) => value === values[key]);
    if (Object.hasOwn(SWITCHES, key)) return typeof values[key] === "boolean";
    return key === "volume" && typeof volume === "number" && volume >= 0 && volume <= 1;
  };
  return {
    ...DEFAULTS,
    ...Object.fromEntries(Object.entries(values).filter(([key]) => isValid(key))),
    silent: Array.isArray(silent) ? SOUND_KINDS.filter((kind) => silent.includes(kind)) : [],
  };
}
