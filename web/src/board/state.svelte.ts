// The state of one board: what lies on it, where the focus is, and the meaning of a press.
import type { Intent, Step } from "./events";
import {
  indexOf,
  isSquare,
  readPosition,
  squareAt,
  SQUARES,
  flippedBetween,
  type Disc,
  type Square,
} from "./squares";
import type { Side } from "../protocol/wire";

/** When a press plays: at once, or when the same square is pressed again. */
export type Confirm = "none" | "two-tap";

/** What a press on a square may do now. */
export interface Permission {
  /** The legal moves of the side to move. */
  legal: readonly string[];
  /** The user is to move on this board. */
  playable: boolean;
  /** The user may choose a move for the next turn. */
  premovable: boolean;
  /** The move that waits for the user's turn. */
  premove: string | null;
  confirm: Confirm;
}

/** What the board's owner is to do after an intent. */
export type Outcome =
  | { kind: "nothing" }
  /** The intent means nothing here; the page may use the key. */
  | { kind: "ignored" }
  | { kind: "move"; square: Square }
  | { kind: "premove"; square: Square | null }
  /** The square waits for its second press. */
  | { kind: "chosen"; square: Square }
  | { kind: "illegal"; square: Square }
  /** The focus goes to the square in `focused`. */
  | { kind: "focus" };

const NOTHING: Outcome = { kind: "nothing" };
const IGNORED: Outcome = { kind: "ignored" };

/** The state of one board. It knows no rules: the legal moves are told. */
export class BoardState {
  /** The contents of the squares, from a1 to h8. */
  readonly discs = $state<Disc[]>(SQUARES.map(() => null));
  /** The index of each flipped disc in the order of the animation of the last move; `null` of all others. */
  readonly flipOrder = $state<(number | null)[]>(SQUARES.map(() => null));
  /** The side to move, if the position tells. */
  toMove = $state<Side | null>(null);
  /** The square that the Tab key reaches; the arrow keys move it. */
  focused = $state<Square>("d4");
  /** The column of a square that is being typed, or nothing. */
  typed = $state("");
  /** The square that was pressed once and waits for the second press. */
  chosen = $state<Square | null>(null);
  /** The square under the mouse or pen. */
  #pointed = $state<Square | null>(null);
  /** The square under a long press. */
  #held = $state<Square | null>(null);
  /** The focused square, while the focus is to be seen. */
  #focusShown = $state<Square | null>(null);
  /** A move of the user that is drawn, while the position that it makes is not told yet. */
  put = $state<Square | null>(null);
  #shown: string | null = null;

  /** Shows a position. Discs turn one after another if the position came from the last one by the move. */
  show(position: string, lastMove: string | null): void {
    if (position === this.#shown && this.put === null) return;
    const { discs, toMove } = readPosition(position);
    const isDrawn = this.put === lastMove && discs.every((disc, index) => disc === this.discs[index]);
    if (!isDrawn) this.#draw(discs, this.#shown === null ? null : lastMove);
    this.#shown = position;
    this.toMove = toMove;
    this.put = this.chosen = null;
    this.#held = null;
  }

  /** Draws a legal move of the side to move, which turns some discs. */
  play(square: Square, turned: readonly string[]): void {
    const side = this.toMove;
    const isOwn = (other: Square) => other === square || turned.includes(other);
    this.#draw(
      this.discs.map((disc, index) => (isOwn(SQUARES[index] ?? square) ? side : disc)),
      square,
    );
    this.put = square;
  }

  #draw(discs: readonly Disc[], lastMove: string | null): void {
    const flipped =
      lastMove === null || !isSquare(lastMove) ? null : flippedBetween(this.discs, discs, lastMove);
    SQUARES.forEach((square, index) => {
      const order = flipped?.indexOf(square) ?? -1;
      this.discs[index] = discs[index] ?? null;
      this.flipOrder[index] = order >= 0 ? order : null;
    });
  }

  /** The square whose move is previewed: the chosen one, else the one under a finger, the mouse or the focus. */
  get previewed(): Square | null {
    return this.chosen ?? this.#held ?? this.#pointed ?? this.#focusShown;
  }

  /** The focus has left the board. */
  blur(): void {
    this.#focusShown = null;
  }

  /** Does what an intent means now. */
  handle(intent: Intent, permission: Permission, rotated: boolean): Outcome {
    switch (intent.kind) {
      case "press":
        this.typed = "";
        return this.#press(intent.square, permission);
      case "point":
        this.#pointed = intent.square;
        return NOTHING;
      case "hold":
        this.#held = intent.square;
        return NOTHING;
      case "focus":
        this.focused = intent.square;
        this.#focusShown = intent.shown ? intent.square : null;
        return NOTHING;
      case "step":
        this.focused = stepFrom(this.focused, intent.step, rotated);
        this.typed = "";
        return { kind: "focus" };
      case "type":
        return this.#type(intent.key);
      case "cancel":
        return this.#cancel(permission);
    }
  }

  #press(square: Square, permission: Permission): Outcome {
    if (permission.playable) return this.#pressOnTurn(square, permission);
    if (!permission.premovable) return NOTHING;
    if (square === permission.premove) return { kind: "premove", square: null };
    if (this.discs[indexOf(square)] !== null) return { kind: "illegal", square };
    return { kind: "premove", square };
  }

  #pressOnTurn(square: Square, { legal, confirm }: Permission): Outcome {
    const waits = confirm === "two-tap" && this.chosen !== square;
    this.chosen = null;
    if (!legal.includes(square)) return { kind: "illegal", square };
    if (!waits) return { kind: "move", square };
    this.chosen = square;
    return { kind: "chosen", square };
  }

  /** A letter begins a square, a digit ends it, Backspace takes the letter away. */
  #type(key: string): Outcome {
    if (key === "Backspace") {
      if (this.typed === "") return IGNORED;
      this.typed = "";
      return NOTHING;
    }
    const word = this.typed + key;
    if (!isSquare(word)) {
      if (/^[1-8]$/.test(key)) return IGNORED;
      this.typed = key;
      return NOTHING;
    }
    this.typed = "";
    this.focused = word;
    return { kind: "focus" };
  }

  #cancel({ premove }: Permission): Outcome {
    if (this.typed !== "") this.typed = "";
    else if (this.chosen !== null) this.chosen = null;
    else if (premove !== null) return { kind: "premove", square: null };
    else return IGNORED;
    return NOTHING;
  }
}

/** Returns the square to which a key moves the focus. Directions are those of the eye, also on a rotated board. */
function stepFrom(from: Square, step: Step, rotated: boolean): Square {
  const index = indexOf(from);
  const eye = rotated ? 63 - index : index;
  const [column, row] = stepped(eye % 8, Math.floor(eye / 8), step);
  const square = rotated ? squareAt(7 - column, 7 - row) : squareAt(column, row);
  return square ?? from;
}

function stepped(column: number, row: number, step: Step): [number, number] {
  switch (step) {
    case "left":
      return [column - 1, row];
    case "right":
      return [column + 1, row];
    case "up":
      return [column, row - 1];
    case "down":
      return [column, row + 1];
    case "row-start":
      return [0, row];
    case "row-end":
      return [7, row];
    case "column-start":
      return [column, 0];
    case "column-end":
      return [column, 7];
    case "first":
      return [0, 0];
    case "last":
      return [7, 7];
  }
}
