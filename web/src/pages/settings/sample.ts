// The beginning of a game for trying the settings on: each position with the move that is played in it.

export interface SamplePosition {
  /** 64 cells and the side to move. */
  readonly position: string;
  readonly legal: readonly string[];
  /** The move that led here. */
  readonly lastMove: string | null;
}

/** The tiger opening, as far as f3: the positions with the moves that are played in them. */
const GAME = [
  ["---------------------------OX------XO--------------------------- X", "f5"],
  ["---------------------------OX------XXX-------------------------- O", "d6"],
  ["---------------------------OX------OXX-----O-------------------- X", "c3"],
  ["------------------X--------XX------OXX-----O-------------------- O", "d3"],
  ["------------------XO-------OX------OXX-----O-------------------- X", "c4"],
  ["------------------XO------XXX------OXX-----O-------------------- O", "f4"],
] as const;

export const SAMPLE: readonly SamplePosition[] = GAME.map(([position, move], at) => ({
  position,
  legal: [move],
  lastMove: GAME[at - 1]?.[1] ?? null,
}));
