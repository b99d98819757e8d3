// What an analysis found about moves, by position: variations and transpositions share it.
import type { Side } from "../protocol/wire";
import type { PositionText } from "../rules";
import { opponentOf } from "../board/squares";
import { sideToMove } from "../state/game-record";
import type { Accuracy, Counterfactual, Finding } from "./analyst";
import { movesOf, type TreeNode } from "./tree";

/** The findings by position and move. */
export type Findings = ReadonlyMap<string, Finding>;

/** Nothing is known. */
export const NO_FINDINGS: Findings = new Map();

/** Both sides' accuracy by `lineKey`. */
export type Accuracies = ReadonlyMap<string, Accuracy>;

/** What analyses have found. */
export interface Found {
  readonly findings: Findings;
  readonly accuracies: Accuracies;
}

/** No line was analysed. */
export const NO_ACCURACIES: Accuracies = new Map();

/** Names a line by its moves. */
export function lineKey(line: readonly TreeNode[]): string {
  return movesOf(line).join("");
}

export function withAccuracy(known: Accuracies, line: readonly TreeNode[], accuracy: Accuracy): Accuracies {
  return new Map(known).set(lineKey(line), accuracy);
}

/** The classes that say that a move was wrong. */
export const ERRORS = ["inaccuracy", "mistake", "blunder"] as const;

/** The sign of a wrong move, as annotators of games write it. */
export const SIGNS: Partial<Record<Finding["class"], string>> = {
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

/** The value of a position for a curve: discs from Black's point of view. */
export interface GraphValue {
  readonly value: number;
  readonly certainty: Finding["certainty"];
  readonly error: number | null;
}

/** A move of a line that was wrong. */
export interface Mistake {
  readonly node: TreeNode;
  readonly before: PositionText;
  readonly finding: Finding;
}

export function keyOf(position: PositionText, move: string): string {
  return `${position}|${move}`;
}

/** What is known about the move that leads to a position of a line. */
export function findingAt(findings: Findings, line: readonly TreeNode[], ply: number): Finding | null {
  const [before, node] = [line[ply - 1], line[ply]];
  return before && node?.move != null ? (findings.get(keyOf(before.position, node.move)) ?? null) : null;
}

/** Whether something is known about every move of a line. */
export function isComplete(findings: Findings, line: readonly TreeNode[]): boolean {
  return line.every(
    ({ move }, ply) => move === null || move === "pass" || findingAt(findings, line, ply) !== null,
  );
}

/** Adds the findings of a line. What was searched deeper before stays, and so does what was found about the same search. */
export function withFindings(
  findings: Findings,
  line: readonly TreeNode[],
  found: readonly Finding[],
): Findings {
  const after = new Map(findings);
  for (const finding of found) {
    const before = line[finding.ply - 1];
    if (!before) continue;
    const key = keyOf(before.position, finding.move);
    const known = after.get(key);
    if (weightOf(finding) >= weightOf(known)) after.set(key, merged(known, finding));
  }
  return after;
}

/** Returns a finding with what is known about the same search: reasons and what would have made the move good. */
function merged(known: Finding | undefined, finding: Finding): Finding {
  const isSame =
    known?.depth === finding.depth &&
    known.certainty === finding.certainty &&
    known.loss === finding.loss &&
    known.best === finding.best;
  if (!isSame) return finding;
  const reasons = finding.reasons.length > 0 ? finding.reasons : known.reasons;
  return { ...known, ...finding, reasons };
}

/** The discs that a side lost with the moves of a line, added up, and how many of its moves are known. */
export function lossesOf(
  findings: Findings,
  line: readonly TreeNode[],
  side: Side,
): { moves: number; lost: number } {
  const own = line.flatMap((_, ply) => {
    const finding = findingAt(findings, line, ply);
    return finding?.side === side ? [finding] : [];
  });
  return { moves: own.length, lost: own.reduce((sum, { loss }) => sum + loss, 0) };
}

/** Adds what is known about one move. */
export function withFinding(findings: Findings, key: string, finding: Finding): Findings {
  return new Map(findings).set(key, finding);
}

/** Adds what would have made a move good. */
export function withCounterfactual(
  findings: Findings,
  key: string,
  counterfactual: Counterfactual,
): Findings {
  const finding = findings.get(key);
  return finding ? withFinding(findings, key, { ...finding, counterfactual }) : findings;
}

/** Puts values of moves of one position together; of a move that was searched deeper before, the deeper one stays. */
export function withDeeper(known: readonly Finding[], found: readonly Finding[]): Finding[] {
  const after = new Map(known.map((value) => [value.move, value]));
  for (const value of found) {
    if (weightOf(value) >= weightOf(after.get(value.move))) after.set(value.move, value);
  }
  return [...after.values()];
}

/**
 * The values of the moves of a position, in agreement with what the analysis of the game found about the move that was
 * played there: a move has one value on the page. What was searched deeper than that stays.
 */
export function inAgreement(values: readonly Finding[], finding: Finding | null): readonly Finding[] {
  if (!finding) return values;
  const { move, best, value, best_value, certainty, error, depth, pv, played_pv } = finding;
  const ofBest = { value: best_value, certainty, error, depth, played_pv: pv };
  const ofPlayed = { value, certainty, error, depth, played_pv };
  return values
    .map((known) => {
      if (weightOf(known) > weightOf(finding)) return known;
      if (known.move === best) return { ...known, ...ofBest };
      if (known.move === move) return { ...known, ...ofPlayed };
      return known.value > best_value && known.certainty === certainty
        ? { ...known, value: best_value }
        : known;
    })
    .toSorted((one, other) => Number(other.move === best) - Number(one.move === best));
}

/** How much a finding is worth beside another one about the same move. */
function weightOf(finding: Finding | undefined): number {
  if (!finding) return -1;
  const certain = { estimate: 0, proven: 1, exact: 2 }[finding.certainty];
  return certain * 100 + finding.depth;
}

/** Whether a class says that the move was wrong. */
export function isError(moveClass: Finding["class"]): boolean {
  return ERRORS.some((error) => error === moveClass);
}

/** The wrong moves of a line, in their order. */
export function mistakesOf(
  findings: Findings,
  line: readonly TreeNode[],
  side: Side | null = null,
): Mistake[] {
  return line.flatMap((node, ply) => {
    const [finding, before] = [findingAt(findings, line, ply), line[ply - 1]];
    if (!finding || !before || !isError(finding.class)) return [];
    return side !== null && finding.side !== side ? [] : [{ node, before: before.position, finding }];
  });
}

/** The value of each position of a line from Black's point of view, where it is known. The start has that of the best move. */
export function graphOf(findings: Findings, line: readonly TreeNode[]): (GraphValue | null)[] {
  const values = line.map((_, ply) => {
    const finding = findingAt(findings, line, ply);
    return finding && blackValue(finding, finding.value);
  });
  // A pass changes nothing, and the start is worth what its best move is.
  return values.map((value, ply) => {
    if (value) return value;
    if (line[ply]?.move === "pass") return values[ply - 1] ?? null;
    const first = ply === 0 ? findingAt(findings, line, 1) : null;
    return first && blackValue(first, first.best_value);
  });
}

function blackValue({ side, certainty, error }: Finding, value: number): GraphValue {
  return { value: side === "black" ? value : -value, certainty, error };
}

/** The last opening that has a name, at or before a ply. */
export function openingAt(findings: Findings, line: readonly TreeNode[], ply: number): string | null {
  for (let at = Math.min(ply, line.length - 1); at > 0; at--) {
    const opening = findingAt(findings, line, at)?.opening;
    if (opening != null) return opening;
  }
  return null;
}

/** Who made the move that leads to a position. */
export function moverOf(node: TreeNode): Side {
  return opponentOf(sideToMove(node.position) ?? "black");
}
