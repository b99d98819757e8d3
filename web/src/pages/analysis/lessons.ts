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
  /** The moves from the position before the move until it can be seen. */
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

/** Reasons that are no lesson while there is another one: they compare tables and sums at the end of long lines. */
const REMOTE: readonly Reason["term"][] = ["edge-value", "stable-discs", "potential-mobility", "frontier"];

type LessonRules = Pick<Rules, "legalMoves" | "flips" | "play">;

/** Returns the lessons of a wrong move that was made in a position. */
export function lessonsOf(rules: LessonRules, before: string, finding: Finding): Lesson[] {
  const all = finding.reasons.map((reason) => lessonOf(finding, reason));
  const isRemote = ({ reason }: Lesson) => reason !== null && REMOTE.includes(reason.term);
  const isCount = ({ reason }: Lesson) => reason?.term === "mobility" || reason?.term === "wall";
  const seen = all.filter((lesson) => !isRemote(lesson) && !isCount(lesson));
  seen.sort((one, other) => one.line.length - other.line.length);
  const isNear = ({ line }: Lesson) => line.length <= NEAR_PLIES;
  const lessons = [
    ...seen.filter(isNear),
    ...countsOf(rules, before, finding),
    ...all.filter(isCount),
    ...seen.filter((lesson) => !isNear(lesson)),
    ...all.filter(isRemote),
  ];
  if (lessons.length === 0) return [replyOf(finding)];
  // Two corners that are given are one lesson.
  const isFirst = ({ head }: Lesson, at: number) => lessons.findIndex((other) => other.head === head) === at;
  return lessons.filter(isFirst).slice(0, MOST);
}

/** What the rules say of the very next position: they name a cause where the engine names none, or only a far one. */
function countsOf(rules: LessonRules, before: string, { move, best, side, empties }: Finding): Lesson[] {
  if (empties <= LAST_SQUARES || move === best) return [];
  const [opponent, own] = [opponentOf(side), words.analysis.sides[side]];
  const other = words.analysis.sides[opponent];
  const replies = (mv: string): readonly string[] => {
    const { position } = rules.play(before, mv);
    return position.endsWith(opponent === "black" ? "X" : "O") ? rules.legalMoves(position) : [];
  };
  const [left, leftByBest] = [replies(move), replies(best)];
  const [turned, turnedByBest] = [rules.flips(before, move), rules.flips(before, best)];
  const lessons: Lesson[] = [];
  if (left.length - leftByBest.length >= MANY_MOVES && leftByBest.length > 0) {
    const body = text.moves.body(other, left.length, best, leftByBest.length);
    lessons.push({ head: text.moves.head(other), body, squares: left, line: [move], reason: null });
  }
  if (turned.length - turnedByBest.length >= MANY_FLIPS) {
    const body = text.flips.body(move, turned.length, best, turnedByBest.length);
    lessons.push({ head: text.flips.head(own), body, squares: turned, line: [move], reason: null });
  }
  return lessons;
}

/** Where nothing else can be said: the answer to the move. */
function replyOf({ side, played_pv, best }: Finding): Lesson {
  const reply = played_pv[1] ?? "";
  const head = text.reply.head(words.analysis.sides[opponentOf(side)], reply === "pass" ? "" : reply);
  const squares = reply === "" || reply === "pass" ? [] : [reply];
  return { head, body: text.reply.body(best), squares, line: played_pv.slice(0, 2), reason: null };
}

/** Says a reason in one sentence or two. */
export function sentenceOf(finding: Finding, reason: Reason): string {
  const { head, body } = lessonOf(finding, reason);
  return words.analysis.finding.sentence(reason) ?? joined(head, body);
}

function lessonOf(finding: Finding, reason: Reason): Lesson {
  const [sentences, line] = LESSONS[reason.term](contextOf(finding, reason));
  return { ...sentences, squares: reason.squares, line, reason };
}

/** What the sentences of a reason are made of. */
function contextOf(finding: Finding, { before, after, squares, side: ofSide }: Reason) {
  const { best, move, side, pv, played_pv: played } = finding;
  const name = (of: Side) => words.analysis.sides[of];
  const [first = "", second = "", third = ""] = squares;
  const at = played.indexOf(first);
  return {
    best,
    move,
    pv,
    played,
    before,
    after,
    squares,
    first,
    second,
    third,
    /** Who made the move, and the opponent. */
    own: name(side),
    other: name(opponentOf(side)),
    isOwn: ofSide === side,
    /** Whose number it is, and the other side. */
    of: name(ofSide),
    against: name(opponentOf(ofSide)),
    /** After how many moves of each side the first square is played; `null` if it can be at once. */
    later: at <= 1 ? null : Math.floor(at / 2),
    last: squares.at(-1) ?? "",
    soon: played.slice(0, NEAR_PLIES),
  };
}

type Context = ReturnType<typeof contextOf>;
type Sentences = Pick<Lesson, "head" | "body">;

/** The sentences of a reason, and the line until it can be seen. */
const LESSONS: Record<Reason["term"], (of: Context) => [Sentences, readonly string[]]> = {
  "x-square": ({ move, other, first, later, played }) => [
    text.beside(move, "X", other, first, later),
    until(played, first),
  ],
  "c-square": ({ move, other, first, later, played }) => [
    text.beside(move, "C", other, first, later),
    until(played, first),
  ],
  "corner-given": ({ other, first, later, played }) => [
    text.cornerGiven(other, first, later),
    until(played, first),
  ],
  "corner-missed": ({ own, first, best, pv }) => [text.cornerMissed(own, first, best), until(pv, first)],
  pass: ({ own, other, best, before, after, played, pv }) =>
    after > before
      ? [text.pass(own, other), until(played, "pass")]
      : [text.passMissed(own, other, best), until(pv, "pass")],
  "safe-moves": ({ own, other, played, squares }) => [text.safe(own, other), untilOneOf(played, squares)],
  tempo: ({ own, other, played, squares }) => [text.safe(own, other), untilOneOf(played, squares)],
  "unbalanced-edge": ({ own, other, last, played }) => [text.weakEdge(own, other, last), until(played, last)],
  "lone-c-square": ({ own, other, last, played }) => [text.weakEdge(own, other, last), until(played, last)],
  "stoner-trap": ({ other, first, second, third, played }) => [
    text.stoner(other, first, second, third),
    until(played, first),
  ],
  wedge: ({ other, first, second, third, played }) => [
    text.wedge(other, first, second, third),
    until(played, first),
  ],
  "edge-value": ({ own, first, last, best, played }) => [text.edge(own, first, last, best), played],
  wall: ({ own, other, squares, soon }) => [text.wall(own, other, squares.length), soon],
  parity: ({ own, other, best, played }) => [text.parity(own, other, best), played],
  "stable-discs": ({ of, after, before, played }) => [text.stable(of, after, before), played],
  mobility: ({ isOwn, of, after, before, best, soon }) => [
    (isOwn ? text.fewer : text.more)(of, after, before, best),
    soon,
  ],
  "potential-mobility": ({ of, against, after, before, best, played }) => [
    text.later(of, against, after, before, best),
    played,
  ],
  frontier: ({ of, after, before, best, played }) => [text.frontier(of, after, before, best), played],
  "wipe-out": ({ own, other, played }) => [text.wipeOut(own, other), played],
  "wipe-out-threat": ({ own, other, first, soon }) => [text.wipeOutThreat(own, other, first), soon],
};

/** A line until a move; its own first move alone if it does not have it. */
function until(moves: readonly string[], move: string): readonly string[] {
  return moves.slice(0, Math.max(1, moves.indexOf(move) + 1));
}

/** A line until the position in which one of these squares is played, its own first move aside. */
function untilOneOf(moves: readonly string[], squares: readonly string[]): readonly string[] {
  const at = moves.findIndex((move, index) => index > 0 && squares.includes(move));
  return moves.slice(0, at < 0 ? NEAR_PLIES : at);
}
