// What is heard of the games: sounds, and sentences for those who do not see the page.
import { soundOfEnd } from "../board/result";
import { sayLowTime, sayMove, sayResult, type SpeechLevel } from "../board/speech";
import type { Sound } from "../parts/sounds";
import type { Notice } from "../protocol/wire";
import { words } from "../words";
import type { Urgency } from "./announcer.svelte";
import type { Game } from "./game.svelte";
import { newsSentence } from "./game-sentences";
import { viewpointOf } from "./game-status";

/** What the voice needs of the tab. */
export interface VoiceHost {
  /** Whether this game is on the screen. */
  isShown(game: Game): boolean;
  speechLevel(): SpeechLevel;
  /** The server's time in milliseconds since 1970. */
  serverNow(): number;
  say(text: string, urgency: Urgency): void;
  play(sound: Sound): void;
}

/** Tells what has just happened in a game, in a sound and a sentence. */
export function tellNews(game: Game, notice: Notice, host: VoiceHost): void {
  const kind = soundOf(game, notice);
  const isShown = host.isShown(game);
  if (kind && (isShown || game.color !== null)) host.play(kind);
  const sentence = isShown
    ? sentenceOf(game, notice, host.speechLevel())
    : sentenceFromElsewhere(game, notice);
  if (sentence) host.say(sentence, isShown && notice.event === "ended" ? "assertive" : "polite");
}

/** Tells that the user's time has become low. */
export function tellLowTime(game: Game, host: VoiceHost): void {
  const { state, color } = game;
  if (!color || state?.clocks.running !== color || state.clocks.deadline == null) return;
  const left = state.clocks.deadline - host.serverNow();
  host.play("low-time");
  host.say(sayLowTime(color, Math.max(0, Math.ceil(left / 1000)), color), "assertive");
}

/** Tells that somebody else has said something in a game. */
export function tellTalk(game: Game, host: VoiceHost): void {
  if (game.color !== null || host.isShown(game)) host.play("message");
}

function soundOf(game: Game, notice: Notice): Sound | null {
  switch (notice.event) {
    case "started":
      return game.color === null ? null : "start";
    case "moved":
      return notice.move === "pass" ? "pass" : "disc";
    case "ended":
      return soundOfEnd(notice, game.color);
    case "takeback-asked":
      return notice.color === game.color ? null : "message";
    default:
      return null;
  }
}

function sentenceOf(game: Game, notice: Notice, level: SpeechLevel): string | null {
  const { state, color } = game;
  if (!state) return null;
  if (notice.event === "moved") {
    const move = {
      side: notice.color,
      move: notice.move,
      flipped: notice.flipped ?? [],
      position: notice.position ?? state.position,
      legal: notice.legal ?? null,
      over: false,
    };
    return sayMove(move, color, level);
  }
  return notice.event === "ended" ? sayResult(notice, color) : newsSentence(notice, state, viewpointOf(game));
}

/** Of a game that is not on the screen only what calls the user there is told. */
function sentenceFromElsewhere(game: Game, notice: Notice): string | null {
  const name = game.nameOf(game.opponent);
  if (notice.event === "ended" && game.color !== null) return words.game.news.endedIn(name);
  return notice.event === "moved" && game.isMyTurn ? words.game.news.yourTurnIn(name) : null;
}
