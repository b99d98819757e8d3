// What is pasted into the field of the archive: boards of several lines, and whole games.
import type { ReadGame, Rules } from "../../rules";
import { USUAL_START } from "../../state/games-new.svelte";

/** Makes one line of a text with several, such as a pasted board. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** How a GGF or SGF begins, also with the number of games that GGS writes before it. */
const RECORD = /^\s*(\d+\s*)?\(;/;

/**
 * Makes what the field can search of a pasted text: of a game in GGF or SGF its moves, or the position at its end if it did not
 * begin as usual; of a text with several lines, such as a board, one line. `null`: the text can stay as it is.
 */
export function searchable(pasted: string, rules: Pick<Rules, "read">): string | null {
  const game = RECORD.test(pasted) ? firstGame(pasted, rules) : undefined;
  if (game?.start === USUAL_START) return game.moves.filter((move) => move !== "pass").join("");
  if (game) return game.position;
  return /[\r\n]/.test(pasted) ? oneLine(pasted) : null;
}

function firstGame(pasted: string, rules: Pick<Rules, "read">): ReadGame | undefined {
  try {
    return rules.read(pasted).find((read) => read.kind === "game");
  } catch {
    // The server's answer to the text says what is wrong.
    return undefined;
  }
}
