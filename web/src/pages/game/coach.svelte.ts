// The coach of a game against a program: hints step by step, and at a wish what each move missed.
import type { GameId } from "../../protocol/wire";
import type { Rules } from "../../rules";
import { noteHint } from "../../state/assisted";
import { keep, readKept } from "../../state/storage";
import { sideToMove } from "../../state/game-record";
import { words } from "../../words";
import type { Told } from "./coaching";
import type { DecidableGame } from "./advice";

const KEY = "willow-coach";

/** What the coach needs of a game: one of the server, or of this device. */
export type CoachedGame = Pick<DecidableGame, "color" | "moves" | "positionAt" | "hint">;

/** The coach's parts that come when it is asked first; tests put a fake in their place. */
type Coaching = Pick<typeof import("./coaching"), "hintsFor" | "missedBy">;

export class Coach {
  /** What was said last. */
  said = $state("");
  isBusy = $state(false);
  /** Whether a move is being looked at. */
  isLooking = $state(false);
  /** How many steps of the hint of the position are told. */
  step = $state(0);
  /** Whether each move is looked at. */
  watches = $state(readKept(KEY) === true);
  #hints: readonly Told[] = [];
  #position: string | null = null;
  #ply = 0;

  constructor(
    private readonly game: CoachedGame,
    /** By what it is remembered that the game had help. */
    readonly key: GameId | string,
    private readonly load: () => Promise<Coaching> = () => import("./coaching"),
  ) {
    this.#ply = game.moves.length;
  }

  /** What the next press tells. */
  get label(): string {
    const { hint, hintWhy, hintMove } = words.game.actions;
    return [hint, hintWhy, hintMove][this.step] ?? hintMove;
  }

  /** Tells the next step of the hint of a position: where to look, why, the move. */
  async hint(position: string, rules: Rules): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      if (this.#position !== position || this.#hints.length === 0) {
        this.#hints = await (await this.load()).hintsFor(rules, position);
        [this.#position, this.step] = [position, 0];
        noteHint(this.key);
      }
      const told = this.#hints[Math.min(this.step, this.#hints.length - 1)];
      if (!told) return;
      this.step = Math.min(this.step + 1, this.#hints.length - 1);
      this.#tell(told, position);
    } catch {
      this.said = words.game.actions.noHint;
    } finally {
      this.isBusy = false;
    }
  }

  watch(isOn: boolean): void {
    this.watches = isOn;
    keep(KEY, isOn);
  }

  /** Call it when the game has gone on, or back. A hint of an earlier position is gone. */
  async follow(position: string | null, rules: Rules | null): Promise<void> {
    const { moves } = this.game;
    if (position !== this.#position) [this.#hints, this.step, this.#position] = [[], 0, null];
    const ply = this.#lastOwnPly();
    const isNew = ply > this.#ply;
    if (moves.length < this.#ply) this.said = "";
    this.#ply = moves.length;
    if (!isNew || !this.watches || !rules) return;
    const before = this.game.positionAt(ply - 1);
    const move = moves[ply - 1];
    if (before === null || move === undefined) return;
    this.said = "";
    this.isLooking = true;
    const told = await this.load()
      .then(({ missedBy }) => missedBy(rules, before, move))
      .catch(() => null);
    this.isLooking = false;
    if (!told || moves.length < ply) return;
    noteHint(this.key);
    this.#tell(told, before);
  }

  #tell({ text, squares }: Told, position: string): void {
    this.said = text;
    this.game.hint = { position, squares };
  }

  /** The ply of the user's last move; 0 before the first one. */
  #lastOwnPly(): number {
    const { moves, color } = this.game;
    for (let ply = moves.length; ply > this.#ply; ply--) {
      const before = this.game.positionAt(ply - 1);
      if (moves[ply - 1] !== "pass" && before !== null && sideToMove(before) === color) return ply;
    }
    return 0;
  }
}
