// English: the exercises. They are a script of their own, because few readers need them.
import type { Kind, Theme } from "../../pages/exercises/exercise";
import type { Area } from "../../pages/game/coaching";
import { pluralOf } from "../plural";

const plural = pluralOf("en");
const discs = (count: number) => plural(count, { one: "# disc", other: "# discs" });

const themes: Record<Theme, string> = {
  "wipe-out": "Wipe-out",
  "wipe-out-threat": "Threat of a wipe-out",
  "x-square": "X-squares",
  "c-square": "C-squares",
  "corner-given": "Giving a corner",
  "corner-missed": "Missing a corner",
  pass: "Passes",
  "safe-moves": "Safe moves",
  tempo: "Tempo",
  "unbalanced-edge": "Unbalanced edges",
  "lone-c-square": "A lone C-square",
  "stoner-trap": "Stoner trap",
  wedge: "Wedges",
  "edge-value": "Edges",
  wall: "Walls",
  parity: "Parity",
  "stable-discs": "Stable discs",
  mobility: "Mobility",
  "potential-mobility": "Mobility to come",
  frontier: "Frontier discs",
  flips: "Turning many discs",
  reply: "The reply",
};

const score = (value: number) => (value > 0 ? `win by ${value}` : value < 0 ? `lose by ${-value}` : "draw");

export default {
  title: "Exercises",
  intro: "Positions in which few moves are right. The solver has proven each answer to the end of the game.",
  themes,
  noTheme: "Others",
  modes: {
    daily: { title: "Exercise of the day", about: "The same for everybody" },
    rated: { title: "At your rating", about: "Neither too easy nor too hard" },
    theme: { title: "By theme", about: "What the wrong moves overlook" },
    mistakes: { title: "Mistakes again", about: "Those that you have not found" },
    own: { title: "From your games", about: "The moves that cost you the most" },
    streak: { title: "Streak", about: "Harder and harder, until the first mistake" },
    storm: { title: "Three minutes", about: "As many as you can" },
    drill: { title: "Endgame drills", about: "Play it out against the solver" },
    openings: { title: "My openings", about: "Lines that stay in the head" },
    progress: { title: "Progress", about: "What you have learned" },
  },
  waiting: (count: number) => plural(count, { one: "# waits", other: "# wait" }),
  best: (count: number) => `Your best: ${count}`,
  doneToday: "Done. The next one comes tomorrow.",
  missedToday: "Not found this time. The next one comes tomorrow.",
  drill: (empties: number) => `${empties} empty squares`,
  all: "All exercises",

  /** What is asked of a side. */
  ask: {
    win: (side: string) => `${side} to move. Find the only move that wins.`,
    draw: (side: string) => `${side} to move. Find the only move that draws.`,
    discs: (side: string) => `${side} to move. Find the move with the most discs.`,
  } satisfies Record<Kind, (side: string) => string>,
  estimate: "An estimate: this position is too early to be proven.",
  rating: (rating: string) => `Rating about ${rating}.`,
  yourRating: (rating: string, error: string) => `Your rating: ${rating} ± ${error}`,
  illegal: (square: string) => `No disc would turn on ${square}.`,
  right: (move: string, value: number, isProven: boolean) =>
    isProven ? `${move} is right: you ${score(value)}.` : `${move} is right, by estimate.`,
  nextBest: (value: number) => `With any other move you ${score(value)} at best.`,
  notRight: (move: string) => `${move} is not right.`,
  loses: (move: string, count: number) => `${move} loses ${discs(count)}.`,
  outcome: { win: "a win", draw: "a draw", loss: "a loss" },
  turns: (move: string, from: string, to: string, count: number) =>
    `${move} turns ${from} into ${to}${count > 0 ? `: ${discs(count)} less` : ""}.`,
  answers: (side: string, move: string) => `${side} answers ${move}.`,
  shown: (squares: readonly string[]) => `Right: ${squares.join(" or ")}.`,
  thinking: "The solver looks at it.",
  theme: (name: string) => `Theme: ${name}.`,

  skip: "Skip",
  show: "Show the answer",
  why: "Why",
  again: "Try again",
  next: "Next",
  line: "Moves",
  play: "Play the line",
  back: "One move back",
  forward: "One move on",
  moveOf: (move: string, at: number) => `${move}, move ${at} of the line`,
  pass: "pass",
  tally: (right: number, tried: number) => `${right} of ${tried} at the first try`,
  none: {
    mistakes: "No mistake waits. Answer some exercises first.",
    own: "There are none yet. Analyse a game of yours: its costliest moves become exercises.",
    theme: "There is no exercise of this theme.",
  },
  analyse: "Analyse a game",
  finished: "You have done them all.",

  keep: "Keep the costliest as exercises",
  added: (count: number) =>
    count === 0
      ? "No move of this game makes an exercise: none is clearly better than the others."
      : plural(count, { one: "# exercise was added to yours.", other: "# exercises were added to yours." }),
  fromGame: (played: string) => `In your game you played ${played}.`,
  remove: "Remove",
  begin: "Begin",
  once: "Once more",
  seconds: (count: number) => plural(count, { one: "# second left", other: "# seconds left" }),
  streakOver: (count: number) =>
    plural(count, {
      one: "The streak ends after # right answer.",
      other: "The streak ends after # right answers.",
    }),
  stormOver: (count: number) =>
    plural(count, { one: "Time. # right answer.", other: "Time. # right answers." }),
  stormIntro: "Three minutes. A wrong answer costs nothing but its time.",
  record: "That is your best so far.",

  drills: {
    win: (side: string) => `You are ${side}. With best play you win. Keep the win to the end.`,
    draw: (side: string) => `You are ${side}. With best play it is a draw. Hold it.`,
    best: (side: string, value: number) =>
      `You are ${side}. With best play you ${score(value)}. Hold that to the end.`,
    aim: "Aim",
    aims: { outcome: "Hold win or draw", discs: "Hold every disc" },
    yours: "Right. Your move.",
    over: (value: number) => `The game is over: you ${score(value)}.`,
    perfect: "No mistake: the result was held.",
    slips: (count: number) =>
      plural(count, { one: "# move did not hold it.", other: "# moves did not hold it." }),
    takeBack: "Take back",
    another: "Another one",
    failed: "The solver did not load.",
    retry: "Try again",
  },

  /** What a coach says in a game against a program. */
  coach: {
    look: {
      "top-left": "Look at the top left.",
      "top-right": "Look at the top right.",
      "bottom-left": "Look at the bottom left.",
      "bottom-right": "Look at the bottom right.",
      top: "Look at the upper half.",
      bottom: "Look at the lower half.",
      board: "Look at the whole board.",
    } satisfies Record<Area, string>,
    even: "No move here is much worse than the others.",
    avoid: (move: string, why: string) => `Not ${move}. ${why}`,
    missed: (verdict: string, best: string) => `${verdict}. Better was ${best}.`,
  },
  openings: {
    intro:
      "Lines that you want to play. What is due is asked again: later and later what you know, soon what you do not.",
    state: (due: number, known: number, all: number) => `${due} due. ${known} of ${all} moves known.`,
    train: "Practise what is due",
    unnamed: "A line",
    removeLine: (moves: string) => `Remove ${moves}`,
    add: "Add lines",
    side: "You play",
    named: "A named opening",
    typed: "Moves or games",
    typedHint:
      "One or several: moves such as f5d6c3, GGF, SGF. The games end where you want your knowledge to end.",
    addButton: "Add",
    added: (count: number) => plural(count, { one: "# line was added.", other: "# lines were added." }),
    fromBook: "Add lines from the book",
    fromBookHint:
      "From the opening chosen above, or from the start: for you the book’s best moves, against you the replies that people play.",
    notInBook: "The book does not know this opening.",
    unread: "That is no game. Write moves such as f5d6c3d3c4.",
    ask: (side: string) => `You are ${side}. What do you play here?`,
    right: (move: string) => `${move}. That is your move.`,
    wrong: (move: string, known: readonly string[]) =>
      `${move} is not in your lines. You play ${known.join(" or ")}.`,
    done: "Nothing is due now.",
    end: "End",
    plays: (side: string, moves: readonly string[]) =>
      `Your lines of ${side} play ${moves.join(" or ")} here.`,
    left: (side: string, ply: number, played: string, known: readonly string[]) =>
      `${side} left your lines at move ${ply}: ${played} instead of ${known.join(" or ")}.`,
    keepFor: (side: string) => `This line for ${side}`,
  },
  progress: {
    intro:
      "What you answered at the first try, in this browser alone. Nothing of it leaves this device unless you save it.",
    none: "Nothing yet.",
    overall: (right: number, tried: number) => `${right} of ${tried} right at the first try.`,
    rating: "Your rating",
    ratingHint:
      "With 95% certainty it lies in this range. The exercises it is measured against are rated by a model of how people err, and by no people yet.",
    theme: "Theme",
    tried: "Tried",
    share: "Right",
    interval: "95% interval",
    difficulty: "Rating of the exercises",
    range: (from: string, to: string) => `${from} to ${to}`,
    hint: "The interval says how far chance alone may reach: with few answers it is wide.",
    json: "Save as JSON",
    tsv: "Save as a table (TSV)",
    forget: "Delete everything",
    forgetAgain: "Really delete",
    forgotten: "Deleted.",
    notKept: "This browser keeps nothing: what you do here lasts until you close the page.",
  },
};
