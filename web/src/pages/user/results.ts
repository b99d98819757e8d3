// A user's past games from the user's own view.
import { correctedResult } from "../../board/result";
import type { HistoryEntry } from "../../protocol/wire";
import { calledIn } from "../games/players";

/** How a game ended for a user. */
export interface OwnResult {
  /** What the opponent is called. */
  readonly opponent: string;
  readonly color: "black" | "white";
  readonly outcome: "won" | "drawn" | "lost" | "aborted" | "running";
  /** The discs of the user and of the opponent; `null` if the game was not played to its end. */
  readonly discs: readonly [number, number] | null;
}

/** Says how a game ended for one of its players. */
export function resultFor(name: string, game: HistoryEntry): OwnResult {
  const color = game.black === name ? "black" : "white";
  const opponent = calledIn(game, color === "black" ? "white" : "black");
  const { end } = game;
  if (!end) return { opponent, color, outcome: "running", discs: null };
  const result = correctedResult(end);
  if (result === null) return { opponent, color, outcome: "aborted", discs: null };
  const own = color === "black" ? result : -result;
  const outcome = own > 0 ? "won" : own < 0 ? "lost" : "drawn";
  if (end.reason !== "finished") return { opponent, color, outcome, discs: null };
  const discs = [end.black_discs, end.white_discs] as const;
  return { opponent, color, outcome, discs: color === "black" ? discs : [discs[1], discs[0]] };
}
