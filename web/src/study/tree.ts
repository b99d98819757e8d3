// A game with its variations: plain data. Every change makes a new tree; the numbers of the positions stay.
import type { PositionText, RecordBranch, Rules } from "../rules";

/** The number of a position in its tree. */
export type NodeId = number;

/** The root: the start of the game. */
export const ROOT: NodeId = 0;

/** A position of the tree, and the move that led to it. */
export interface TreeNode {
  readonly id: NodeId;
  readonly parent: NodeId | null;
  /** A square or `pass`; `null` at the root. */
  readonly move: string | null;
  readonly position: PositionText;
  /** The number of moves and passes from the root. */
  readonly ply: number;
  /** The first one goes on with the line, the others are variations. */
  readonly children: readonly NodeId[];
  readonly comment: string;
}

/** The positions by their numbers. Those that were taken out are missing. */
export type Tree = ReadonlyMap<NodeId, TreeNode>;

/** A table without a record. */
export const NO_TREE: Tree = new Map();

export type TreeRules = Pick<Rules, "play" | "mustPass" | "replay">;

/** A tree, and the position in it that a change leads to. */
export interface Place {
  readonly tree: Tree;
  readonly at: NodeId;
}

/** Makes the tree of a game without variations. Passes may be left out. Throws a `RulesError` for a mistake. */
export function treeOf(rules: TreeRules, start: PositionText, moves: readonly string[]): Tree {
  const root: TreeNode = {
    id: ROOT,
    parent: null,
    move: null,
    position: start,
    ply: 0,
    children: [],
    comment: "",
  };
  const builder = new TreeBuilder(rules, new Map([[ROOT, root]]));
  let at = ROOT;
  for (const move of rules.replay(moves, { start }).moves) at = builder.play(at, move);
  return builder.tree;
}

/** Adds many moves to a tree at once. */
export class TreeBuilder {
  readonly #rules: Pick<Rules, "play" | "mustPass">;
  readonly #nodes: Map<NodeId, TreeNode>;
  #next: NodeId;

  constructor(rules: Pick<Rules, "play" | "mustPass">, tree: Tree) {
    this.#rules = rules;
    this.#nodes = new Map(tree);
    this.#next = [...tree.keys()].reduce((most, id) => Math.max(most, id), ROOT) + 1;
    this.#passIfMust(ROOT);
  }

  /** The tree with what was added. The builder must not be used any more. */
  get tree(): Tree {
    return this.#nodes;
  }

  /** Plays a move. Returns the position after it, also if the tree has it. A pass that must follow is played, too. */
  play(at: NodeId, move: string): NodeId {
    const parent = nodeAt(this.#nodes, at);
    const known = childBy(this.#nodes, parent, move);
    if (known !== undefined) return known;
    const node = played(this.#rules, parent, move, this.#next++);
    this.#nodes.set(at, { ...parent, children: [...parent.children, node.id] });
    this.#nodes.set(node.id, node);
    this.#passIfMust(node.id);
    return node.id;
  }

  /** Writes a comment to a position. */
  comment(at: NodeId, comment: string): void {
    this.#nodes.set(at, { ...nodeAt(this.#nodes, at), comment });
  }

  commentOf(at: NodeId): string {
    return nodeAt(this.#nodes, at).comment;
  }

  #passIfMust(at: NodeId): void {
    if (this.#rules.mustPass(nodeAt(this.#nodes, at).position)) this.play(at, "pass");
  }
}

/** Plays a move: goes to its position if the tree has it, and adds it otherwise. A pass that must follow is played, too. */
export function withMove(rules: TreeRules, tree: Tree, at: NodeId, move: string): Place {
  const builder = new TreeBuilder(rules, tree);
  const after = builder.play(at, move);
  return { tree: builder.tree, at: childBy(builder.tree, nodeAt(builder.tree, after), "pass") ?? after };
}

/** The position after a move, if the tree has it. */
function childBy(tree: Tree, { children }: TreeNode, move: string): NodeId | undefined {
  return children.find((child) => tree.get(child)?.move === move);
}

function played(rules: Pick<Rules, "play">, parent: TreeNode, move: string, id: NodeId): TreeNode {
  const { position } = rules.play(parent.position, move);
  return { id, parent: parent.id, move, position, ply: parent.ply + 1, children: [], comment: "" };
}

/**
 * Adds the remarks and the variations of a record. `line` is the game of the record in the tree. A remark that is there
 * already stays.
 */
export function withBranches(
  rules: TreeRules,
  tree: Tree,
  line: readonly TreeNode[],
  branches: readonly RecordBranch[],
): Tree {
  const builder = new TreeBuilder(rules, tree);
  const places: (NodeId | undefined)[] = [];
  for (const { after, move, comment } of branches) {
    const from = "ply" in after ? line[after.ply]?.id : places[after.branch];
    const at = from === undefined || move === null ? from : builder.play(from, move);
    places.push(at);
    if (at !== undefined && comment !== "" && builder.commentOf(at) === "") builder.comment(at, comment);
  }
  return builder.tree;
}

/** A position of the tree; the root if it has none of this number. */
export function nodeAt(tree: Tree, id: NodeId): TreeNode {
  const node = tree.get(id) ?? tree.get(ROOT);
  if (!node) throw new Error("a tree has a root");
  return node;
}

/** The positions from the root to one of them. */
export function pathTo(tree: Tree, id: NodeId): readonly TreeNode[] {
  const path: TreeNode[] = [];
  for (let node: TreeNode | undefined = nodeAt(tree, id); node;) {
    path.unshift(node);
    node = node.parent === null ? undefined : tree.get(node.parent);
  }
  return path;
}

/** The line through a position: from the root to it, and on by the first moves to the end. */
export function lineThrough(tree: Tree, id: NodeId): readonly TreeNode[] {
  const line = [...pathTo(tree, id)];
  for (let next = line.at(-1)?.children[0]; next !== undefined; next = line.at(-1)?.children[0]) {
    line.push(nodeAt(tree, next));
  }
  return line;
}

/** The moves of a line, passes as `pass`. */
export function movesOf(line: readonly TreeNode[]): string[] {
  return line.flatMap(({ move }) => (move === null ? [] : [move]));
}

/** Whether a position is on the main line. */
export function isOnMainLine(tree: Tree, id: NodeId): boolean {
  return lineThrough(tree, ROOT).some((node) => node.id === id);
}

export function hasVariations(tree: Tree): boolean {
  return [...tree.values()].some(({ children }) => children.length > 1);
}

/** Writes a comment to a position. */
export function withComment(tree: Tree, id: NodeId, comment: string): Tree {
  return new Map(tree).set(id, { ...nodeAt(tree, id), comment });
}

/** Takes a position out, with all that follows. The root stays. */
export function without(tree: Tree, id: NodeId): Place {
  const { parent } = nodeAt(tree, id);
  if (parent === null) return { tree, at: ROOT };
  const after = new Map(tree);
  const above = nodeAt(tree, parent);
  after.set(parent, { ...above, children: above.children.filter((child) => child !== id) });
  for (const gone of below(tree, id)) after.delete(gone);
  return { tree: after, at: parent };
}

function below(tree: Tree, id: NodeId): NodeId[] {
  return [id, ...nodeAt(tree, id).children.flatMap((child) => below(tree, child))];
}

/** Makes the line to a position the main line. */
export function asMainLine(tree: Tree, id: NodeId): Tree {
  const after = new Map(tree);
  for (const { id: child, parent } of pathTo(tree, id)) {
    if (parent === null) continue;
    const above = nodeAt(after, parent);
    const others = above.children.filter((other) => other !== child);
    after.set(parent, { ...above, children: [child, ...others] });
  }
  return after;
}
