// What the server tells a browser whose page is closed: one turn in a correspondence game (crates/server/src/push).
import type { PushWords } from "../words/type";

/** A turn, as the server writes it. */
export interface Turn {
  readonly game: number;
  readonly opponent: string;
  /** The opponent's move, if they have just moved. */
  readonly move: string | null;
  /** When the time of the user ends, in milliseconds since 1970. */
  readonly deadline: number | null;
}

/** A notification, in the terms of browsers. */
export interface TurnNotice {
  readonly title: string;
  readonly body: string;
  /** A newer notification about the same game takes the place of an older one. */
  readonly tag: string;
  /** The address that a press on it opens. */
  readonly path: string;
}

/** Reads what the server has sent; `null` if it is nothing of the kind. */
export function readTurn(text: string): Turn | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  const { game, opponent, move, deadline } = (read ?? {}) as Partial<Record<keyof Turn, unknown>>;
  if (typeof game !== "number" || !Number.isSafeInteger(game) || typeof opponent !== "string") return null;
  return {
    game,
    opponent,
    move: typeof move === "string" ? move : null,
    deadline: typeof deadline === "number" ? deadline : null,
  };
}

/** Says it in the words of a language. */
export function noticeOf(turn: Turn, words: PushWords, language: string): TurnNotice {
  const { game, opponent, move, deadline } = turn;
  const sentences = [move === null ? words.toMove : words.moved(opponent, move)];
  if (deadline !== null) {
    const time = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
    sentences.push(words.deadline(time.format(deadline)));
  }
  return {
    title: words.title(opponent),
    body: sentences.join(" "),
    tag: `game-${game}`,
    path: `/game/${game}`,
  };
}
