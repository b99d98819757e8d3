// Games of the library as one text.
import { branchesOf, RulesError, type Rules } from "../../rules";
import { movesIn } from "../../study/address";
import { unpackDraft, type KeptDraft } from "../../study/drafts";
import type { LibraryGame } from "../../study/library-games";
import { writeSgf } from "../../study/sgf";
import { lineThrough, nodeAt, ROOT, treeOf, withBranches, withComment, type Tree } from "../../study/tree";

/** What the library writes. */
export const LIBRARY_FORMATS = ["sgf", "ggf", "transcript"] as const;
export type LibraryFormat = (typeof LIBRARY_FORMATS)[number];

/** Writes games, one after the other. Those that the format cannot hold are left out, and counted. */
export async function writeGames(
  rules: Rules,
  games: readonly LibraryGame[],
  format: LibraryFormat,
  draftOf: (id: string) => Promise<KeptDraft | null>,
): Promise<{ text: string; leftOut: number }> {
  const written: string[] = [];
  for (const game of games) {
    const { id, start, transcript, black, white, event } = game;
    try {
      written.push(
        format === "sgf"
          ? writeSgf(noted(treeOfGame(rules, game, await draftOf(id)), game.note), { black, white, event })
          : rules.write({ start, moves: movesIn(transcript), black, white }, format),
      );
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
    }
  }
  const text = written.map((one) => `${one.trimEnd()}\n`).join("");
  return { text, leftOut: games.length - written.length };
}

/** The game with its variations and remarks. */
function treeOfGame(rules: Rules, game: LibraryGame, draft: KeptDraft | null): Tree {
  const kept = draft && unpackDraft(rules, draft);
  if (kept) return kept.tree;
  const tree = treeOf(rules, game.start, movesIn(game.transcript));
  return withBranches(rules, tree, lineThrough(tree, ROOT), branchesOf(game.branches).branches);
}

/** The note stands before the remark on the start. */
function noted(tree: Tree, note: string): Tree {
  if (note === "") return tree;
  const { comment } = nodeAt(tree, ROOT);
  return withComment(tree, ROOT, [note, comment].filter(Boolean).join("\n"));
}
