// The game or position under study: its tree, and the position on the board.
import { randomWord } from "../state/random-word";
import type { PositionText, RecordBranch, Rules } from "../rules";
import type { RecordAddress } from "./address";
import type { Whose } from "./exercises.svelte";
import type { StepKey } from "./keys";
import type { Names } from "./sgf";
import {
  asMainLine,
  lineThrough,
  movesOf,
  nodeAt,
  NO_TREE,
  ROOT,
  treeOf,
  withBranches,
  withComment,
  withMove,
  without,
  type NodeId,
  type Place,
  type Tree,
} from "./tree";

/** A game or a position that is opened. */
export interface OpenedRecord extends Names {
  readonly start: PositionText;
  readonly moves: readonly string[];
}

/** A game or a position under study, with its variations. */
export class Study {
  tree = $state.raw<Tree>(NO_TREE);
  /** The position on the board. */
  at = $state<NodeId>(ROOT);
  /** By what drafts and library know the record. */
  id = $state(randomWord(8));
  /** The revision of the library's game that this is, if that came from another browser. */
  taken: number | undefined;
  names = $state.raw<Names>({ black: "", white: "" });
  /** Whose mistakes are to be learnt from as soon as they are known. */
  learn = $state<Whose | null>(null);
  /** The line through the position on the board. */
  readonly line = $derived(lineThrough(this.tree, this.at));
  readonly node = $derived(nodeAt(this.tree, this.at));
  readonly plies = $derived(this.line.length - 1);
  readonly legal: readonly string[] = $derived.by(() => this.rules.legalMoves(this.node.position));
  readonly isOver: boolean = $derived.by(() => this.rules.isOver(this.node.position));
  /** The move to point at. A pass points at the move before it. */
  readonly lastMove: string | null = $derived.by(() => {
    const { move, parent } = this.node;
    return move === "pass" && parent !== null ? nodeAt(this.tree, parent).move : move;
  });

  constructor(
    readonly rules: Rules,
    record: OpenedRecord,
    ply: number | null,
  ) {
    const { start, moves, black, white, event = "" } = record;
    this.tree = treeOf(rules, start, moves);
    this.names = { black, white, event };
    this.goTo(ply ?? ROOT);
  }

  /** Takes over a record that was kept. */
  restore({ tree, at, names }: Place & { readonly names: Names }): void {
    this.tree = tree;
    this.at = tree.has(at) ? at : ROOT;
    this.names = names;
  }

  /** Shows the position after a number of plies of the line. */
  goTo(ply: number): void {
    const within = Math.max(0, Math.min(this.plies, ply));
    this.at = this.line[within]?.id ?? ROOT;
  }

  /** Makes the step that a key asks for. */
  step(key: StepKey): void {
    if (key.kind === "step") this.goTo(this.node.ply + key.plies);
    else this.goTo(key.kind === "start" ? 0 : this.plies);
  }

  /** Shows a position of the tree. */
  show(id: NodeId): void {
    if (this.tree.has(id)) this.at = id;
  }

  /** Plays a move from the position on the board. One that is not legal does nothing. */
  play(move: string): boolean {
    if (!this.legal.includes(move)) return false;
    this.#go(withMove(this.rules, this.tree, this.at, move));
    return true;
  }

  /** Adds moves from a position as a variation, and shows the position after the first so many of them. */
  follow(from: NodeId, moves: readonly string[], shown: number): void {
    let place: Place = { tree: this.tree, at: from };
    let at = from;
    for (const [index, move] of moves.entries()) {
      // A pass has been played with the move before it.
      if (move !== "pass") place = withMove(this.rules, place.tree, place.at, move);
      if (index + 1 === shown) at = place.at;
    }
    this.#go({ tree: place.tree, at });
  }

  /** Adds the remarks and the variations of a record, whose game is the line on the board. */
  addBranches(branches: readonly RecordBranch[]): void {
    this.tree = withBranches(this.rules, this.tree, this.line, branches);
  }

  /** Writes a comment to the position on the board. */
  comment(text: string): void {
    this.tree = withComment(this.tree, this.at, text);
  }

  /** Takes the position on the board out, with all that follows. */
  remove(): void {
    this.#go(without(this.tree, this.at));
  }

  /** Goes back to the main line: to the position from which the line on the board differs. */
  backToMain(): void {
    const main = lineThrough(this.tree, ROOT);
    const shared = this.line.filter((node) => main.some(({ id }) => id === node.id));
    this.at = shared.at(-1)?.id ?? ROOT;
  }

  /** Makes the line to the position on the board the main line. */
  makeMain(): void {
    this.tree = asMainLine(this.tree, this.at);
  }

  /** The line on the board as an address says it. */
  get address(): RecordAddress {
    const start = nodeAt(this.tree, ROOT).position;
    const { black, white } = this.names;
    return { start, moves: movesOf(this.line), ply: this.node.ply, black, white };
  }

  #go({ tree, at }: Place): void {
    this.tree = tree;
    this.at = at;
  }
}
