// The reasons of a wrong move as a learner reads them: at most two, in the order of the engine, each with a line to play.
import { joined, words } from "../words";
import type { Finding, Reason } from "./analyst";
import { cornersOf, hasDiscs, type LineRules } from "./corner-lines";
import { roundedLoss } from "./figures";
import { betterOf, contextOf, DRAFTS, exchangeOf, returnOf } from "./lesson-drafts";

const text = words.analysis.lessons;

/** A reason in one bold clause and one sentence. */
export interface Lesson {
  readonly head: string;
  readonly body: string;
  /** The squares that it is about. */
  readonly squares: readonly string[];
  /** The moves from the position before the move to the position that it speaks of. */
  readonly line: readonly string[];
  /** The better line up to where it shows what happens instead; empty if the first line shows all. */
  readonly better: readonly string[];
  /** The reason of the engine that it says; none if the rules alone say it. */
  readonly reason: Reason | null;
}

/** What is seen after so many plies, three moves after the move, is near. */
const NEAR_PLIES = 4;
/** With at most so many empties the engine proves the causes that it names first, near or not. */
const PROVEN_EMPTIES = 12;

/** Numbers and wedges that are not near: nothing that a player could have looked for. */
const VAGUE: ReadonlySet<Reason["term"]> = new Set<Reason["term"]>([
  "wedge",
  "stable-discs",
  "wall",
  "mobility",
  "potential-mobility",
  "frontier",
]);

/** Losing by so many discs is said in words. */
const ROUT = 40;
const ALL_DISCS = 64;

/** A lesson that may be told: of those with one idea only the first is. */
interface Candidate extends Omit<Lesson, "body"> {
  /** The sentences of the body. */
  readonly parts: readonly string[];
  readonly idea: string;
  readonly isNear: boolean;
}

/** Returns the lessons of a wrong move that was made in a position: what is seen soon, and the first cause of an ending. */
export function lessonsOf(rules: LineRules, before: string, finding: Finding): Lesson[] {
  const reasons = finding.reasons.filter(
    (reason) => !isExchange(finding, reason) && !isOlder(before, finding, reason),
  );
  const all = reasons.map((reason) => lessonOf(rules, before, finding, reason));
  const isEnding = finding.empties <= PROVEN_EMPTIES;
  const clear = all.filter(({ isNear, reason }) => isNear || (reason && !VAGUE.has(reason.term)));
  const told: Candidate[] = [];
  for (const lesson of clear.filter(({ isNear }, index) => isNear || (isEnding && index === 0)))
    if (!told.some(({ idea, head }) => idea === lesson.idea || head === lesson.head)) told.push(lesson);
  const [one = noneOf(finding), two] = told;
  // What the reply does is said before what is seen only later.
  const reply = !one.isNear && two?.idea === "reply" ? two : null;
  const first = reply ? { ...one, head: reply.head, parts: [one.head, ...one.parts] } : one;
  const lessons = [first.reason ? { ...first, parts: [...first.parts, routOf(finding)] } : first];
  const second = reply ? undefined : two;
  // What both say, such as the corner in return, is said once, if it is not the better move.
  if (second)
    lessons.push({
      ...second,
      parts: second.parts.filter((part) => !first.parts.includes(part) || part.includes(finding.best)),
    });
  return lessons.map(({ head, parts, squares, line, better, reason }) => ({
    head,
    body: joined(...parts),
    squares,
    line,
    better,
    reason,
  }));
}

/** Says how few discs are left to a side that is lost by far; nothing of others. */
function routOf({ side, best, value, best_value: bestValue, certainty }: Finding): string {
  const left = (of: number) => Math.max(0, Math.round((ALL_DISCS + of) / 2));
  if (certainty === "proven" || value > -ROUT || left(bestValue) <= left(value)) return "";
  return text.rout(words.analysis.sides[side], left(value), best, left(bestValue));
}

/** Where the board shows nothing soon: what the move lost. */
function noneOf(finding: Finding): Candidate {
  const { none } = text;
  return {
    head: none.head,
    parts: [lossOf(finding)],
    squares: [],
    line: [],
    better: [],
    reason: null,
    idea: "none",
    isNear: true,
  };
}

function lossOf(finding: Finding): string {
  const {
    side,
    move,
    best,
    certainty,
    value,
    best_value: bestValue,
    outcome,
    best_outcome: bestOutcome,
  } = finding;
  const { none } = text;
  const scoreOf = (of: number) => `${(ALL_DISCS + of) / 2}-${(ALL_DISCS - of) / 2}`;
  if (certainty === "exact")
    return none.scores(words.analysis.sides[side], move, scoreOf(value), best, scoreOf(bestValue));
  if (outcome && bestOutcome && outcome !== bestOutcome)
    return none.outcomes(move, outcome, best, bestOutcome);
  return none.discs(best, Math.max(1, roundedLoss(finding)));
}

/** Returns what is said of a reason, told or not. */
export function lessonOf(rules: LineRules, before: string, finding: Finding, reason: Reason): Candidate {
  const of = contextOf(rules, before, finding, reason);
  const { sentences, instead, idea, corner, isSeen = false } = DRAFTS[reason.term](of);
  const taken = corner === undefined ? [] : exchangeOf(of, corner);
  const line = of.moves.slice(0, Math.max(of.plies, ...taken.map((square) => of.moves.indexOf(square) + 1)));
  const squares = [...new Set([...of.squares, ...(of.opening ? [of.opening.move] : [])])];
  const parts = [sentences.body, returnOf(of, taken), instead ?? betterOf(of)];
  return {
    head: sentences.head,
    parts,
    idea: corner ?? idea,
    isNear: isSeen || of.plies <= NEAR_PLIES,
    squares,
    line,
    better: finding.pv.slice(0, reason.instead?.plies ?? 0),
    reason,
  };
}

/** Returns whether a wall stood before the move. */
function isOlder(before: string, { side }: Finding, { term, squares }: Reason): boolean {
  return term === "wall" && hasDiscs(before, squares, side);
}

/** Returns whether the side is ahead by no more corners in the line in which it takes one than after its move. */
function isExchange(finding: Finding, { term, cause, plies }: Reason): boolean {
  if ((cause ?? { term }).term !== "corner-missed") return false;
  const { pv, played_pv: played } = finding;
  const balance = (moves: readonly string[]) => cornersOf(moves, 0).length - cornersOf(moves, 1).length;
  return balance(pv.slice(0, plies + 1)) <= balance(played.slice(0, plies + 1));
}
