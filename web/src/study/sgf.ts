// A game with variations and comments as SGF: the only one of the formats that holds them.
import { countDiscs, sideToMove } from "../state/game-record";
import { SQUARES } from "../board/squares";
import { moverOf } from "./findings";
import { nodeAt, ROOT, type NodeId, type Tree, type TreeNode } from "./tree";

export interface Names {
  readonly black: string;
  readonly white: string;
  /** The event with its date. */
  readonly event?: string;
}

/** Writes a tree as one game. Variations stand in brackets behind the move from which they differ, the main line first. */
export function writeSgf(tree: Tree, names: Names): string {
  const root = nodeAt(tree, ROOT);
  const players = `${property("PB", names.black)}${property("PW", names.white)}${property("EV", names.event ?? "")}`;
  const head = `;FF[4]GM[2]SZ[8]CA[UTF-8]${players}${start(root)}${property("C", root.comment)}`;
  return `(${head}${rest(tree, root)})`;
}

/** What follows a position. One line goes on without brackets. */
function rest(tree: Tree, from: TreeNode): string {
  let [written, node] = ["", from];
  for (let only = single(node); only !== null; only = single(node)) {
    node = nodeAt(tree, only);
    written += move(node);
  }
  const branches = node.children.map((child) => nodeAt(tree, child));
  return written + branches.map((child) => `(${move(child)}${rest(tree, child)})`).join("");
}

function single({ children }: TreeNode): NodeId | null {
  const [only, ...others] = children;
  return only !== undefined && others.length === 0 ? only : null;
}

function move(node: TreeNode): string {
  const name = node.move === "pass" ? "PA" : (node.move ?? "");
  return `;${moverOf(node) === "black" ? "B" : "W"}[${name}]${property("C", node.comment)}`;
}

function start({ position }: TreeNode): string {
  const { black, white } = countDiscs(position);
  const discs = (letter: string) =>
    SQUARES.filter((_, index) => position[index] === letter)
      .map((square) => `[${square}]`)
      .join("");
  return [
    black > 0 ? `AB${discs("X")}` : "",
    white > 0 ? `AW${discs("O")}` : "",
    black + white === 0 ? "AE[a1:h8]" : "",
    `PL[${sideToMove(position) === "white" ? "W" : "B"}]`,
  ].join("");
}

function property(name: string, text: string): string {
  return text === "" ? "" : `${name}[${text.replace(/[\\\]]/g, "\\$&")}]`;
}
