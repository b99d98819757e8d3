// The reasons of a wrong move as a learner reads them: at most two, the nearest cause first, each with a line to play.
import type { Rules } from "../../rules";
import type { Side } from "../../protocol/wire";
import { opponentOf } from "../../board/squares";
import { joined, words } from "../../words";
import type { Finding, Reason } from "./analyst";

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

/** What is seen within so many plies comes before what can be counted at once. */
const NEAR_PLIES = 6;
/** So many more moves for the opponent, or turned discs, are worth a word. */
const [MANY_MOVES, MANY_FLIPS] = [3, 3];
/** In the last so many squares moves and turned discs are not counted. */
const LAST_SQUARES = 12;
const MOST = 2;

/** Numbers at the end of the lines: no lesson where a nearer cause is known. */
const COUNTS: readonly Reason["term"][] = [
  "stable-discs",
  "wall",
  "mobility",
  "potential-mobility",
  "frontier",
];
const CORNERS = ["a1", "h1", "a8", "h8"];

/** What comes first. */
enum Rank {
  Near,
  Rules,
  Far,
  Count,
}

/** A lesson that may be told: of those with one idea only the first is. */
interface Candidate extends Lesson {
  readonly idea: string;
  readonly rank: Rank;
}

type LessonRules = Pick<Rules, "legalMoves" | "flips" | "play">;

/** Returns the lessons of a wrong move that was made in a position. */
export function lessonsOf(rules: LessonRules, before: string, finding: Finding): Lesson[] {
  const reasons = finding.reasons.filter((reason) => !isExchange(finding, reason));
  const all = [...reasons.map((reason) => lessonOf(finding, reason)), ...countsOf(rules, before, finding)];
  // The engine's order stays where both are equally far, but of one corner the move is told before the edge.
  const isEdge = ({ reason }: Lesson) => Number(reason?.cause !== undefined);
  all.sort(
    (one, other) =>
      one.rank - other.rank || one.line.length - other.line.length || isEdge(one) - isEdge(other),
  );
  const lessons: Candidate[] = [];
  for (const lesson of all) {
    const isSaid = lessons.some(({ idea, head }) => idea === lesson.idea || head === lesson.head);
    const isFar = lesson.rank === Rank.Count && lessons.some(({ rank }) => rank !== Rank.Count);
    if (!isSaid && !isFar) lessons.push(lesson);
  }
  return lessons.length === 0 ? [replyOf(rules, before, finding)] : lessons.slice(0, MOST);
}

/** What the rules say of the very next position: they name a cause where the engine names none, or only a far one. */
function countsOf(rules: LessonRules, before: string, { move, best, side, empties }: Finding): Candidate[] {
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
  const common = { line: [move], rank: Rank.Rules, reason: null };
  if (left.length - leftByBest.length >= MANY_MOVES && leftByBest.length > 0) {
    const body = text.moves.body(other, left.length, best, leftByBest.length);
    lessons.push({ ...common, head: text.moves.head(other), body, squares: left, idea: "moves" });
  }
  if (turned.length - turnedByBest.length >= MANY_FLIPS) {
    const body = text.flips.body(other, move, turned.length, best, turnedByBest.length);
    lessons.push({ ...common, head: text.flips.head(own), body, squares: turned, idea: "flips" });
  }
  return lessons;
}

/** Where nothing else can be said: the answer to the move. */
function replyOf(rules: LessonRules, before: string, finding: Finding): Lesson {
  const { side, played_pv, best, loss } = finding;
  const [other, move] = [words.analysis.sides[opponentOf(side)], played_pv[1] ?? "pass"];
  const reply = move === "pass" ? "" : move;
  const isPrevented = reply !== "" && !rules.legalMoves(rules.play(before, best).position).includes(reply);
  const body =
    reply === best
      ? text.reply.same(other)
      : isPrevented
        ? text.reply.prevented(other, best)
        : text.reply.none(best, Math.max(1, Math.round(loss)));
  const squares = reply === "" ? [] : [reply];
  return { head: text.reply.head(other, reply), body, squares, line: played_pv.slice(0, 2), reason: null };
}

/** Says a reason in one sentence or two. */
export function sentenceOf(finding: Finding, reason: Reason): string {
  const { head, body } = lessonOf(finding, reason);
  return words.analysis.finding.sentence(reason) ?? joined(head, body);
}

function lessonOf(finding: Finding, reason: Reason): Candidate {
  const of = contextOf(finding, reason);
  const { sentences, idea, corner } = LESSONS[reason.term](of);
  const taken = corner === undefined ? [] : exchangeOf(of, corner);
  const line = of.moves.slice(0, Math.max(of.plies, ...taken.map((square) => of.moves.indexOf(square) + 1)));
  const body = taken.length === 0 ? sentences.body : joined(sentences.body, text.inReturn(of.loser, taken));
  const isNear = line.length <= NEAR_PLIES;
  const rank = COUNTS.includes(reason.term) ? Rank.Count : isNear ? Rank.Near : Rank.Far;
  return { ...sentences, body, idea: corner ?? idea, rank, squares: of.marked, line, reason };
}

/** What the sentences of a reason are made of. */
function contextOf(finding: Finding, reason: Reason) {
  const { best, move, side, pv, played_pv } = finding;
  const { before, after, cause, side: ofSide } = reason;
  const name = (of: Side) => words.analysis.sides[of];
  const { term, squares } = cause ?? reason;
  const [first = "", second = "", third = ""] = squares;
  const isMissed = term === "corner-missed";
  const moves = isMissed || (term === "pass" && reason.line === "best") ? pv : played_pv;
  // A corner that an edge has lost is seen where it is taken.
  const isTaken = cause !== undefined && (isMissed || term === "corner-given");
  const plies = isTaken ? moves.indexOf(first) + 1 : reason.plies;
  return {
    best,
    move,
    before,
    after,
    squares,
    first,
    second,
    third,
    moves,
    plies,
    cause,
    marked: squares,
    /** Who made the move, and the opponent. */
    own: name(side),
    other: name(opponentOf(side)),
    /** Who loses a corner that the lesson is about. */
    loser: name(isMissed ? opponentOf(side) : side),
    isMissed,
    /** Whose number it is, and the other side. */
    of: name(ofSide),
    against: name(opponentOf(ofSide)),
    isOwn: ofSide === side,
    isTurn: reason.turn === ofSide,
    last: squares.at(-1) ?? "",
    /** So many moves of both sides follow the first one of the line until it is seen. */
    later: moves.slice(0, plies).filter((mv) => mv !== "pass").length - 1,
    isWhole: squares.length === finding.empties,
  };
}

type Context = ReturnType<typeof contextOf>;

interface Draft {
  readonly sentences: Pick<Lesson, "head" | "body">;
  readonly idea: string;
  /** The corner that somebody takes. */
  readonly corner?: string;
}

/** Returns the corners that one side plays in a line: that of its first move, or the other. */
function cornersOf(moves: readonly string[], from: 0 | 1): string[] {
  return moves.filter((move, ply) => ply % 2 === from && CORNERS.includes(move));
}

/** Returns the corners that the loser of a corner takes before it or with the next move. */
function exchangeOf({ moves, plies, isMissed }: Context, corner: string): string[] {
  const end = Math.max(plies, moves.slice(0, plies + 1).indexOf(corner) + 1);
  return cornersOf(moves.slice(0, end + 1), isMissed ? 1 : 0);
}

/** Returns whether the side has as many corners after its move as in the line in which it takes a corner. */
function isExchange(finding: Finding, reason: Reason): boolean {
  const { isMissed, plies } = contextOf(finding, reason);
  if (!isMissed) return false;
  const { pv, played_pv: played } = finding;
  return cornersOf(pv.slice(0, plies), 0).length <= cornersOf(played.slice(0, plies + 1), 0).length;
}

const beside = ({ move, other, first, later, plies }: Context, kind: "X" | "C"): Draft => {
  const sentences = text.beside(move, kind, other, first, plies === 1 ? 0 : later);
  return { sentences, idea: "corner", corner: first };
};
const cornerGiven = ({ other, first, later }: Context): Draft => {
  return { sentences: text.cornerGiven(other, first, later), idea: "corner", corner: first };
};
const cornerMissed = ({ own, first, best, later }: Context): Draft => {
  return { sentences: text.cornerMissed(own, first, best, later), idea: "corner", corner: first };
};
const safe = ({ own, other, later }: Context): Draft => {
  return { sentences: text.safe(own, other, later), idea: "safe" };
};
const weakEdge = ({ own, other, squares, first, last, later, cause }: Context): Draft => {
  // The formation alone at the end of the line, or the corner that it has cost.
  if (cause) {
    const discs = squares.length === 5 ? squares : [first];
    return { sentences: text.weakEdge(own, discs, later), idea: "edge" };
  }
  const { head, body } = text.weakEdge(own, squares.slice(0, -1), null);
  const sentences = { head, body: joined(body, text.taken(other, last, later)) };
  return { sentences, idea: "corner", corner: last };
};
const wedge = ({ own, other, first, second, third, later }: Context): Draft => {
  return { sentences: text.wedge(own, other, first, second, third, later), idea: "wedge" };
};

/** The sentences of a reason. */
const LESSONS: Record<Reason["term"], (of: Context) => Draft> = {
  "x-square": (of) =>
    of.cause
      ? { sentences: text.xSquare(of.own, of.second, of.first, of.later), idea: of.first }
      : beside(of, "X"),
  "c-square": (of) => beside(of, "C"),
  "corner-given": cornerGiven,
  "corner-missed": cornerMissed,
  pass: ({ own, other, best, before, after, later }) => ({
    sentences: after > before ? text.pass(own, other, later) : text.passMissed(own, other, best, later),
    idea: "pass",
  }),
  "safe-moves": safe,
  tempo: safe,
  "unbalanced-edge": weakEdge,
  "lone-c-square": weakEdge,
  "stoner-trap": ({ other, first, second, third, later }) => ({
    sentences: text.stoner(other, first, second, third, later),
    idea: "corner",
    corner: third,
  }),
  wedge,
  "edge-value": (of) => LESSONS[of.cause?.term ?? "corner-given"](of),
  wall: ({ own, other, squares, first, last, best, later }) => ({
    sentences: text.wall(own, other, squares.length, first, last, best, later),
    idea: "moves",
  }),
  parity: ({ own, other, squares, first, best, isWhole }) => ({
    sentences: text.parity(own, other, best, isWhole ? "" : first, squares.length),
    idea: "parity",
  }),
  "stable-discs": ({ isOwn, of, after, before, best, later }) => ({
    sentences: text.stable(isOwn, of, after, before, best, later),
    idea: "stable",
  }),
  mobility: ({ isOwn, isTurn, of, after, before, best, later }) => ({
    sentences: text.mobility(isOwn, isTurn, of, after, before, best, later),
    idea: "moves",
  }),
  "potential-mobility": ({ isOwn, of, against, after, before, best, later }) => ({
    sentences: text.potential(isOwn, of, against, after, before, best, later),
    idea: "moves",
  }),
  frontier: ({ isOwn, of, against, after, before, best, later }) => ({
    sentences: text.frontier(isOwn, of, against, after, before, best, later),
    idea: "moves",
  }),
  "wipe-out": ({ own, other, later }) => ({ sentences: text.wipeOut(own, other, later), idea: "wipe-out" }),
  "wipe-out-threat": ({ own, other, first, later }) => ({
    sentences: text.wipeOutThreat(own, other, first, later),
    idea: "wipe-out",
  }),
};
