// An endgame drill: from a number of empties on, somebody plays against the solver and must keep the best result.
import type { MoveReport } from "../../engine";
import type { Side } from "../../protocol/wire";
import type { Rules } from "../../rules";
import { sideToMove } from "../../state/game-record";
import type { Solver } from "./solver";

/** How long the reply waits, so that one sees the own move first. */
const REPLY_MS = 700;

/** What is to be kept: the outcome alone, or every disc. */
export type Aim = "outcome" | "discs";

export class Drill {
  position = $state("");
  lastMove = $state<string | null>(null);
  /** What the solver is at work on, or why it is not: then the drill waits. */
  state = $state<"yours" | "thinking" | "failed" | "over">("yours");
  /** The move that did not keep the result. It can be taken back. */
  slip = $state.raw<MoveReport | null>(null);
  /** How many moves did not keep the result. */
  slips = $state(0);
  readonly side: Side;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #before = "";
  #asked: string | null = null;
  #isLeft = false;

  constructor(
    private readonly rules: Rules,
    private readonly solver: Solver,
    readonly start: string,
    /** The best result, in discs for the side to move. */
    readonly best: number,
    readonly aim: Aim,
  ) {
    this.side = sideToMove(start) ?? "black";
    this.position = start;
  }

  get isPlayable(): boolean {
    return this.state === "yours" && this.slip === null;
  }

  get legal(): string[] {
    return this.isPlayable ? this.rules.legalMoves(this.position) : [];
  }

  play(move: string): void {
    if (!this.isPlayable) return;
    this.#before = this.position;
    this.#put(move);
    void this.#judge(move);
  }

  /** Takes the slip back. */
  takeBack(): void {
    if (!this.slip) return;
    this.slip = null;
    [this.position, this.lastMove, this.state] = [this.#before, null, "yours"];
  }

  /** Asks the solver again. */
  retry(): void {
    if (this.state === "failed" && this.#asked !== null) void this.#judge(this.#asked);
  }

  leave(): void {
    this.#isLeft = true;
    clearTimeout(this.#timer);
  }

  #put(move: string): void {
    this.position = this.rules.play(this.position, move).position;
    this.lastMove = move;
  }

  async #judge(move: string): Promise<void> {
    [this.state, this.#asked] = ["thinking", move];
    try {
      const found = await this.solver.compare(this.#before, move);
      if (this.#isLeft) return;
      if (this.#isKept(found)) return await this.#reply(found.played_pv.slice(1));
      this.slips += 1;
      [this.slip, this.state] = [found, "yours"];
    } catch {
      if (!this.#isLeft) this.state = "failed";
    }
  }

  #isKept({ loss, value, best_value: best }: MoveReport): boolean {
    return this.aim === "discs" ? loss === 0 : Math.sign(value) >= Math.sign(best);
  }

  /** Plays the solver's moves, and passes, until the user is to move or the game is over. */
  async #reply([next, ...rest]: readonly string[]): Promise<void> {
    if (this.rules.isOver(this.position)) this.state = "over";
    else if (sideToMove(this.position) === this.side && !this.rules.mustPass(this.position))
      this.state = "yours";
    else {
      const move = next ?? (await this.solver.values(this.position))[0]?.move ?? "pass";
      await new Promise((resolve) => (this.#timer = setTimeout(resolve, REPLY_MS)));
      if (this.#isLeft) return;
      this.#put(move);
      await this.#reply(rest);
    }
  }
}
