// The lines of the board, drawn in a square of 8 by 8.

/** The seven lines between the columns and the seven between the rows. */
export const LINES = [1, 2, 3, 4, 5, 6, 7].map((at) => `M${at} 0V8M0 ${at}H8`).join("");

/** The four points around the middle. */
export const POINTS = [2, 6].flatMap((y) => [2, 6].map((x) => [x, y] as const));
