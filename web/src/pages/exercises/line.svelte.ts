// A line of moves on a board, which plays itself or is stepped through.
import type { Rules } from "../../rules";

/** How long each move stands before the next one. */
const STEP_MS = 900;

export class Line {
  moves = $state.raw<readonly string[]>([]);
  /** So many moves are on the board. */
  at = $state(0);
  #positions = $state.raw<readonly string[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly rules: Pick<Rules, "play">) {}

  get position(): string {
    return this.#positions[this.at] ?? "";
  }

  get lastMove(): string | null {
    return this.moves[this.at - 1] ?? null;
  }

  get isAtEnd(): boolean {
    return this.at === this.moves.length;
  }

  /** Takes another line. As many of its moves as are given are on the board. */
  set(start: string, moves: readonly string[], at = 0): void {
    this.stop();
    const positions = [start];
    for (const move of moves) positions.push(this.rules.play(positions.at(-1) ?? start, move).position);
    [this.moves, this.#positions, this.at] = [moves, positions, at];
  }

  goTo(at: number): void {
    this.stop();
    this.at = Math.min(Math.max(at, 0), this.moves.length);
  }

  /** Plays on, to the end or until so many moves are on the board. */
  run(to = this.moves.length): void {
    this.stop();
    if (this.at >= to) return;
    this.#timer = setTimeout(() => {
      this.at += 1;
      this.run(to);
    }, STEP_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
