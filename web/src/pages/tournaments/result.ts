// Results of games at tables: points, discs, and how they are written.
import type { PairingColor, TableResult, TournamentTable } from "../../protocol/wire";
import { words } from "../../words";
import { text } from "./words";

const DISCS = 64;
/** The discs of the shortest game. */
const FEWEST_DISCS = 13;

/** A side's half-points: 2 for a win. */
export function halfPoints(result: TableResult, color: PairingColor): number {
  if (result === "double_forfeit") return 0;
  if ("forfeit" in result) return result.forfeit === color ? 0 : 2;
  const [black, white] = result.discs;
  return 1 + Math.sign(color === "black" ? black - white : white - black);
}

/** The discs of Black and White, empties to the winner; a forfeit is 64 to 0. */
export function discsOf(result: TableResult): readonly [number, number] {
  if (result === "double_forfeit") return [0, 0];
  if ("forfeit" in result) return result.forfeit === "black" ? [0, DISCS] : [DISCS, 0];
  const [black, white] = result.discs;
  const empties = DISCS - black - white;
  if (black === white) return [black + empties / 2, white + empties / 2];
  return black > white ? [black + empties, white] : [black, white + empties];
}

/** Says a result, Black's discs first: `42–22`. */
export function resultText(result: TableResult): string {
  if (result === "double_forfeit") return text.tables.doubleForfeit;
  const score = words.games.discs(...discsOf(result));
  return "forfeit" in result ? `${score} ${text.tables.forfeitText}` : score;
}

/** Whether two results are the same. */
export function isSame(one: TableResult, other: TableResult): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Who has Black and who has White in a game of a table, which is counted from 1. */
export function playersOf({ black, white }: TournamentTable, game: number): readonly [number, number] {
  return game % 2 === 1 ? [black, white] : [white, black];
}

/** What a player has at a table so far. */
export function totalsOf(table: TournamentTable, player: number): { half: number; discs: number } {
  let [half, discs] = [0, 0];
  for (const [at, result] of table.results.entries()) {
    if (!result) continue;
    const color = playersOf(table, at + 1)[0] === player ? "black" : "white";
    half += halfPoints(result, color);
    discs += discsOf(result)[color === "black" ? 0 : 1];
  }
  return { half, discs };
}

/** Whether no further game is needed at a table. */
export function isComplete(table: TournamentTable): boolean {
  const games = table.results.length;
  const hasMajority = (player: number) => totalsOf(table, player).half > games;
  return (
    table.results.every((result) => result !== null) ||
    (table.best_of === true && (hasMajority(table.black) || hasMajority(table.white)))
  );
}

/** How a game ended, as a form has it. */
export type ResultKind = "discs" | "black" | "white" | "both" | "none";

/** The kind of a result. */
export function kindOf(result: TableResult | null): ResultKind {
  if (result === null) return "none";
  if (result === "double_forfeit") return "both";
  return "forfeit" in result ? result.forfeit : "discs";
}

/** Reads what was filled in: `undefined` if no game can end so, `null` for no result. */
export function readResult(
  kind: ResultKind,
  black: number | null,
  white: number | null,
): TableResult | null | undefined {
  if (kind === "none") return null;
  if (kind === "both") return "double_forfeit";
  if (kind !== "discs") return { forfeit: kind };
  const isCount = (discs: number | null): discs is number => Number.isInteger(discs) && (discs ?? -1) >= 0;
  if (!isCount(black) || !isCount(white)) return undefined;
  return black + white >= FEWEST_DISCS && black + white <= DISCS ? { discs: [black, white] } : undefined;
}

/** The other side's discs on a full board, while nothing else was typed. */
export function restOf(discs: number | null): number | null {
  return discs !== null && Number.isInteger(discs) && discs >= 0 && discs <= DISCS ? DISCS - discs : null;
}
