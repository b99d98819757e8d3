// The rules of Othello square by square, for tests that need no WebAssembly.
import { RulesError, type Replayed, type Rules } from "../rules";
import { USUAL_START } from "../state/games-new.svelte";

/** The usual start. */
export const START = USUAL_START;

const STEPS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const)).filter(([x, y]) => x || y);

function indexOf(square: string): number {
  if (!/^[a-h][1-8]$/.test(square)) throw new RulesError("not-a-move", `${square} is not a square`);
  return square.charCodeAt(0) - 97 + 8 * (Number(square[1]) - 1);
}

function nameOf(index: number): string {
  return `${"abcdefgh"[index % 8] ?? ""}${Math.floor(index / 8) + 1}`;
}

function run(position: string, index: number, [x, y]: readonly [number, number]): string[] {
  const own = position[65];
  const turned: string[] = [];
  let [column, row] = [(index % 8) + x, Math.floor(index / 8) + y];
  for (; column >= 0 && column < 8 && row >= 0 && row < 8; column += x, row += y) {
    const disc = position[row * 8 + column];
    if (disc === own) return turned;
    if (disc === "-") return [];
    turned.push(nameOf(row * 8 + column));
  }
  return [];
}

function flips(position: string, square: string): string[] {
  const index = indexOf(square);
  return position[index] === "-" ? STEPS.flatMap((step) => run(position, index, step)) : [];
}

function legalMoves(position: string): string[] {
  const squares = Array.from({ length: 64 }, (_, index) => nameOf(index));
  return squares.filter((square) => flips(position, square).length > 0);
}

function otherSide(position: string): string {
  return `${position.slice(0, 64)} ${position[65] === "X" ? "O" : "X"}`;
}

function mustPass(position: string): boolean {
  return legalMoves(position).length === 0 && legalMoves(otherSide(position)).length > 0;
}

function play(position: string, move: string) {
  const flipped = move === "pass" ? [] : flips(position, move);
  if (move === "pass" ? !mustPass(position) : flipped.length === 0)
    throw new RulesError("illegal-move", `${move} is not legal`);
  const changed = move === "pass" ? [] : [move, ...flipped].map(indexOf);
  const own = position[65] ?? "X";
  const cells = [...position.slice(0, 64)].map((cell, index) => (changed.includes(index) ? own : cell));
  return { position: otherSide(`${cells.join("")} ${own}`), flipped };
}

function replay(moves: readonly string[], from: { start?: string; ply?: number } = {}): Replayed {
  const all: string[] = [];
  const positions = [from.start ?? START];
  const step = (move: string) => {
    positions.push(play(positions.at(-1) ?? START, move).position);
    all.push(move);
  };
  for (const move of moves) {
    if (move !== "pass" && mustPass(positions.at(-1) ?? START)) step("pass");
    step(move);
  }
  const ply = Math.min(from.ply ?? all.length, all.length);
  const position = positions[ply] ?? START;
  const legal = legalMoves(position);
  const isPass = mustPass(position);
  const lastMove = all[ply - 1] ?? null;
  const isOver = legal.length === 0 && !isPass;
  return { position, flipped: [], moves: all, ply, lastMove, legal, mustPass: isPass, isOver };
}

/** The rules. They read transcripts only, one a line, and write nothing else. */
export const testRules: Rules = {
  legalMoves,
  mustPass,
  isOver: (position) => legalMoves(position).length === 0 && !mustPass(position),
  flips,
  play,
  replay,
  read: (text) =>
    text
      .trim()
      .split("\n")
      .map((line) => {
        if (!/^([a-h][1-8])+$/.test(line))
          throw new RulesError("malformed", "no move", { line: 1, column: 1 });
        const { moves, position } = replay(line.match(/../g) ?? []);
        return { kind: "game", start: START, moves, position, black: "", white: "" };
      }),
  open: (files) => {
    const lines = files
      .map((bytes) => new TextDecoder().decode(bytes))
      .join("\n")
      .split("\n")
      .filter((line) => line.trim() !== "");
    let failures = 0;
    let read = 0;
    return {
      get isAtEnd() {
        return read >= lines.length;
      },
      get failures() {
        return failures;
      },
      get firstFailure() {
        return failures > 0 ? new RulesError("malformed", "no move", { line: 2, column: 1 }) : null;
      },
      read: (most) => {
        const portion = lines.slice(read, read + most);
        read += portion.length;
        const games = portion.filter((line) => /^([a-h][1-8])+$/.test(line));
        failures += portion.length - games.length;
        const names = { black: "", white: "", branches: "", event: "" };
        return games.map((transcript) => ({ kind: "game", start: START, transcript, ...names }));
      },
      free: () => undefined,
    };
  },
  readPosition: () => START,
  write: ({ moves }) => moves.filter((move) => move !== "pass").join(""),
  stableDiscs: () => [],
  checkSetUp: (position) => ({ isPlayable: legalMoves(position).length > 0, remarks: [] }),
};

/** Plays the first legal move again and again, until the game is over. Returns the moves without passes. */
export function firstLegalGame(): string[] {
  const moves: string[] = [];
  for (let position = START; !testRules.isOver(position);) {
    const move = legalMoves(position)[0] ?? "pass";
    if (move !== "pass") moves.push(move);
    position = play(position, move).position;
  }
  return moves;
}
