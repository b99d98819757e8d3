// A new game as somebody fills in its form: who may play, the clock, the start, the colour.
import type { ColorChoice } from "../protocol/wire";
import { Refusal } from "../protocol/refusal";
import { writeClock, type Clock } from "./games-terms";
import type { Terms } from "./pairing.svelte";
import { joinRange, readRating } from "./range";

/** Who may accept: the first who seeks the same, anybody in the list, one user, or whoever has the link. */
export const AUDIENCES = ["seek", "list", "user", "link"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** The kinds of clocks of the form: those of the server, with days and seconds a move apart. */
export const CLOCK_CHOICES = ["increment", "game", "byoyomi", "extension", "days", "move", "none"] as const;
export type ClockChoice = (typeof CLOCK_CHOICES)[number];

/** The kinds of starts. */
export const STARTS = ["standard", "balanced", "random", "position"] as const;
export type StartChoice = (typeof STARTS)[number];

/** The fields to which a problem may belong. */
export type NewGameField = "opponent" | "clock" | "rated" | "start" | "range" | "private";

/** The problems that the form finds itself. Words say them. */
export type OwnProblem =
  "no-opponent" | "no-number" | "no-time" | "no-position" | "bad-rating" | "bad-range" | "discs";

/** A board with the four discs of the usual start, Black to move. */
export const USUAL_START = "---------------------------OX------XO--------------------------- X";

const DETAILS: Partial<Record<NonNullable<Refusal["detail"]>, NewGameField>> = {
  "no-such-user": "opponent",
  "self-play": "opponent",
  "own-name": "opponent",
  blocked: "opponent",
  "just-declined": "opponent",
  "bots-busy": "opponent",
  "no-clock-in-rated-game": "clock",
  "too-little-time-in-rated-game": "clock",
  "first-move-too-short-in-rated-game": "clock",
  "clock-lost-at-once": "clock",
  "too-many-slow-bot-games": "clock",
  "guest-in-rated-game": "rated",
  "position-in-rated-game": "start",
  "too-many-discs-in-rated-game": "start",
  "position-without-move": "start",
  "position-in-seek": "start",
  "private-seek": "private",
  "rating-out-of-range": "range",
};

/** To which field of the form a refusal belongs; `null` if it is about the whole. */
export function newGameFieldOf(refusal: unknown): NewGameField | null {
  const detail = refusal instanceof Refusal ? refusal.detail : null;
  return (detail !== null && DETAILS[detail]) || null;
}

/** The form. It lives as long as the page, so nothing that was filled in is lost. */
export class NewGame {
  audience = $state<Audience>("list");
  /** Whether a press has asked for a link: the form makes it as it opens. */
  makesLink = false;
  opponent = $state("");
  clockKind = $state<ClockChoice>("increment");
  /** Minutes for the whole game. */
  minutes = $state<number | null>(5);
  /** Seconds after each move, of the byoyomi, or for each move; the server knows milliseconds. */
  seconds = $state<number | null>(3);
  /** Minutes of the extension. */
  extension = $state<number | null>(2);
  /** Days for each move. */
  days = $state<number | null>(3);
  rated = $state(false);
  color = $state<ColorChoice>("random");
  startKind = $state<StartChoice>("standard");
  /** The discs of a random start. */
  discs = $state<number | null>(12);
  /** The position of a start that is set up, as the protocol writes it. */
  position = $state(USUAL_START);
  synchro = $state(false);
  /** Whether a move of such a pair is shown when the other game has one, too. */
  lockstep = $state(false);
  komi = $state(false);
  private = $state(false);
  /** The ratings that a seek welcomes, as they are typed. */
  from = $state("");
  to = $state("");

  /** The next form makes a link at once. */
  askForLink(): void {
    this.audience = "link";
    this.makesLink = true;
  }

  /** Whether a rated game is possible with this start and this clock, as far as the form knows. */
  get mayBeRated(): boolean {
    return this.startKind !== "position" && this.clockKind !== "none";
  }

  /** The clock, or `null` if a number is missing. */
  get clock(): Clock | null {
    const { minutes, extension, days } = this;
    const seconds = this.seconds === null ? null : Math.round(this.seconds * 1000) / 1000;
    switch (this.clockKind) {
      case "none":
        return { kind: "none" };
      case "days":
        return days === null ? null : { kind: "move", each: days * 24 * 3600 };
      case "move":
        return seconds === null ? null : { kind: "move", each: seconds };
    }
    if (minutes === null) return null;
    const main = inSeconds(minutes);
    switch (this.clockKind) {
      case "game":
        return { kind: "game", main };
      case "increment":
        return seconds === null ? null : { kind: "increment", main, increment: seconds };
      case "byoyomi":
        return seconds === null ? null : { kind: "byoyomi", main, period: seconds };
      case "extension":
        return extension === null
          ? null
          : { kind: "extension", main, increment: 0, extension: inSeconds(extension) };
    }
  }

  /** The start, as the protocol writes it. */
  get start(): string {
    switch (this.startKind) {
      case "random":
        return `random:${this.discs ?? 0}`;
      case "position":
        return `position:${this.position.replace(" ", "/")}`;
      default:
        return this.startKind;
    }
  }

  /** The terms for the server; call it when `problems` finds none. */
  get terms(): Terms {
    return {
      clock: this.clock ? writeClock(this.clock) : "",
      rated: this.rated && this.mayBeRated,
      color: this.komi ? "random" : this.color,
      start: this.start,
      synchro: this.synchro && !this.komi,
      ...(this.synchro && this.lockstep && !this.komi ? { lockstep: true } : {}),
      ...(this.komi ? { komi: true } : {}),
      private: this.private && (this.audience === "list" || this.audience === "user"),
    };
  }

  /** The ratings that are welcome, as the protocol writes them. */
  get range(): string | null {
    return joinRange({ from: readRating(this.from) ?? null, to: readRating(this.to) ?? null });
  }

  /** What is wrong, by field. `isPlayable` says whether the side to move of the position has a move. */
  problems(isPlayable: boolean): Partial<Record<NewGameField, OwnProblem>> {
    const problems: Partial<Record<NewGameField, OwnProblem>> = {};
    if (this.audience === "user" && this.opponent.trim() === "") problems.opponent = "no-opponent";
    if (this.clock === null) problems.clock = "no-number";
    else if (isWithoutTime(this.clock)) problems.clock = "no-time";
    if (this.startKind === "random" && !isBetween(this.discs, 4, 48)) problems.start = "discs";
    if (this.startKind === "position" && !isPlayable) problems.start = "no-position";
    const range = this.#rangeProblem;
    if (range !== null) problems.range = range;
    return problems;
  }

  get #rangeProblem(): OwnProblem | null {
    if (this.audience !== "seek") return null;
    const [from, to] = [readRating(this.from), readRating(this.to)];
    if (from === undefined || to === undefined) return "bad-rating";
    return from !== null && to !== null && from > to ? "bad-range" : null;
  }
}

/** Turns minutes into seconds, to a tenth: 0.025 minutes are 1.5 seconds, and 0.333 minutes are 20. */
function inSeconds(minutes: number): number {
  return Math.round(minutes * 600) / 10;
}

function isWithoutTime(clock: Clock): boolean {
  switch (clock.kind) {
    case "none":
      return false;
    case "move":
      return clock.each <= 0;
    case "byoyomi":
      return clock.period <= 0;
    case "extension":
      return clock.main + clock.extension <= 0;
    default:
      return clock.main <= 0;
  }
}

function isBetween(number: number | null, least: number, most: number): boolean {
  return number !== null && Number.isInteger(number) && number >= least && number <= most;
}
