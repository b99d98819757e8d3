// The beginning of a game for trying the settings on: each position with the move that is played in it.

/** A position of the sample. */
export interface SamplePosition {
  /** 64 cells and the side to move. */
  readonly position: string;
  readonly legal: readonly string[];
  /** The move that led here. */
  readonly lastMove: string | null;
}

/** The tiger opening, as far as f3. */
export const SAMPLE: readonly SamplePosition[] = [
  {
    position: "---------------------------OX------XO--------------------------- X",
    legal: ["f5"],
    lastMove: null,
  },
  {
    position: "---------------------------OX------XXX-------------------------- O",
    legal: ["d6"],
    lastMove: "f5",
  },
  {
    position: "---------------------------OX------OXX-----O-------------------- X",
    legal: ["c3"],
    lastMove: "d6",
  },
  {
    position: "------------------X--------XX------OXX-----O-------------------- O",
    legal: ["d3"],
    lastMove: "c3",
  },
  {
    position: "------------------XO-------OX------OXX-----O-------------------- X",
    legal: ["c4"],
    lastMove: "d3",
  },
  {
    position: "------------------XO------XXX------OXX-----O-------------------- O",
    legal: ["f4"],
    lastMove: "c4",
  },
];
