// A position as people paste it: other letters for the discs, line breaks, the side at the end or not at all.

const LETTERS: Partial<Record<string, string>> = {
  x: "X",
  b: "X",
  "*": "X",
  "●": "X",
  o: "O",
  w: "O",
  "○": "O",
  "-": "-",
  ".": "-",
  _: "-",
};

/** Reads 64 squares and, if there is one, the side to move (Black if there is none). `null` if it is no position. */
export function readPosition(text: string): string | null {
  const letters = [...text.toLowerCase()].filter((letter) => !/[\s/|]/.test(letter));
  const cells = letters.map((letter) => LETTERS[letter]);
  if (cells.length < 64 || cells.length > 65 || cells.some((cell) => cell === undefined)) return null;
  const side = cells[64] ?? "X";
  return side === "-" ? null : `${cells.slice(0, 64).join("")} ${side}`;
}
