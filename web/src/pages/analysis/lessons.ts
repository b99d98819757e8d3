// The reasons of a wrong move as a learner reads them: at most two, in the order of the engine, each with a line to play.
import { opponentOf } from "../../board/squares";
import { joined, words } from "../../words";
import type { Finding, Reason } from "./analyst";
import { cornersOf, hasDiscs, type LineRules } from "./corner-lines";
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
  /** The reason of the engine that it says; none if the rules alone say it. */
  readonly reason: Reason | null;
}

/** What can be counted at once comes before what is seen after more plies. */
const NEAR_PLIES = 6;
/** So many more moves for the opponent, or turned discs, are worth a word. */
const [MANY_MOVES, MANY_FLIPS] = [3, 3];
/** In the last so many squares moves and turned discs are not counted. */
const LAST_SQUARES = 12;

/** Numbers at the end of the lines: no lesson where a nearer cause is known. */
const COUNTS: readonly Reason["term"][] = [
  "stable-discs",
  "wall",
  "mobility",
  "potential-mobility",
  "frontier",
];
/** Losing by so many discs is said in words. */
const ROUT = 40;
const ALL_DISCS = 64;

/** A lesson that may be told: of those with one idea only the first is. */
interface Candidate extends Omit<Lesson, "body"> {
  /** The sentences of the body. */
  readonly parts: readonly string[];
  readonly idea: string;
  /** Whether it is a number at the end of the lines. */
  readonly isCount: boolean;
}

/** Returns the lessons of a wrong move that was made in a position. */
export function lessonsOf(rules: LineRules, before: string, finding: Finding): Lesson[] {
  const reasons = finding.reasons.filter(
    (reason) => !isExchange(finding, reason) && !isOlder(before, finding, reason),
  );
  const all = reasons.map((reason) => lessonOf(rules, before, finding, reason));
  const far = all.findIndex(({ line, isCount }) => isCount || line.length > NEAR_PLIES);
  all.splice(far < 0 ? all.length : far, 0, ...countsOf(rules, before, finding));
  const events = all.filter(({ isCount }) => !isCount);
  const lessons: Candidate[] = [];
  for (const lesson of events.length > 0 ? events : all)
    if (!lessons.some(({ idea, head }) => idea === lesson.idea || head === lesson.head)) lessons.push(lesson);
  const [first = replyOf(rules, before, finding), second] = lessons;
  const told = [{ ...first, parts: [...first.parts, routOf(finding)] }];
  // What both say, such as the corner in return, is said once, if it is not the better move.
  if (second)
    told.push({
      ...second,
      parts: second.parts.filter((part) => !first.parts.includes(part) || part.includes(finding.best)),
    });
  return told.map(({ head, parts, squares, line, reason }) => ({
    head,
    body: joined(...parts),
    squares,
    line,
    reason,
  }));
}

/** Says how few discs are left to a side that is lost by far; nothing of others. */
function routOf({ side, best, value, best_value: bestValue, certainty }: Finding): string {
  const left = (of: number) => Math.max(0, Math.round((ALL_DISCS + of) / 2));
  if (certainty === "proven" || value > -ROUT || left(bestValue) <= left(value)) return "";
  return text.rout(words.analysis.sides[side], left(value), best, left(bestValue));
}

/** What the rules say of the very next position: they name a cause where the engine names none, or only a far one. */
function countsOf(rules: LineRules, before: string, { move, best, side, empties }: Finding): Candidate[] {
  if (empties <= LAST_SQUARES || move === best) return [];
  const [opponent, own] = [opponentOf(side), words.analysis.sides[side]];
  const other = words.analysis.sides[opponent];
  const replies = (mv: string): readonly string[] => {
    const { position } = rules.play(before, mv);
    return position.endsWith(opponent === "black" ? "X" : "O") ? rules.legalMoves(position) : [];
  };
  const [left, leftByBest] = [replies(move), replies(best)];
  const [turned, turnedByBest] = [rules.flips(before, move), rules.flips(before, best)];
  const lessons: Candidate[] = [];
  const common = { line: [move], isCount: false, reason: null };
  if (left.length - leftByBest.length >= MANY_MOVES && leftByBest.length > 0) {
    const body = text.moves.body(other, left.length, best, leftByBest.length);
    lessons.push({ ...common, head: text.moves.head(other), parts: [body], squares: left, idea: "moves" });
  }
  if (turned.length - turnedByBest.length >= MANY_FLIPS) {
    const body = text.flips.body(other, move, turned.length, best, turnedByBest.length);
    lessons.push({ ...common, head: text.flips.head(own), parts: [body], squares: turned, idea: "flips" });
  }
  return lessons;
}

/** Where nothing else can be said: the answer to the move. */
function replyOf(rules: LineRules, before: string, finding: Finding): Omit<Candidate, "idea" | "isCount"> {
  const { side, played_pv, best, loss } = finding;
  const [other, move] = [words.analysis.sides[opponentOf(side)], played_pv[1] ?? "pass"];
  const reply = move === "pass" ? "" : move;
  const isPrevented = reply !== "" && !rules.legalMoves(rules.play(before, best).position).includes(reply);
  const body =
    reply === best
      ? text.reply.same(other, best)
      : isPrevented
        ? text.reply.prevented(other, best)
        : text.reply.none(best, Math.max(1, Math.round(loss)));
  const squares = reply === "" ? [] : [reply];
  return {
    head: text.reply.head(other, reply),
    parts: [body],
    squares,
    line: played_pv.slice(0, 2),
    reason: null,
  };
}

/** Says a reason in one sentence or two. */
export function sentenceOf(rules: LineRules, before: string, finding: Finding, reason: Reason): string {
  const { head, parts } = lessonOf(rules, before, finding, reason);
  return words.analysis.finding.sentence(reason) ?? joined(head, ...parts);
}

function lessonOf(rules: LineRules, before: string, finding: Finding, reason: Reason): Candidate {
  const of = contextOf(rules, before, finding, reason);
  const { sentences, instead, idea, corner } = DRAFTS[reason.term](of);
  const taken = corner === undefined ? [] : exchangeOf(of, corner);
  const line = of.moves.slice(0, Math.max(of.plies, ...taken.map((square) => of.moves.indexOf(square) + 1)));
  const isCount = COUNTS.includes(reason.term);
  const squares = [...new Set([...of.squares, ...(of.opening ? [of.opening.move] : [])])];
  const parts = [sentences.body, returnOf(of, taken), instead ?? betterOf(of)];
  return { head: sentences.head, parts, idea: corner ?? idea, isCount, squares, line, reason };
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
