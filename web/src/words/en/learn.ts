// English: the lessons. They are a script of their own, because few readers need them.
import type { Count, LessonName } from "../../pages/learn/lessons";
import { pluralOf } from "../plural";

const plural = pluralOf("en");

/** What is said about a board: what to do, and why it was right. */
interface BoardWords {
  readonly ask: string;
  readonly right: string;
}

interface LessonText {
  readonly title: string;
  readonly about: string;
  /** Said after a legal move that is not right. */
  readonly other: string;
  readonly boards: readonly BoardWords[];
}

const lessons: Record<LessonName, LessonText> = {
  turning: {
    title: "Turning discs",
    about: "How a move works",
    other: "You may play there. But try to do what is asked.",
    boards: [
      {
        ask: "You are Black. Put a disc on a dot.",
        right:
          "The white disc between two black ones is black now. Then White moves, and so on: more discs win.",
      },
      {
        ask: "Turn four discs with one move.",
        right: "All white discs in a row between two black ones turn. Every move turns at least one.",
      },
      {
        ask: "Now turn three discs in three directions.",
        right: "A move turns discs in all directions at once: across, down and slanting.",
      },
      {
        ask: "No dots now. Find a square where you may play.",
        right: "Right: white discs in a row, then a black one. You shut them in.",
      },
    ],
  },
  end: {
    title: "Passing and the end",
    about: "When somebody cannot move, and who wins",
    other: "That is not it yet. Look again.",
    boards: [
      {
        ask: "Play so that White cannot move.",
        right: "White has no square to play on and passes. You move again.",
      },
      {
        ask: "Do it again: leave White without a move.",
        right: "White passes again. If you can move, you must.",
      },
      {
        ask: "Turn every white disc.",
        right: "All discs are black: the game is over, and you have won.",
      },
      {
        ask: "One square is empty. Fill it.",
        right: "Neither side can move: the game is over. Black has 34 discs, White has 30. More discs win.",
      },
    ],
  },
  corners: {
    title: "Corners",
    about: "Discs that nobody can turn",
    other: "Look at the corners: there is a better move.",
    boards: [
      {
        ask: "One dot is in a corner. Play there.",
        right: "Nobody can shut in a disc in a corner: it stays yours.",
      },
      {
        ask: "Take the corner.",
        right: "Your discs in a row from the corner, without a gap, are safe as well.",
      },
      {
        ask: "Which move is safe for ever?",
        right: "The corner again. When you can take one, look at it first.",
      },
      {
        ask: "Now keep White out of the corners.",
        right: "White has no corner to take. Before each move, ask which corner it opens.",
      },
    ],
  },
  "x-squares": {
    title: "X-squares",
    about: "The squares diagonal to a corner",
    other: "That gives no corner away, but there is a better move.",
    boards: [
      {
        ask: "g2 and b7 touch empty corners diagonally. Play somewhere else.",
        right: "You kept White away from the corners. These squares are called X-squares.",
      },
      {
        ask: "You have many moves. Which one must you not play? Choose another.",
        right: "g7 would have given White the corner h8.",
      },
      {
        ask: "Play a move that opens no corner.",
        right: "White has no corner to take.",
      },
    ],
  },
  "c-squares": {
    title: "C-squares",
    about: "The squares beside a corner on the edge",
    other: "That gives no corner away, but there is a better move.",
    boards: [
      {
        ask: "a2 and g1 lie beside empty corners. Find a better move on the edge.",
        right: "Edge squares further from the corner are often good. Those beside it are called C-squares.",
      },
      {
        ask: "Only one move is good here. Stay away from the corners.",
        right: "In the middle nothing is given away.",
      },
      {
        ask: "h7 is beside h8. Find something better.",
        right: "A C-square is not always wrong, but look where White plays next.",
      },
    ],
  },
  few: {
    title: "Few discs",
    about: "Why the greedy lose",
    other: "There is a move that turns fewer discs and is better.",
    boards: [
      {
        ask: "Early in a game few discs are good. Turn only one or two.",
        right: "The discs that you turn are discs that White can turn back. Few give White little to do.",
      },
      {
        ask: "One move turns five discs. Leave it; turn one.",
        right: "The number of discs counts at the end only.",
      },
      {
        ask: "Choose a quiet move that turns one disc.",
        right: "Your discs stay inside, White's are outside.",
      },
    ],
  },
  mobility: {
    title: "Mobility",
    about: "Leave your opponent few moves",
    other: "White has too many moves left.",
    boards: [
      {
        ask: "Which move leaves White the fewest moves?",
        right: "Who has few moves must soon play a bad one.",
      },
      {
        ask: "Again: take White's moves away.",
        right: "White has almost nothing left to choose from.",
      },
      {
        ask: "Find the move that keeps White short of moves.",
        right: "Count White's moves, not your discs.",
      },
    ],
  },
  quiet: {
    title: "Quiet moves",
    about: "Turn discs that are surrounded",
    other: "That turns discs on the outside and opens squares for White.",
    boards: [
      {
        ask: "Find a move that turns only discs inside.",
        right: "A quiet move opens no new square for White.",
      },
      {
        ask: "Which move opens nothing?",
        right: "Every disc that turned was surrounded already.",
      },
      {
        ask: "One hole is in the middle. Is it quiet?",
        right: "Yes. All around it there were discs already.",
      },
    ],
  },
  edges: {
    title: "Edges",
    about: "Wedges and the Stoner trap",
    other: "There is a stronger move at the edge.",
    boards: [
      {
        ask: "White's edge has a gap. Play into it.",
        right: "A wedge: between two white discs of the edge yours is safe, and a corner follows.",
      },
      {
        ask: "Here is another gap.",
        right: "White cannot turn the wedge, and cannot stop h1.",
      },
      {
        ask: "White's edge on the right lacks h2. Attack it from the X-square.",
        right: "The Stoner trap: White takes h1, you play h2, and h8 is yours.",
      },
      {
        ask: "The same trap at the bottom. Begin it.",
        right: "The X-square b7 comes first, b8 later, and then h8.",
      },
    ],
  },
  parity: {
    title: "Parity",
    about: "Who moves last in each corner of the board",
    other: "That starts a region with an even number of squares: White moves last there.",
    boards: [
      {
        ask: "Few squares are left. Play where one square is alone.",
        right: "You moved last in that region. Now White must begin the others.",
      },
      {
        ask: "Find the lonely square.",
        right: "The last move in a region cannot be answered there.",
      },
      {
        ask: "The region a7, b7, a8 has three squares: odd. Begin there.",
        right: "You first, White second, you last.",
      },
      {
        ask: "Which region is odd?",
        right: "a3 stood alone. The even regions are left to White.",
      },
    ],
  },
  tempo: {
    title: "Tempo",
    about: "The last safe move",
    other: "That gives something away. One move is still safe.",
    boards: [
      {
        ask: "Only one move opens no corner. Find it.",
        right: "White has no safe move left: now White must open a corner.",
      },
      {
        ask: "Who runs out of safe moves? Play yours.",
        right: "Every move of White lets you take a corner now.",
      },
      {
        ask: "Make the last safe move.",
        right: "A safe move more than White decides many games.",
      },
    ],
  },
  openings: {
    title: "Openings",
    about: "The first moves and their names",
    other: "That can be played, but others are better.",
    boards: [
      {
        ask: "You are White after f5. Answer well.",
        right: "d6 is the perpendicular opening, f6 the diagonal one. Both are good.",
      },
      {
        ask: "Perpendicular. You are Black.",
        right: "c3 and c4 both lead to the best-known openings.",
      },
      {
        ask: "You are White after c3. One move is best.",
        right: "d3. If Black answers c4, it is the Tiger, one of the most played openings.",
      },
      {
        ask: "Diagonal. You are Black. One move is clearly best.",
        right: "e6. White has two good answers, f4 and d6.",
      },
      {
        ask: "The Tiger. You are White.",
        right: "f4 is the main line. From here on play by what you have learned.",
      },
    ],
  },
};

export default {
  title: "Learn",
  intro: "Twelve short lessons on a board that answers. Nothing to read before you begin.",
  begin: "Begin",
  goOn: "Go on",
  numbered: (at: number, title: string) => `${at}. ${title}`,
  done: (done: number, boards: number) => (done === boards ? "Done" : `${done} of ${boards}`),
  step: (at: number, boards: number) => `Board ${at} of ${boards}`,
  show: "Show me",
  shown: (squares: readonly string[]) => `Play ${squares.join(" or ")}.`,
  back: "Back",
  skip: "Skip",
  on: "Next board",
  again: "Try again",
  next: (title: string) => `Next lesson: ${title}`,
  play: "Play a game",
  illegal: (square: string) => `No disc would turn on ${square}.`,
  gives: (move: string, corner: string) => `After ${move} White takes the corner ${corner}.`,
  counted: {
    turned: (discs: number) => plural(discs, { one: "It turned # disc.", other: "It turned # discs." }),
    moves: (moves: number) =>
      plural(moves, { one: "Your opponent has # move.", other: "Your opponent has # moves." }),
    opened: (squares: number) =>
      plural(squares, { one: "It opened # square.", other: "It opened # squares." }),
  } satisfies Record<Count, (count: number) => string>,
  lessons,
};
