// Games for an archive, as GGF.

/** Black, White, event, year, result, moves. */
export type ArchivedGame = readonly [
  black: string,
  white: string,
  event: string,
  year: string,
  result: string,
  moves: string,
];

/** Writes a game as GGF. */
export function ggf([black, white, event, year, result, moves]: ArchivedGame): string {
  const played = (moves.match(/../g) ?? []).map(
    (move, ply) => `${ply % 2 === 0 ? "B" : "W"}[${move.toUpperCase()}]`,
  );
  const head = `GM[Othello]PC[Test]EV[${event}]DT[${year}]PB[${black}]PW[${white}]RE[${result}:r]TY[8]`;
  const board = "BO[8 ---------------------------O*------*O--------------------------- *]";
  return `(;${head}${board}${played.join("")};)\n`;
}
