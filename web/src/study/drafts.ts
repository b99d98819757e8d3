// The studies of this browser, with variations, comments and findings: those of this tab outlive a reload, and the
// newest ones of all tabs outlive their tabs.
import type { Rules } from "../rules";
import { keep, keepInTab, readKept, readKeptInTab } from "../state/storage";
import type { Accuracy, Finding } from "./analyst";
import type { RecordAddress } from "./address";
import type { Found } from "./findings";
import type { Names } from "./sgf";
import {
  lineThrough,
  movesOf,
  nodeAt,
  ROOT,
  TreeBuilder,
  treeOf,
  type NodeId,
  type Tree,
  type TreeNode,
} from "./tree";

const KEY = "willow-analysis";
const TEXT_KEY = "willow-analysis-text";
/** How many records are kept, the newest first. */
const MAX_DRAFTS = 4;
/** The form in which they are kept. Another one is not read. */
const FORM = 1;

/** A study as it is kept. */
export interface Draft extends Found {
  /** What it is known by from the moment in which it is opened, whatever becomes of its moves. */
  readonly id: string;
  readonly tree: Tree;
  readonly at: NodeId;
  readonly names: Names;
  /** The revision of the library's game that it shows, if that came from another browser. */
  readonly taken?: number | undefined;
  /** The last change of the library's game that it shows, if that is known. */
  readonly edit?: number | undefined;
}

/** A record as it is kept: positions are found again by the rules. */
export interface KeptDraft {
  readonly form: number;
  readonly id: string;
  readonly start: string;
  readonly nodes: readonly KeptNode[];
  readonly at: NodeId;
  readonly black: string;
  readonly white: string;
  readonly event?: string;
  readonly findings: readonly (readonly [string, Finding])[];
  /** Missing in drafts of before 28 November 2026. */
  readonly accuracies?: readonly (readonly [string, Accuracy])[];
  readonly taken?: number | undefined;
  /** The library itself does not keep it: its games have it. */
  readonly edit?: number | undefined;
}

interface KeptNode {
  readonly id: NodeId;
  readonly parent: NodeId;
  readonly move: string;
  readonly comment: string;
}

/** Keeps a record. It takes the place of its earlier state. */
export function keepDraft(draft: Draft): void {
  const kept = { ...packDraft(draft), edit: draft.edit };
  const before = (others: readonly KeptDraft[]) =>
    [kept, ...others.filter((other) => !isSameRecord(other, kept))].slice(0, MAX_DRAFTS);
  keepInTab(KEY, before(draftsOf(readKeptInTab(KEY))));
  keep(KEY, before(draftsOf(readKept(KEY))));
}

/**
 * The draft of which an address says a line from the start to its end; the newest one without an address. `null` if
 * there is none.
 */
export function readDraft(rules: Rules, address: RecordAddress | null): Draft | null {
  for (const kept of readAll()) {
    const draft = unpackDraft(rules, kept);
    if (!draft) continue;
    if (address === null) return draft;
    const at = nodeOf(rules, draft.tree, address);
    if (at !== null) return { ...draft, at, names: namesOf(draft, address) };
  }
  return null;
}

/** A record, as a link that leads to it. */
export interface DraftLink {
  readonly names: Names;
  /** The moves without passes. */
  readonly moves: readonly string[];
  readonly address: RecordAddress;
}

/** The records of this tab, the newest first, then those of other tabs, also of closed ones. */
export function draftLinks(rules: Rules): DraftLink[] {
  return readAll().flatMap((kept) => {
    const draft = unpackDraft(rules, kept);
    if (!draft) return [];
    const { tree, at, names } = draft;
    const { black, white } = names;
    const moves = movesOf(lineThrough(tree, at)).filter((move) => move !== "pass");
    const start = nodeAt(tree, ROOT).position;
    return [{ names, moves, address: { start, moves, ply: nodeAt(tree, at).ply, black, white } }];
  });
}

/** The text that was typed and not opened yet. */
export function readText(): string {
  const text = readKeptInTab(TEXT_KEY);
  return typeof text === "string" ? text : "";
}

export function keepText(text: string): void {
  keepInTab(TEXT_KEY, text);
}

/** The position of a tree to which an address leads; `null` if none of its lines ends where that of the address does. */
function nodeOf(rules: Rules, tree: Tree, { start, moves, ply }: RecordAddress): NodeId | null {
  if (nodeAt(tree, ROOT).position !== start) return null;
  // So begins a new record. The address of an open study has a ply.
  if (moves.length === 0 && ply === null) return null;
  const path = follow(rules, tree, moves);
  const end = path?.at(-1);
  if (!path || !end || !isEnd(tree, end)) return null;
  return (ply === null ? end : (path[ply] ?? end)).id;
}

/** The positions of a line from the start; `null` if the tree does not have it. */
function follow(rules: Rules, tree: Tree, moves: readonly string[]): readonly TreeNode[] | null {
  const path = [nodeAt(tree, ROOT)];
  try {
    for (const move of rules.replay(moves, { start: nodeAt(tree, ROOT).position }).moves) {
      const next = path.at(-1)?.children.find((child) => nodeAt(tree, child).move === move);
      if (next === undefined) return null;
      path.push(nodeAt(tree, next));
    }
  } catch {
    return null;
  }
  return path;
}

/** Whether a line ends at a position, but for passes, which addresses leave out. */
function isEnd(tree: Tree, { id, ply }: TreeNode): boolean {
  return lineThrough(tree, id)
    .slice(ply + 1)
    .every(({ move }) => move === "pass");
}

/** The names of a draft, and those of the address that it lacks. */
function namesOf({ names }: Draft, address: RecordAddress): Names {
  return { ...names, black: names.black || address.black, white: names.white || address.white };
}

/** Whether both are states of one record. Boards on which nothing was done are not worth a place each. */
function isSameRecord(one: KeptDraft, other: KeptDraft): boolean {
  return one.id === other.id || (isBare(one) && isBare(other) && one.start === other.start);
}

function isBare({ nodes: [root, ...others] }: KeptDraft): boolean {
  return others.length === 0 && root?.comment === "";
}

/** Returns a record in the form in which it is kept. */
export function packDraft({ id, tree, at, names, findings, accuracies, taken }: Draft): KeptDraft {
  const nodes = [...tree.values()].map((node) => ({
    id: node.id,
    parent: node.parent ?? ROOT,
    move: node.move ?? "",
    comment: node.comment,
  }));
  const start = nodeAt(tree, ROOT).position;
  const found = { findings: [...findings], accuracies: [...accuracies] };
  return { form: FORM, id, start, nodes, at, ...names, ...found, taken };
}

/** Variations and remarks of a record as one text, whatever their numbers; empty if it has none. */
export function textOfDraft(draft: KeptDraft | null): string {
  const [root, ...others] = draft?.nodes ?? [];
  const children = new Map<NodeId, KeptNode[]>();
  for (const node of others) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  const isBare = [...children.values()].every(({ length }) => length === 1);
  if (!root || (isBare && draft?.nodes.every(({ comment }) => comment === ""))) return "";
  const written = ({ id, move, comment }: KeptNode): unknown[] => [
    ...[move, comment],
    ...(children.get(id) ?? []).map(written),
  ];
  return JSON.stringify(written(root));
}

/** Plays the moves of a draft again. A draft that does not fit the rules is none. */
export function unpackDraft(rules: Rules, kept: KeptDraft): Draft | null {
  try {
    const builder = new TreeBuilder(rules, treeOf(rules, kept.start, []));
    const ids = new Map<NodeId, NodeId>([[ROOT, ROOT]]);
    for (const { id, parent, move, comment } of kept.nodes) {
      // A pass is there already: it was played with the move before.
      const at = id === ROOT ? ROOT : builder.play(ids.get(parent) ?? ROOT, move);
      if (comment !== "") builder.comment(at, comment);
      ids.set(id, at);
    }
    const { black, white, event = "" } = kept;
    const names = { black, white, event };
    const at = ids.get(kept.at) ?? ROOT;
    const found = { findings: new Map(kept.findings), accuracies: new Map(kept.accuracies) };
    return { id: kept.id, tree: builder.tree, at, names, taken: kept.taken, edit: kept.edit, ...found };
  } catch {
    return null;
  }
}

/** The drafts of this tab, then the others. Of a record of which both have one, that of this tab counts. */
function readAll(): KeptDraft[] {
  const own = draftsOf(readKeptInTab(KEY));
  const others = draftsOf(readKept(KEY));
  return [...own, ...others.filter((other) => !own.some((draft) => isSameRecord(draft, other)))];
}

function draftsOf(kept: unknown): KeptDraft[] {
  return Array.isArray(kept) ? kept.filter(isDraft).map((draft) => ({ ...draft, id: idOf(draft) })) : [];
}

/** Drafts that were kept before they had an id are known by their moves. */
function idOf({ id, start, nodes }: Omit<KeptDraft, "id"> & { readonly id?: string }): string {
  return id ?? [start, ...nodes.map(({ move }) => move)].join(" ");
}

function isDraft(value: unknown): value is KeptDraft {
  if (typeof value !== "object" || value === null || !("form" in value) || value.form !== FORM) return false;
  return (
    "nodes" in value && Array.isArray(value.nodes) && "findings" in value && Array.isArray(value.findings)
  );
}
