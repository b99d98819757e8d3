// What the lessons of all languages have in common.

/** A reader counts so many moves of a line; more of them are "later". */
export const FEW = 3;

export const isCorner = (square: string): boolean => /^[ah][18]$/.test(square);
