// The lessons: positions with the moves that answer them. The words are in `words/*/learn.ts`.
//
// The boards come from games of Willow's weaker levels against each other, some with the colours exchanged, so that the
// learner is Black nearly everywhere. `lessons.test.ts` asks the rules and the engine whether they say what is true.

/** What a lesson counts after each move, because the lesson is about it. */
export type Count =
  /** The discs that the move turned. */
  | "turned"
  /** The moves that the opponent has. */
  | "moves"
  /** The empty squares beside the discs that the move turned. */
  | "opened";

export interface LessonBoard {
  readonly position: string;
  /** The moves that are right, the best one first. */
  readonly right: readonly string[];
  /** Mistakes with the reply that punishes them on the board. */
  readonly wrong?: Readonly<Record<string, string>>;
  /** What may follow the best move, and shows why it is right. */
  readonly then?: string;
  /** Whether the legal moves are to be found without marks. */
  readonly hidesLegal?: boolean;
}

export interface Lesson {
  readonly name: LessonName;
  readonly counts?: Count;
  readonly boards: readonly [LessonBoard, ...LessonBoard[]];
}

export type LessonName =
  | "turning"
  | "end"
  | "corners"
  | "x-squares"
  | "c-squares"
  | "few"
  | "mobility"
  | "quiet"
  | "edges"
  | "parity"
  | "tempo"
  | "openings";

export const LESSONS: readonly Lesson[] = [
  {
    name: "turning",
    boards: [
      {
        position: "---------------------------OX------XO--------------------------- X",
        right: ["d3", "c4", "f5", "e6"],
      },
      {
        position: "-------------------X-----OOOOX-----OX--------------------------- X",
        right: ["a4"],
      },
      {
        position: "--------------------OX-----OO------XOX-------------------------- X",
        right: ["d3"],
      },
      {
        position: "---------X-O------OO-----O-XX------XX-------X------------------- X",
        right: ["d1", "c2"],
        hidesLegal: true,
      },
    ],
  },
  {
    name: "end",
    boards: [
      {
        position: "XXXXXX--XOOOOOOXXXOXXOOXXOXXOXOXXOXOOOOXXXOXXOOXXOOOOO-XXOOOOO-X X",
        right: ["g1"],
      },
      {
        position: "XXXXXXX-XOOOOXOXXXOXXOOXXOXXOXOXXOXOOOOXXXOXXOOXXOOOOO-XXOOOOO-X X",
        right: ["h1"],
      },
      {
        position: "--------------------X------OXX-----OOOX----OXX------X----------- X",
        right: ["c5"],
      },
      {
        position: "OOOOOOOOXXXXXXXOOXOXXXXOOOXXOOXOOOOXOOXXOOOXXOXX-OXXOOOXOOOOOOOX X",
        right: ["a7"],
      },
    ],
  },
  {
    name: "corners",
    boards: [
      {
        position: "---XXX--X-XXXXOOXXOOOOOOXOXXOXOOXOOXOOXOX-OOOXXO---OOX-O---XXXX- X",
        right: ["h1"],
        wrong: { g1: "h1", b2: "a1", b7: "a8" },
      },
      {
        position: "X--------XXXXO-OOXOXOOOOOXXOXOOOOXXXOXOOOOOOXOOO--XXOX-X-XXXXXX- X",
        right: ["h1"],
        wrong: { g2: "h1", a7: "a8", b7: "a8" },
      },
      {
        position: "-XXXXOO---OXOOO--XOOOOOOXXOXOOOOXXXXXOOOXXXXOOOOX-XX-X-O---X-X-- X",
        right: ["h1"],
        wrong: { h2: "h1", g7: "h8" },
      },
      {
        position: "X-X-O----XXOOO--XXXOOO--XXOOOO--OOOOXX--OOOXXX---OXXXX----XXXX-- X",
        right: ["g4", "g3"],
        wrong: { g2: "h1", a7: "a8", b8: "a8" },
      },
    ],
  },
  {
    name: "x-squares",
    boards: [
      {
        position: "--X---O-X-XXXO--XXXXOOO-XOXOOOOOXOOOOOO-XOOOOO----OOOO-----OOOO- X",
        right: ["h6", "c8", "h5", "h3"],
        wrong: { g2: "h1", b7: "a8" },
      },
      {
        position: "----OO----OOOOO---OOOOO--OOOOOO---OOOOOO--OOOXOO-O-OXO-O-OOOO--- X",
        right: ["f8", "c7", "h4", "b6"],
        wrong: { g7: "h8" },
      },
      {
        position: "--OOOO----OOXO-O-XOXOXOO-OOOOOOO--OXOOOO-O-XXOOO----X----------- X",
        right: ["f7", "a3"],
        wrong: { b1: "a1", b2: "a1", g2: "h1", h7: "h8" },
      },
    ],
  },
  {
    name: "c-squares",
    boards: [
      {
        position: "-OOOOO----OOOOOXXOOOOOXXOOOOOXXX-OOOOXXXOOOOOXX----OOX------OX-- X",
        right: ["a5", "d8"],
        wrong: { g1: "h1", a2: "a1", b2: "h1" },
      },
      {
        position: "------------------X-X-X--X-XXX---OOOOOXO--OXXXOO--OOOO-O--OOOOO- X",
        right: ["c4"],
        wrong: { g7: "h8", b8: "a8" },
      },
      {
        position: "--XOO-----XOOO--XXOOOX--XOXOOX-OXXXXOXO-XXOOOOO-X-OOXOO---OOOOO- X",
        right: ["h5", "h6", "f1", "b7"],
        wrong: { g2: "h1", h7: "h8", b8: "a8" },
      },
    ],
  },
  {
    name: "few",
    counts: "turned",
    boards: [
      {
        position: "------------------XXXO----XXOO----XOOO------OOO------OX--------- X",
        right: ["g3", "g4", "d6"],
      },
      {
        position: "-----------------OOOO----XOOXX--XOOOX---OOOX--------X----------- X",
        right: ["e2", "a7", "c2", "c7"],
      },
      {
        position: "O-O------OOX----OOOXXX--OOOXXX--OOXOXO---XXXO------------------- X",
        right: ["g5", "g6", "e7"],
      },
    ],
  },
  {
    name: "mobility",
    counts: "moves",
    boards: [
      {
        position: "---O------OOO---OOXOOO--OOOXXOXXOOXOOOO-OOOXXXX---XXXX-----XXXX- X",
        right: ["h5"],
        wrong: { a2: "a1", g2: "h1", a7: "a8", b7: "a8" },
      },
      {
        position: "--O--X-X---OXXXO--OOOXO---OOOOXX--OOO-XX-OO--------------------- X",
        right: ["h3", "f5"],
      },
      {
        position: "----O------O-O----OOOO-X--OOOOXX--OOOOX---XXOOXO--XXOO----XX-O-- X",
        right: ["g3"],
        wrong: { g7: "h8" },
      },
    ],
  },
  {
    name: "quiet",
    counts: "opened",
    boards: [
      {
        position: "-------O------O---O-XO-----OOOO----OOOX----OOXX-----OO---------- X",
        right: ["d3"],
      },
      {
        position: "--------------------------XXX-O---XXXO---OOOOO----XOOO----O-OO-- X",
        right: ["d8"],
        wrong: { g8: "h8" },
      },
      {
        position: "O--------OXX----OOOO-X--OOOOXX--OO-XXO---XXX-------------------- X",
        right: ["c5"],
      },
    ],
  },
  {
    name: "edges",
    boards: [
      {
        position: "-XXX----OXXXXX--OOXXXXXXOOOXXXXXOOOOXXXX-OXOOXOXO-OOOO-X--O-OX-- X",
        right: ["a6"],
        wrong: { b7: "a8", b8: "a8" },
        then: "h2a1",
      },
      {
        position: "O-OOOOO-XOXOOO--XXOXXX--XXXOOX--XOOOOXX-XXOOOXO-X-OOOO----X-OOO- X",
        right: ["b1"],
        wrong: { g2: "h1", g7: "h8" },
        then: "a8h1",
      },
      {
        position: "-OXX-----OXXXX--XXOOXXOOXXXOOXOOXXXOOOXOXXXXXOOO--XOOOOO-X-OOOO- X",
        right: ["g2"],
        wrong: { a2: "a1", h2: "h1", c8: "a8" },
        then: "h1h2e1h8",
      },
      {
        position: "--X--------XXX--XXOOXXOOXXOXOOXOXOXOXOXOXXOOOXOOX-OOOO-O--OOOOO- X",
        right: ["b7"],
        wrong: { g2: "h1", h2: "h1", g7: "h8", b8: "a8" },
        then: "d1b2c2e1a8b8b1h8",
      },
    ],
  },
  {
    name: "parity",
    boards: [
      {
        position: "-XXXXO-XX-OOOOXXXOOOOOXXXOOOXXOXXXOOXOOXXXXXOOXX--XOOO-X-OOOOOO- X",
        right: ["g1"],
        wrong: { g7: "h8" },
        then: "g7h8b7a8a7b2a1",
      },
      {
        position: "XXXOOX-OOXXXXXOXXOXOXOXXXOOXOXXXXXOOXXXXXXXOOXXX-OOOOOX--OOOOOO- X",
        right: ["g1"],
        wrong: { a7: "a8" },
      },
      {
        position: "--XXXXX-OOOXXX-OOOOOXXOOOOOOOOXOOOXXOOXOOOOXXOOO--XOOOOO-XXXXXX- X",
        right: ["b7"],
        wrong: { g2: "h1", a7: "a8" },
      },
      {
        position: "XOX--X--OOOXXX-O-OXOOOOOXOXXOXOOXOXXXOXOXOXOOXXOXOOXXXXOXOOOOOOO X",
        right: ["a3"],
        wrong: { g2: "h1" },
      },
    ],
  },
  {
    name: "tempo",
    boards: [
      {
        position: "-OOOO-XO--OOOXOXOOOOXOXXOXOXOXOXOOOOXOOXOOOOOOOX--OXOO----OOOOO- X",
        right: ["f1"],
        wrong: { b2: "a1", a7: "a8", b7: "a8", g7: "h8", b8: "a8" },
      },
      {
        position: "--XXO-X-X-XOOX--XXOXOXXX-OXOOOOXOOOXXOOXOOXXOOOX--OXXO-X-OOOOOO- X",
        right: ["f1"],
        wrong: { b2: "a1", a4: "a1", a7: "a8", b7: "a8", g7: "h8" },
      },
      {
        position: "--XXXX----XXOO-XOOXXXOXXOOXOOXOXOXOXXOOOOOOXXOOOO-OOOX---XXXXXX- X",
        right: ["h7"],
        wrong: { a2: "a1", b2: "a1", b7: "a8", g7: "h8" },
      },
    ],
  },
  {
    name: "openings",
    boards: [
      {
        position: "---------------------------OX------XXX-------------------------- O",
        right: ["d6", "f6"],
        wrong: { f4: "e3" },
      },
      {
        position: "---------------------------OX------OXX-----O-------------------- X",
        right: ["c3", "c4"],
      },
      {
        position: "------------------X--------XX------OXX-----O-------------------- O",
        right: ["d3"],
      },
      {
        position: "---------------------------OX------XOX-------O------------------ X",
        right: ["e6"],
      },
      {
        position: "------------------XO------XXX------OXX-----O-------------------- O",
        right: ["f4"],
      },
    ],
  },
];

/** Returns the lesson of a name. */
export function lessonOf(name: string): Lesson | null {
  return LESSONS.find((lesson) => lesson.name === name) ?? null;
}
