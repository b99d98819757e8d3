// In which games of this browser the engine has helped.
import { keep, readKept } from "./storage";

const KEY = "willow-assisted";
/** So many games are remembered; the oldest are left out. */
const MOST = 200;

function read(): (readonly [game: string, hints: number])[] {
  const kept = readKept(KEY);
  if (!Array.isArray(kept)) return [];
  return kept.filter(
    (one): one is [string, number] =>
      Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "number",
  );
}

/** Notes that the engine has helped once more in a game. */
export function noteHint(game: string | number): void {
  const before = hintsIn(game);
  const others = read().filter(([other]) => other !== String(game));
  keep(KEY, [...others, [String(game), before + 1]].slice(-MOST));
}

/** How often the engine has helped in a game. */
export function hintsIn(game: string | number): number {
  return read().find(([other]) => other === String(game))?.[1] ?? 0;
}
