// A board for other pages: `<othello-board moves="f5d6c3" playable></othello-board>`.
import type { Replayed, Rules } from "../src/rules/types";
import { loadRules } from "./rules";

const STYLE = `
:host { display: inline-block; inline-size: 24rem; max-inline-size: 100%; }
div { display: grid; grid-template-columns: repeat(8, 1fr); gap: 1px; background: #0a3d22; padding: 1px; }
button { all: unset; box-sizing: border-box; aspect-ratio: 1; display: grid; place-items: center; background: #16824a; }
button:focus-visible { outline: 3px solid #ffd54a; outline-offset: -3px; }
button[data-legal] { cursor: pointer; }
button::after { content: ""; border-radius: 50%; }
button[data-legal]::after { inline-size: 24%; block-size: 24%; background: #0004; }
button[data-disc]::after { inline-size: 82%; block-size: 82%; background: #111; }
button[data-disc="white"]::after { background: #f6f6f2; }
button[data-last]::after { box-shadow: 0 0 0 2px #ffd54a; }
`;

const SQUARES = Array.from(
  { length: 64 },
  (_, index) => `${"abcdefgh"[index % 8]}${Math.floor(index / 8) + 1}`,
);

const DISCS: Readonly<Record<string, string>> = { X: "black", O: "white" };

let rules: Promise<Rules> | undefined;

/**
 * The board of a game. `start` is a position and `moves` its moves, such as `f5d6c3`; with `playable` the legal moves
 * are played by a click or a key. A played move is an event `move`, whose `detail` is what `Rules.replay` tells.
 */
export class OthelloBoard extends HTMLElement {
  static readonly observedAttributes = ["moves", "start", "playable"];

  readonly #squares: readonly HTMLButtonElement[];

  constructor() {
    super();
    const style = document.createElement("style");
    style.textContent = STYLE;
    const board = document.createElement("div");
    board.role = "group";
    this.#squares = SQUARES.map((square) => {
      const button = document.createElement("button");
      button.addEventListener("click", () => void this.#play(square));
      return button;
    });
    board.append(...this.#squares);
    this.attachShadow({ mode: "open" }).append(style, board);
  }

  connectedCallback(): void {
    void this.#draw();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#draw();
  }

  /** Returns the game that is shown. */
  async #replayed(more: readonly string[] = []): Promise<Replayed> {
    const known = await (rules ??= loadRules());
    const moves = this.getAttribute("moves")?.match(/[a-h][1-8]/gi) ?? [];
    const start = this.getAttribute("start");
    return known.replay([...moves, ...more], start === null ? {} : { start });
  }

  async #draw(): Promise<void> {
    const { position, legal, lastMove } = await this.#replayed();
    const isPlayable = this.hasAttribute("playable");
    this.#squares.forEach((button, index) => {
      const square = SQUARES[index] ?? "";
      const disc = DISCS[position[index] ?? ""];
      const isLegal = isPlayable && legal.includes(square);
      button.toggleAttribute("data-legal", isLegal);
      button.toggleAttribute("data-last", square === lastMove);
      button.toggleAttribute("data-disc", disc !== undefined);
      if (disc) button.dataset["disc"] = disc;
      button.disabled = !isLegal;
      button.ariaLabel = disc ? `${square}, ${disc}` : square;
    });
  }

  async #play(square: string): Promise<void> {
    const game = await this.#replayed([square]);
    this.setAttribute("moves", game.moves.filter((move) => move !== "pass").join(""));
    this.dispatchEvent(new CustomEvent<Replayed>("move", { detail: game, bubbles: true, composed: true }));
  }
}

customElements.define("othello-board", OthelloBoard);
