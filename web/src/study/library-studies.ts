// What the studies of this tab come from: whoever writes one must know whether its game was changed elsewhere meanwhile.
import { packDraft, textOfDraft, type Draft } from "./drafts";
import type { Games, KeepableGame, LibraryGame } from "./library-games";
import { lineThrough, movesOf, nodeAt, ROOT } from "./tree";

/** What an open study comes from. */
export interface OpenStudy {
  readonly taken: number | undefined;
  /** The game's last change that it shows, or has made itself; missing if that is not known. */
  edit: number | undefined;
  /** What people had written when it was opened or written last: only another text is a change. */
  text: string | null;
}

/** The studies of this tab, by their ids. */
export class OpenStudies {
  readonly #all = new Map<string, OpenStudy>();

  get(id: string): OpenStudy | undefined {
    return this.#all.get(id);
  }

  set(id: string, study: OpenStudy): void {
    this.#all.set(id, study);
  }

  /** This tab changes games: their studies know it, unless they are outdated. Returns what undoes that. */
  advance(before: Games, changed: readonly LibraryGame[]): () => void {
    const own = changed.flatMap(({ id, edit: next }) => {
      const [study, edit] = [this.#all.get(id), before.get(id)?.edit];
      return study && study.edit === edit ? { study, edit, next } : [];
    });
    for (const { study, next } of own) study.edit = next;
    return () => {
      for (const { study, edit, next } of own) if (study.edit === next) study.edit = edit;
    };
  }
}

/** What a draft is without its variations and findings. */
export function gameOf({ tree, names: { black, white, event = "" } }: Draft): KeepableGame {
  const moves = movesOf(lineThrough(tree, ROOT)).filter((move) => move !== "pass");
  return {
    start: nodeAt(tree, ROOT).position,
    transcript: moves.join(""),
    black,
    white,
    event,
    branches: "",
  };
}

/** What people have written in a study, as one text. */
export function writtenIn(draft: Draft): string {
  return JSON.stringify([gameOf(draft), textOfDraft(packDraft(draft))]);
}
