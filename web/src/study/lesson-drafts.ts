// What a reason of the engine says to a learner: its sentences, what the better move keeps, and the corner that it is about.
import type { Side } from "../protocol/wire";
import { isBeside, opponentOf, withDiscs } from "../board/squares";
import { joined, words } from "../words";
import type { Finding, Reason } from "./analyst";
import { roundedLoss } from "./figures";
import {
  canTake,
  cornersOf,
  hasDiscs,
  isEverOpen,
  openingOf,
  positionsOf,
  sideAt,
  type Line,
  type LineRules,
} from "./corner-lines";

const text = words.analysis.lessons;

const CORNER_TERMS: readonly Reason["term"][] = ["x-square", "c-square", "corner-given", "corner-missed"];

/** What the sentences of a reason are made of. */
export function contextOf(rules: LineRules, before: string, finding: Finding, reason: Reason) {
  const { best, move, side, pv, played_pv } = finding;
  const { cause, side: ofSide } = reason;
  const name = (of: Side) => words.analysis.sides[of];
  const { term, squares } = cause ?? reason;
  const [first = "", second = "", third = ""] = squares;
  const isMissed = term === "corner-missed";
  const isBest = isMissed || (term === "pass" && reason.line === "best");
  const [played, better] = [played_pv, pv].map((moves): Line => ({ before, moves, side })) as [Line, Line];
  const [line, other] = isBest ? [better, played] : [played, better];
  const moves = line.moves;
  // A corner that an edge has lost is seen where it is taken.
  const isTaken = cause !== undefined && (isMissed || term === "corner-given");
  const plies = isTaken ? moves.indexOf(first) + 1 : reason.plies;
  const taker = isMissed ? side : opponentOf(side);
  const corner = cornerOf(reason);
  const ply = corner === null ? -1 : moves.indexOf(corner);
  return {
    rules,
    finding,
    best,
    move,
    before: reason.before,
    after: reason.after,
    squares,
    first,
    second,
    third,
    line,
    /** The line that the reason is not true of. */
    other,
    moves,
    plies,
    cause,
    side,
    /** Who takes a corner that the lesson is about. */
    taker,
    opening:
      corner !== null && ply > 0 && sideAt(line, ply) === taker ? openingOf(rules, line, corner, ply) : null,
    /** Who made the move, and the opponent. */
    own: name(side),
    opponent: name(opponentOf(side)),
    isMissed,
    /** Whose number it is, and the other side. */
    of: name(ofSide),
    against: name(opponentOf(ofSide)),
    isOwn: ofSide === side,
    isTurn: reason.turn === ofSide,
    last: squares.at(-1) ?? "",
    /** So many moves of both sides follow the first one of the line until it is seen. */
    later: laterOf(moves, plies),
    isWhole: squares.length === finding.empties,
  };
}

type Context = ReturnType<typeof contextOf>;

interface Draft {
  readonly sentences: { readonly head: string; readonly body: string };
  /** What the better move keeps: empty if the body says it, left out if only its value is known. */
  readonly instead?: string;
  readonly idea: string;
  /** The corner that somebody takes. */
  readonly corner?: string;
  /** Whether the board shows it right after the move, however long the line is. */
  readonly isSeen?: boolean;
}

/** Returns the corner that somebody takes by a reason; none if the cause is a formation that costs no corner yet. */
function cornerOf({ term, squares, cause }: Reason): string | null {
  if (cause) return cause.term.startsWith("corner-") ? (cause.squares[0] ?? null) : null;
  if (term === "unbalanced-edge" || term === "lone-c-square") return squares.at(-1) ?? null;
  if (term === "stoner-trap") return squares[2] ?? null;
  return CORNER_TERMS.includes(term) ? (squares[0] ?? null) : null;
}

/** So many moves follow the first one of a line within so many plies. */
function laterOf(moves: readonly string[], plies: number): number {
  return moves.slice(0, plies).filter((move) => move !== "pass").length - 1;
}

/** Says how the opponent comes to a corner: at once, or by a move of one of the sides. */
function takenOf({ plies, opening, opponent, own, later, taker, moves }: Context, corner: string): string {
  if (plies === 1 || opening?.ply === 0) return text.taken(opponent, corner, 0);
  if (opening === null) return text.taken(opponent, corner, later);
  const { move, ply, side } = opening;
  const when = laterOf(moves, ply + 1);
  return side === taker
    ? text.attacked(opponent, move, corner, when)
    : text.opened(own, move, opponent, corner, when);
}

/** Says how many discs the opponent turns on a square, when it is taken or can be taken at once. */
function gainOf({ rules, line, plies, opponent }: Context, square: string): string {
  const ply = plies === 1 ? 1 : line.moves.indexOf(square);
  const position = positionsOf(rules, { ...line, moves: line.moves.slice(0, ply) }).at(-1) ?? "";
  return text.gain(opponent, rules.flips(position, square).length);
}

/** Says how the side would come to a corner after the best move. */
function missedOf(
  { plies, opening, opponent, own, best, later, taker, moves }: Context,
  corner: string,
): string {
  if (plies === 1) return text.missed.taken(own, best, corner, 0);
  if (opening === null) return text.missed.taken(own, best, corner, later);
  const { move, ply, side } = opening;
  const when = laterOf(moves, ply + 1);
  return side === taker
    ? text.missed.attacked(own, best, move, corner, when)
    : text.missed.opened(own, best, opponent, move, corner, when);
}

/** Says that a corner is not taken in the other line, if that is so. */
function keptOf(
  { rules, other, taker, isMissed, own, opponent, move, best }: Context,
  corner: string,
): Pick<Draft, "instead"> {
  // That nobody gets the corner of the better move goes without saying.
  if ((corner === best && !isMissed) || isEverOpen(rules, other, taker, corner)) return {};
  return {
    instead: isMissed ? text.missed.lost(move, own, corner) : text.kept(best, opponent, corner),
  };
}

/** Says that a formation of the side is not there in the other line after as many plies, if that is so. */
function absentOf(
  { rules, other, plies, side, best }: Context,
  discs: readonly string[],
): Pick<Draft, "instead"> {
  const position = positionsOf(rules, { ...other, moves: other.moves.slice(0, plies) }).at(-1) ?? "";
  const isThere = hasDiscs(position, discs, side);
  return isThere ? {} : { instead: text.absent(best) };
}

/** Says that the side has a move all along the best line, if that is so. */
function movableOf({ other, side, best, own }: Context): Pick<Draft, "instead"> {
  const isStuck = other.moves.some((move, ply) => move === "pass" && sideAt(other, ply) === side);
  return isStuck ? {} : { instead: text.movable(best, own) };
}

/** Says which move was better, and by how much. */
export function betterOf({ finding, best }: Context): string {
  return text.better(best, finding.certainty === "proven" ? 0 : Math.max(1, roundedLoss(finding)));
}

/** Says which corners the loser of a corner gets for it: the move itself is one that it has. */
export function returnOf({ isMissed, move, own, opponent }: Context, taken: readonly string[]): string {
  const others = taken.filter((square) => isMissed || square !== move);
  if (others.length > 0) return text.inReturn(isMissed ? opponent : own, others);
  return taken.length > 0 ? text.has(own, move) : "";
}

/** Returns the corners that the loser of a corner takes before it or with the next move. */
export function exchangeOf({ moves, plies, isMissed }: Context, corner: string): string[] {
  const end = Math.max(plies, moves.slice(0, plies + 1).indexOf(corner) + 1);
  return cornersOf(moves.slice(0, end + 1), isMissed ? 1 : 0);
}

const cornerGiven = (of: Context, head = text.cornerGiven(of.opponent)): Draft => {
  const corner = of.first;
  const body = joined(takenOf(of, corner), gainOf(of, corner));
  return { sentences: { head, body }, ...keptOf(of, corner), idea: "corner", corner };
};
const cornerMissed = (of: Context): Draft => {
  const [head, corner] = [text.missed.head(of.own), of.first];
  return { sentences: { head, body: missedOf(of, corner) }, ...keptOf(of, corner), idea: "corner", corner };
};
const weakEdge = (of: Context): Draft => {
  const { own, moves, plies, squares, first, last, cause } = of;
  // The formation alone at the end of the line, or the corner that it has cost.
  const discs = cause ? (squares.length === 5 ? squares : [first]) : squares.slice(0, -1);
  const played = moves.slice(0, plies).findIndex((move, ply) => ply % 2 === 0 && move === discs[0]);
  const formed = cause ? of.later : played > 0 ? laterOf(moves, played + 1) : null;
  const { head, body } = text.weakEdge(own, discs, formed);
  if (cause) return { sentences: { head, body }, ...absentOf(of, discs), idea: "edge" };
  return {
    sentences: { head, body: joined(body, text.taken(of.opponent, last, of.later)) },
    ...keptOf(of, last),
    idea: "corner",
    corner: last,
  };
};
/** Moves that all give a corner, and what the better move leaves. */
const safe = (of: Context, instead: string): Draft => {
  return { sentences: text.safe(of.own, of.squares, of.opponent, of.later), instead, idea: "safe" };
};

/** Whether a number of moves is that after an answer to the move. */
const isLeft = ({ isOwn, isTurn, plies, squares }: Context): boolean =>
  isOwn && isTurn && plies === 2 && squares.length > 0;
const left = ({ own, moves, after, best, other, before }: Context, isSafe: boolean): Draft => ({
  sentences: text.left(own, moves[1] ?? "", after, best, other.moves[1] ?? "", before, isSafe),
  instead: "",
  idea: "left",
});

/** The discs beside the square of the answer without which the move would not have opened it; none if there are no such. */
function openersOf(rules: LineRules, { before, moves: [move = "", reply = ""], side }: Line): string[] {
  const turned = rules.flips(before, move).filter((disc) => isBeside(disc, reply));
  const played = rules.play(before, move).position;
  const opponent = opponentOf(side);
  const disc = opponent === "black" ? "X" : "O";
  const unturned = `${withDiscs(played, turned, disc)} ${disc}`;
  return canTake(rules, unturned, opponent, reply) ? [] : turned;
}

/** Says what the answer to the move does, or what the move does to the better one. */
function replyOf(of: Context): Draft["sentences"] {
  const { before, squares, plies, first, rules, line, own, opponent, move, best, moves, isOwn, taker } = of;
  const reply = moves[1] ?? "";
  const turned = squares.slice(1);
  if (plies === 1 && isOwn) return text.reply.closes(own, opponent, move, best, turned);
  if (plies === 1) return text.reply.opens(opponent, move, squares, best, before);
  if (!isOwn) {
    const isOpened = !canTake(rules, line.before, taker, reply);
    const { head, body } =
      first === best
        ? text.reply.takes(opponent, move, best, turned)
        : text.reply.gets(opponent, move, reply, best, isOpened ? openersOf(rules, line) : null);
    return { head, body: joined(body, gainOf(of, reply)) };
  }
  if (plies > 2) return text.reply.delays(own, opponent, reply, best);
  return text.reply.prevents(own, opponent, reply, best, turned.slice(1));
}

/** How many squares of a region are left after the move and after the best one: if they are odd only after the move, with
 * the opponent to move, the opponent fills the last of them in turns. */
function leftOf({ squares, move, best, moves }: Context) {
  const [now, then] = [move, best].map((of) => squares.length - Number(squares.includes(of))) as [
    number,
    number,
  ];
  return now % 2 === 1 && then % 2 === 0 && moves[1] !== "pass" ? { now, then } : null;
}

/** The sentences of a reason. */
export const DRAFTS: Record<Reason["term"], (of: Context) => Draft> = {
  "x-square": (of) =>
    of.cause
      ? {
          sentences: text.xSquare(of.own, of.second, of.first, of.later),
          ...absentOf(of, [of.second]),
          idea: of.first,
        }
      : cornerGiven(of, text.beside(of.move, "X")),
  "c-square": (of) => cornerGiven(of, text.beside(of.move, "C")),
  "corner-given": (of) => cornerGiven(of),
  "corner-missed": cornerMissed,
  pass: (of) => {
    const { own, opponent, best, before, after, later } = of;
    return after > before
      ? { sentences: text.pass(own, opponent, later), ...movableOf(of), idea: "pass" }
      : { sentences: text.passMissed(own, opponent, best, later), instead: "", idea: "pass" };
  },
  "safe-moves": (of) => (of.after > 0 ? left(of, true) : safe(of, text.safeLeft(of.best, of.own))),
  tempo: (of) => safe(of, text.outOfSafe(of.best, of.opponent)),
  "unbalanced-edge": weakEdge,
  "lone-c-square": weakEdge,
  "stoner-trap": (of) => ({
    sentences: text.stoner(of.opponent, of.first, of.second, of.third, of.later),
    ...keptOf(of, of.third),
    idea: "corner",
    corner: of.third,
  }),
  wedge: ({ own, opponent, first, second, third, best, cause, later }) => ({
    sentences: text.wedge(own, opponent, first, second, third, later),
    ...(cause ? {} : { instead: text.absent(best) }),
    idea: "wedge",
  }),
  "edge-value": (of) => DRAFTS[of.cause?.term ?? "corner-given"](of),
  wall: ({ own, opponent, move, squares, first, last, best, later }) => ({
    sentences: text.wall(own, opponent, move, squares.length, first, last, best, later),
    instead: "",
    idea: "wall",
  }),
  parity: (of) => {
    const { own, opponent, move, squares, best, isWhole } = of;
    const left = leftOf(of);
    return {
      sentences: text.parity(own, opponent, move, best, isWhole, squares, left),
      instead: "",
      idea: "parity",
      isSeen: left !== null,
    };
  },
  "stable-discs": ({ isOwn, of, after, before, best, later }) => ({
    sentences: text.stable(isOwn, of, after, before, best, later),
    instead: "",
    idea: "stable",
  }),
  mobility: (of) => {
    const { isOwn, isTurn, after, before, best, later, plies, opponent, move } = of;
    if (plies === 1)
      return {
        sentences: text.answers(opponent, move, after, best, before),
        instead: "",
        idea: "answers",
      };
    if (isLeft(of)) return left(of, false);
    return {
      sentences: text.mobility(isOwn, isTurn, of.of, after, before, best, later),
      instead: "",
      idea: "moves",
    };
  },
  "potential-mobility": ({ isOwn, of, against, after, before, best, later }) => ({
    sentences: text.potential(isOwn, of, against, after, before, best, later),
    instead: "",
    idea: "moves",
  }),
  frontier: ({ isOwn, of, against, move, after, before, best, later }) => ({
    sentences: text.frontier(isOwn, of, against, move, after, before, best, later),
    instead: "",
    idea: "moves",
  }),
  flips: ({ own, move, after, before, best }) => ({
    sentences: text.flips(own, move, after, best, before),
    instead: "",
    idea: "flips",
  }),
  reply: (of) => ({ sentences: replyOf(of), instead: "", idea: "reply" }),
  "wipe-out": ({ own, opponent, later }) => ({
    sentences: text.wipeOut(own, opponent, later),
    idea: "wipe-out",
  }),
  "wipe-out-threat": ({ own, opponent, first, later }) => ({
    sentences: text.wipeOutThreat(own, opponent, first, later),
    idea: "wipe-out",
  }),
};
