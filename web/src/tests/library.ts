// Browsers with the library of an account, for tests. Their databases are those of `database.ts`.
import { USUAL_START } from "../state/games-new.svelte";
import { textOfDraft, type Draft } from "../study/drafts";
import { NO_ACCURACIES, NO_FINDINGS } from "../study/findings";
import { textOf, type KeepableGame } from "../study/library-games";
import { Replica } from "../study/library-sync";
import { Library } from "../study/library.svelte";
import { browser, databases } from "./database";
import { testRules } from "./rules";
import { ROOT, treeOf, withComment } from "../study/tree";

/** A browser of the account. Its notes are what people write: each has a word of its own. */
export class Browser {
  library!: Library;
  /** The library of the browser itself. */
  own!: Library;
  replica!: Replica;

  constructor(readonly name: string) {
    this.open();
  }

  /** Begins with empty databases, unless it has some. */
  open(): void {
    for (const of of ["willow-library", "willow-library-drafts"]) this.#create(of);
    browser.name = this.name;
    this.own = new Library();
    this.library = new Library("alice");
    this.replica = new Replica(this.library, "alice", this.own);
  }

  #create(of: string): void {
    for (const part of [of, `${of}@alice`]) {
      if (!databases.has(this.name + part)) databases.set(this.name + part, new Map());
    }
  }

  /** Its databases are lost. */
  lose(): void {
    for (const name of databases.keys()) if (name.startsWith(this.name)) databases.delete(name);
    this.open();
  }

  async sync(): Promise<void> {
    await this.replica.sync();
  }

  /** All that people have written, by the games. */
  async contents(): Promise<string[]> {
    const texts = [...this.library.games].map(
      async ([id, game]) => `${id} ${textOf(game)} ${textOfDraft(await this.library.draftOf(id))}`,
    );
    return (await Promise.all(texts)).sort();
  }

  get notes(): string[] {
    return [...this.library.games.values()].map(({ note }) => note).sort();
  }
}

export const game = (id: string): KeepableGame & { id: string } => ({
  ...{ id, start: USUAL_START, transcript: "f5d6", black: "Ann", white: "Ben", event: "", branches: "" },
});

export const draft = (id: string, comment = ""): Draft => ({
  id,
  tree: withComment(treeOf(testRules, USUAL_START, ["f5", "d6"]), ROOT, comment),
  at: ROOT,
  names: { black: "Ann", white: "Ben" },
  findings: NO_FINDINGS,
  accuracies: NO_ACCURACIES,
});

/** Numbers from a seed, below a bound. */
export function randomOf(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * bound);
  };
}
