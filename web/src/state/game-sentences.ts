// Sentences about a game: its end, its last event, its clocks. Pure: they are shown and spoken alike.
import { correctedResult } from "../board/result";
import type { GameEnd, GameState, Notice, Side } from "../protocol/wire";
import { joined, words } from "../words";
import { opponentOf } from "../board/squares";
import { clockFace, type ClockReading } from "./clock-reading";

/** From whose view a sentence is told. */
export interface Viewpoint {
  /** The colour of the user; `null` for a spectator. */
  readonly color: Side | null;
  nameOf(side: Side): string;
}

const text = words.game;

/** Writes a time in the words of the language: `4:57`, `2 days 3 hours`. */
export function timeText(time: number | null): string {
  const face = clockFace(time);
  if (face.kind === "none") return text.clock.none;
  return face.kind === "days" ? text.clock.days(face.days, face.hours) : face.text;
}

/** Writes a time to wait: whole seconds, rounded up: `0:32`. */
export function countdownText(time: number): string {
  const seconds = Math.ceil(time / 1000);
  return seconds < 10 ? `0:0${seconds}` : timeText(seconds * 1000);
}

/** Writes a time that was used: `4.6 s`, `1:05`. */
export function spentText(time: number): string {
  return time < 60_000 ? text.clock.seconds(Math.floor(time / 100) / 10) : timeText(time);
}

/** Writes a length of time in its largest unit if it is round: `0.1 s`, `15 s`, `2 min`, `3 days`, but `14:15`. */
export function lengthText(time: number): string {
  const seconds = time / 1000;
  if (seconds >= 86_400 && seconds % 86_400 === 0) return text.clock.wholeDays(seconds / 86_400);
  if (seconds >= 3600 && seconds % 3600 === 0) return text.clock.hours(seconds / 3600);
  if (seconds <= 60) return text.clock.seconds(seconds);
  if (seconds % 60 === 0) return text.clock.minutes(seconds / 60);
  return seconds < 86_400 ? words.terms.figures(seconds) : timeText(time);
}

/** What stands under the figures of a clock: which part of the time is used, and what comes after it. */
export function clockNote({ parts, phase }: ClockReading, period: number | null): string {
  if (!parts) return "";
  if (phase === "extension") return text.clock.extension;
  if (parts.byoyomi != null) {
    const length = lengthText(period ?? parts.byoyomi);
    if (phase === "byoyomi") return text.clock.byoyomi(length);
    return text.clock.thenByoyomi(length);
  }
  const increment = parts.increment ? text.clock.increment(lengthText(parts.increment)) : "";
  const extension = parts.extension ? text.clock.thenExtension(lengthText(parts.extension)) : "";
  return [increment, extension].filter((part) => part !== "").join(words.board.comma);
}

/** How a game ended, and with which result: one or two sentences. */
export function endSentence(end: GameEnd, viewpoint: Viewpoint): string {
  if (end.reason === "aborted") return text.end.aborted;
  return joined(lossSentence(end, viewpoint), resultSentence(end, viewpoint));
}

/** Why somebody lost by default. */
function lossSentence({ reason, loser }: GameEnd, { color, nameOf }: Viewpoint): string {
  if (reason === "agreed") return text.end.agreed;
  if (!loser) return "";
  const isYou = loser === color;
  const name = nameOf(loser);
  switch (reason) {
    case "resigned":
      return isYou ? text.end.youResigned : text.end.resigned(name);
    case "timeout":
      return isYou ? text.end.yourTimeout : text.end.timeout(name);
    case "abandoned":
      return isYou ? text.end.youAbandoned : text.end.abandoned(name);
    case "forfeited":
      return text.end.forfeited(name);
    default:
      return "";
  }
}

function resultSentence(end: GameEnd, { color, nameOf }: Viewpoint): string {
  // Who resigned or ran out of time has lost: by how many discs is for the ratings, and stands on no board.
  if (end.loser && end.reason !== "agreed") {
    if (end.loser === color) return "";
    return color === null ? text.end.winner(nameOf(opponentOf(end.loser))) : text.end.win;
  }
  const result = correctedResult(end);
  if (result === null) return text.end.unknown;
  if (result === 0) return text.end.draw;
  const winner: Side = result > 0 ? "black" : "white";
  const by = Math.abs(result);
  if (color === null) return text.end.wins(nameOf(winner), by);
  return winner === color ? text.end.youWin(by) : text.end.youLose(by);
}

/** The last event in words; `null` for a move, which the board and the list show. */
export function newsSentence(notice: Notice, state: GameState, viewpoint: Viewpoint): string | null {
  const { color, nameOf } = viewpoint;
  switch (notice.event) {
    case "started":
      return text.news.started;
    case "moved":
      if (notice.move !== "pass") return null;
      return notice.color === color ? text.news.youPass : text.news.passed(nameOf(notice.color));
    case "taken-back":
      return takebackSentence(state, viewpoint);
    case "takeback-refused":
      return text.news.refused;
    case "time-given": {
      const length = lengthText(notice.given);
      return notice.color === color
        ? text.news.givenYou(length)
        : text.news.given(nameOf(notice.color), length);
    }
    case "komi":
      return text.news.komi(notice.komi, nameOf("black"), nameOf("white"));
    case "request-refused":
      return text.news.requestRefused;
    case "unrated":
      return text.news.unrated;
    case "gone":
      return notice.color === color ? null : text.news.gone(nameOf(notice.color));
    case "back":
      return notice.color === color ? null : text.news.back(nameOf(notice.color));
    case "resumed":
      return text.news.resumed;
    case "ended":
      return endSentence(notice, viewpoint);
    default:
      return null;
  }
}

/** After a takeback the player is to move who took the move back. */
function takebackSentence(state: GameState, { color, nameOf }: Viewpoint): string {
  const taker = state.position[65] === "O" ? "white" : "black";
  return taker === color ? text.news.youTookBack : text.news.takenBack(nameOf(taker));
}

/** The time that a player used in a game; `null` if it is not known. */
export function timeUsed(state: GameState, side: Side): number | null {
  // The last move of whoever ran out of time is not among the times.
  if (state.end?.reason === "timeout" && state.end.loser === side) return null;
  if (!state.times || state.times.length < state.moves.length) return null;
  const offset = (state.initial[65] === "O") === (side === "white") ? 0 : 1;
  return state.times.filter((_, index) => index % 2 === offset).reduce((sum, time) => sum + time, 0);
}
