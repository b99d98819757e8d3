// English: the reasons of a wrong move as a learner reads them.
import { FEW, isCorner } from "../lesson-parts";
import { pluralOf } from "../plural";

const plural = pluralOf("en");
const discs = (count: number) => `${count} ${plural(count === 1 ? 1 : 2, { one: "disc", other: "discs" })}`;
const moves = (count: number) => plural(count, { one: "# move", other: "# moves" });
type Outcome = "win" | "draw" | "loss";
const listed = (squares: readonly string[]) => squares.join(", ");
const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);
/** So many moves of both sides together after a move: nobody counts more than a few. */
const after = (later: number) =>
  later === 0
    ? "at once"
    : later > FEW
      ? "later"
      : plural(later, { one: "# move later", other: "# moves later" });
/** The beginning of a sentence about a position, which may be that after the move itself. */
const then = (move: string, later: number) => (later === 0 ? `After ${move}` : capital(after(later)));
const taken = (other: string, corner: string, later: number) =>
  later === 0
    ? `${other} can take ${corner} at once.`
    : `${capital(after(later))}, ${other} takes ${corner}.`;

/** `own` and `other` are the sides: who moved, and the opponent. */
export const lessons = {
  show: "Show",
  showName: (head: string) => `Show on the board: ${head}`,
  /** A button: the line after the best move. */
  after: (best: string) => `After ${best}`,
  taken,
  /** The discs that the opponent turns on the square that it is given. */
  gain: (other: string, count: number) => `${other} turns ${discs(count)} there.`,
  /** A move of the loser that opens a corner, and one of the taker that attacks it. */
  opened: (own: string, move: string, other: string, corner: string, later: number) =>
    `${capital(after(later))}, ${own}'s ${move} opens ${corner} to ${other}.`,
  attacked: (other: string, move: string, corner: string, later: number) =>
    later === 1
      ? `${other} answers ${move}, which attacks ${corner}, and takes it.`
      : `${capital(after(later))}, ${other} attacks ${corner} with ${move}, and takes it.`,
  inReturn: (side: string, corners: readonly string[]) => `${side} gets ${corners.join(" and ")} in return.`,
  has: (side: string, corner: string) => `${side} has ${corner} for it.`,
  /** What the best move keeps. */
  kept: (best: string, other: string, corner: string) =>
    `In the line after ${best}, ${other} never gets ${corner}.`,
  absent: (best: string) => `After ${best}, that does not happen.`,
  movable: (best: string, own: string) => `After ${best}, ${own} always has a move.`,
  safeLeft: (best: string, own: string) => `After ${best}, ${own} still has safe moves then.`,
  outOfSafe: (best: string, other: string) => `After ${best}, ${other} runs out first.`,
  /** A proven outcome has no discs: 0. */
  better: (best: string, count: number) =>
    count === 0 ? `Better: ${best}.` : `Better: ${best}, by ${discs(count)}.`,
  rout: (own: string, count: number, best: string, bestCount: number) =>
    `With best play ${own} is left with ${count === 0 ? "hardly any" : `about ${count}`} of the 64 discs; after ${best}, with about ${bestCount}.`,
  beside: (move: string, kind: "X" | "C") =>
    kind === "X"
      ? `${move} is an X-square, diagonal to an empty corner.`
      : `${move} is a C-square, next to an empty corner.`,
  cornerGiven: (other: string) => `${other} gets a corner.`,
  missed: {
    head: (own: string) => `${own} misses a corner.`,
    lost: (move: string, own: string, corner: string) =>
      `In the line after ${move}, ${own} never gets ${corner}.`,
    taken: (own: string, best: string, corner: string, later: number) =>
      best === corner
        ? `${best} takes it at once.`
        : `After ${best}, ${own} takes ${corner} ${after(later)}.`,
    attacked: (own: string, best: string, move: string, corner: string, later: number) =>
      later === 0
        ? `${best} attacks ${corner}, and ${own} takes it.`
        : `After ${best}, ${own} attacks ${corner} with ${move}, ${after(later)}, and takes it.`,
    opened: (own: string, best: string, other: string, move: string, corner: string, later: number) =>
      `After ${best}, ${other} opens ${corner} to ${own} with ${move}, ${after(later)}.`,
  },
  pass: (own: string, other: string, later: number) => ({
    head: `${own} will have to pass.`,
    body: `${capital(after(later))}, ${own} has no move, and ${other} moves twice in a row.`,
  }),
  passMissed: (own: string, other: string, best: string, later: number) => ({
    head: `${other} could be made to pass.`,
    body: `After ${best}, ${other} has no move ${after(later)}, and ${own} moves twice in a row.`,
  }),
  safe: (own: string, squares: readonly string[], other: string, later: number) => ({
    head: `${own} runs out of safe moves.`,
    body: `${capital(after(later))}, every move of ${own}${squares.length > 4 ? "" : ` (${squares.join(", ")})`} lets ${other} take a corner.`,
  }),
  /** One disc beside a corner, or five in a row; `later` if they are seen only then. */
  weakEdge: (own: string, squares: readonly string[], later: number | null) => ({
    head: `${own}'s edge is weak.`,
    body: `${later === null ? "" : `${capital(after(later))}, `}${
      squares.length === 1
        ? `${squares[0]} stands alone beside an empty corner.`
        : `${squares[0]} to ${squares.at(-1)} stand between two empty corners.`
    }`,
  }),
  xSquare: (own: string, disc: string, corner: string, later: number) => ({
    head: `${own} gets an X-square, diagonal to an empty corner.`,
    body: `${capital(after(later))}, ${own} has ${disc}, and ${corner} is still empty.`,
  }),
  stoner: (other: string, x: string, c: string, corner: string, later: number) => ({
    head: `${other} sets a Stoner trap.`,
    body: `${other} plays ${x}, then ${c}, and takes ${corner} ${after(later)}.`,
  }),
  wedge: (own: string, other: string, square: string, one: string, two: string, later: number) => ({
    head: `${other} gets a wedge.`,
    body: `${capital(after(later))}, ${other} has ${square} between ${own}'s ${one} and ${two}, safe along the edge.`,
  }),
  wall: (
    own: string,
    other: string,
    move: string,
    count: number,
    from: string,
    to: string,
    best: string,
    later: number,
  ) => ({
    head: `${own} builds a wall.`,
    body: `${then(move, later)}, ${count} discs in a row, ${from} to ${to}, face empty squares that ${other} can play on; after ${best}, no row does.`,
  }),
  /** The empty squares of a region; if it tells, how many are left after the move and after the best one. */
  parity: (
    own: string,
    other: string,
    move: string,
    best: string,
    isWhole: boolean,
    squares: readonly string[],
    left: { readonly now: number; readonly then: number } | null,
  ) => ({
    head: isWhole ? `${other} gets the last move of the game.` : `${other} plays last around ${squares[0]}.`,
    body: left
      ? `${move} leaves ${left.now === 1 ? "one empty square" : `${left.now} empty squares`} there with ${other} to move: in turns, ${other} fills the last. ${best} leaves ${left.then}, and with best play ${own} fills the last.`
      : `Of ${squares.length > 4 ? `the ${squares.length} empty squares there` : squares.join(", ")}, ${other} fills the last; after ${best}, with best play, ${own} does.`,
  }),
  stable: (isOwn: boolean, side: string, now: number, before: number, best: string, later: number) => ({
    head: `${side} has ${isOwn ? "fewer" : "more"} stable discs than after ${best}.`,
    body: isOwn
      ? `${capital(after(later))}, at most ${now} of ${side}'s discs can never be turned again; after ${best}, at least ${before}.`
      : `${capital(after(later))}, at least ${now} of ${side}'s discs can never be turned again; after ${best}, at most ${before}.`,
  }),
  /** The answers to the move, and to the best one. */
  answers: (other: string, move: string, count: number, best: string, bestCount: number) => ({
    head: `${other} gets more moves.`,
    body: `${move} gives ${other} ${moves(count)}; ${best} gives ${bestCount}.`,
  }),
  /** What is left after an answer, and after that to the best move; `isSafe` if moves that give a corner away do not count. */
  left: (
    own: string,
    reply: string,
    count: number,
    best: string,
    bestReply: string,
    bestCount: number,
    isSafe: boolean,
  ) => ({
    head: `${own} is left with fewer ${isSafe ? "safe " : ""}moves.`,
    body: `After the answer ${reply}, ${own} has ${isSafe ? plural(count, { one: "# move that gives", other: "# moves that give" }) + " no corner away" : moves(count)}; after ${best} and ${bestReply}, ${bestCount}.`,
  }),
  flips: (own: string, move: string, count: number, best: string, bestCount: number) => ({
    head: `${own} turns many discs.`,
    body: `${move} turns ${discs(count)}; ${best} turns ${bestCount}.`,
  }),
  mobility: (
    isOwn: boolean,
    isTurn: boolean,
    side: string,
    now: number,
    before: number,
    best: string,
    later: number,
  ) => ({
    head: `${side} has ${isOwn ? "fewer" : "more"} moves later than after ${best}.`,
    body: isTurn
      ? `${capital(after(later))}, ${side} has ${moves(now)} to choose from; in the line after ${best}, ${before}.`
      : `${capital(after(later))}, ${side} would have ${moves(now)} if it were ${side}'s turn; in the line after ${best}, ${before}.`,
  }),
  potential: (
    isOwn: boolean,
    side: string,
    against: string,
    now: number,
    before: number,
    best: string,
    later: number,
  ) => ({
    head: `${side} has ${isOwn ? "fewer" : "more"} places for later moves.`,
    body: `${capital(after(later))}, ${now} empty squares touch ${against}'s discs; after ${best}, ${before}. ${side} may come to play there.`,
  }),
  frontier: (
    isOwn: boolean,
    side: string,
    against: string,
    move: string,
    now: number,
    before: number,
    best: string,
    later: number,
  ) => ({
    head: `${isOwn ? "More" : "Fewer"} of ${side}'s discs lie open.`,
    body: `${then(move, later)}, ${now} of them touch empty squares, where ${against} may play; after ${best}, ${before}.`,
  }),
  wipeOut: (own: string, other: string, later: number) => ({
    head: `${own} loses every disc.`,
    body: `${capital(after(later))}, ${other} has turned the last of them.`,
  }),
  wipeOutThreat: (own: string, other: string, square: string, later: number) => ({
    head: `${own} is close to losing every disc.`,
    body: `${capital(after(later))}, ${other} threatens it with ${square}.`,
  }),
  /** The answer to the move. */
  reply: {
    /** The discs that the move has turned beside the best square; none if another one opens it. */
    takes: (other: string, move: string, best: string, turned: readonly string[]) => ({
      head: `${move} opens ${isCorner(best) ? "the corner " : ""}${best} to ${other}.`,
      body: `${turned.length > 0 ? `${move} turns ${listed(turned)}; ` : ""}${other}, who could not play ${best} before, plays there next.`,
    }),
    /** The discs that the move has turned beside the square, as above; `null` if it does not open the square. */
    gets: (other: string, move: string, reply: string, best: string, turned: readonly string[] | null) => ({
      head: `${move} ${turned ? "opens" : "leaves"} ${isCorner(reply) ? "the corner " : ""}${reply} to ${other}.`,
      body: `${other} plays there next${turned?.length ? `, since ${move} turns ${listed(turned)}` : ""}; after ${best}, ${other} cannot.`,
    }),
    /** The move itself turns the discs beside the best square. */
    closes: (own: string, _other: string, move: string, best: string, turned: readonly string[]) => ({
      head: `${own} loses the move ${best}.`,
      body: `${move} turns ${listed(turned)}: ${best} can no longer be played.`,
    }),
    /** The reply turns the discs of which the best move needs one. */
    prevents: (own: string, other: string, reply: string, best: string, needed: readonly string[]) => ({
      head: `${own} loses the move ${best}.`,
      body:
        needed.length === 1
          ? `${best} needs ${own}'s disc on ${needed[0]}; ${other}'s ${reply} turns it.`
          : `${best} needs one of ${own}'s discs on ${listed(needed)}; ${other}'s ${reply} turns them all.`,
    }),
    delays: (own: string, other: string, reply: string, best: string) => ({
      head: `${own} plays ${best} too late.`,
      body: `${best} was best at once; now ${other} answers ${reply} first.`,
    }),
    opens: (other: string, move: string, squares: readonly string[], best: string, bestCount: number) => ({
      head: `${move} opens ${squares.join(", ")} to ${other}.`,
      body: `${other} could not play there before; ${best} opens ${bestCount === 0 ? "no square" : plural(bestCount, { one: "only # square", other: "only # squares" })}.`,
    }),
  },
  /** Where the board shows nothing soon: final scores, outcomes, or what a search says. */
  none: {
    head: "Nothing near shows it.",
    scores: (own: string, move: string, score: string, best: string, bestScore: string) =>
      `Counted to the end, ${own} gets ${score} after ${move} and ${bestScore} after ${best}.`,
    outcomes: (move: string, outcome: Outcome, best: string, bestOutcome: Outcome) =>
      `Searched to the end, ${move} is a ${outcome} and ${best} a ${bestOutcome}.`,
    discs: (best: string, count: number) => `A search says that ${best} is ${discs(count)} better.`,
  },
};
