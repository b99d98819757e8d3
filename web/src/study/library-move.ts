// Moves the games of one library of this browser into another one.
import { randomWord } from "../state/random-word";
import { textOfDraft, type KeptDraft } from "./drafts";
import { textOf, type LibraryGame } from "./library-games";
import type { Library } from "./library.svelte";

/** A game that was copied. */
interface Copied {
  readonly game: LibraryGame;
  readonly draft: KeptDraft | null;
  /** Where it is now. */
  readonly id: string;
}

/**
 * Moves all games, those too that are written meanwhile. One that is there already stays, and both do if they are
 * different. What the account of the emptied library has is taken again, if it is kept here once more.
 */
export async function moveAll(from: Library, to: Library): Promise<void> {
  const copied = new Map<string, Copied>();
  for (;;) {
    await from.flush();
    await Promise.all([from.readAgain(), to.readAgain()]);
    if (from.state !== "ready" || to.state !== "ready") throw new Error("the browser keeps nothing");
    const games = [...from.games.values()];
    if (games.length === 0) break;
    for (const game of games) copied.set(game.id, await copy(game, from, to, copied.get(game.id)));
    if (!(await from.inTurn(() => dropUnchanged(from, copied)))) throw new Error("the browser keeps nothing");
  }
  await from.drop([...from.deletions.keys()]);
  if (from.cursor) await from.note({ ...from.cursor, after: 0 });
}

/** Copies a game. Where an earlier state was copied, and is still there, it takes its place. */
async function copy(game: LibraryGame, from: Library, to: Library, earlier?: Copied): Promise<Copied> {
  const draft = await from.draftOf(game.id);
  const there = to.games.get(game.id);
  const isSame = there && textOf(there) === textOf(game);
  if (isSame && textOfDraft(await to.draftOf(game.id)) === textOfDraft(draft)) {
    return { game, draft, id: game.id };
  }
  const isOurs = earlier && to.games.get(earlier.id)?.edit === earlier.game.edit;
  const free = there ? `${game.id}~${randomWord(4)}` : game.id;
  const id = isOurs ? earlier.id : free;
  await to.putDraft(id, draft && { ...draft, taken: undefined });
  await to.put([{ ...game, id, known: undefined, taken: undefined }]);
  return { game, draft, id };
}

/** Takes out what is still as it was copied. Returns whether the browser has done it. */
async function dropUnchanged(from: Library, copied: ReadonlyMap<string, Copied>): Promise<boolean> {
  await from.readAgain();
  const [games, same] = [from.games, [] as string[]];
  for (const [id, one] of copied) {
    const isSameDraft = JSON.stringify(await from.draftOf(id)) === JSON.stringify(one.draft);
    if (isSameDraft && JSON.stringify(games.get(id)) === JSON.stringify(one.game)) same.push(id);
  }
  return from.drop(same.filter((id) => from.games.get(id) === games.get(id) && !from.isWaiting(id)));
}
