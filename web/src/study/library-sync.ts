// Keeps a library the same in all browsers of its account. The server numbers the changes: a browser takes those after the
// last one that it knows, and says which revision each of its own changes. If that is not the last one any more, it
// takes the other change first. Where both have changed a game, both stay: its own under the game's name, the other
// one as a copy. A change outlives a deletion that did not know it. No clock of a browser decides anything.
import { change, get } from "../protocol/http";
import { Refusal } from "../protocol/refusal";
import { randomWord } from "../state/random-word";
import { textOfDraft, type KeptDraft } from "./drafts";
import { BIN_MS, FOREIGN, isUnsent, newEdit, textOf, type Deletion, type LibraryGame } from "./library-games";
import { moveAll } from "./library-move";
import type { Library } from "./library.svelte";

const PATH = "/api/library";
/** The server takes requests of 64 KiB. */
const MAX_BYTES = 60_000;
/** How many games a request changes at most. */
const MAX_CHANGES = 100;
const MAX_ID_BYTES = 1000;
/** How often a library is sent again at once when others change it at the same time. */
const MAX_TRIES = 20;

/** A page of the account's library. */
export interface Page {
  /** The number of the account. */
  readonly owner: number;
  /** The server's time, in milliseconds since 1970. */
  readonly now: number;
  readonly last: number;
  readonly games: readonly Row[];
}

/** A game as the account has it. */
export interface Row {
  readonly id: string;
  readonly revision: number;
  readonly changed_at: number;
  /** `null` if it was deleted. */
  readonly game: Content | null;
}

/** A game with its variations, without what the engine has found: that is large, and found again. */
interface Content {
  readonly game: LibraryGame;
  readonly draft: KeptDraft | null;
}

interface Change {
  readonly id: string;
  readonly base: number;
  readonly game: Content | null;
}

/** The changes that the account has, with the revisions of the games now; `null` for what was deleted before. */
interface Kept {
  readonly now: number;
  readonly games: readonly { readonly id: string; readonly revision: number | null }[];
}

/** What becomes of a game that has changed in the account. */
interface Taken {
  readonly row: Row;
  /** The game as it was when that was decided. */
  readonly local: LibraryGame | undefined;
  /** What is to be written. */
  readonly games: readonly LibraryGame[];
  readonly isGone: boolean;
}

/** A change as it goes out, with the number that the library has given it; `null` for a deletion. */
interface Outgoing {
  readonly change: Change;
  readonly edit: number | null;
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** A library beside that of its account. */
export class Replica {
  /** The games that are too large for the account, which stay in this browser alone. */
  nTooLarge = 0;

  /** @param own the library of the browser itself */
  constructor(
    readonly library: Library,
    readonly account: string,
    readonly own: Library,
  ) {}

  /** Makes both the same. Rejected by a `Refusal`. */
  async sync(): Promise<void> {
    await this.library.flush();
    await this.library.readAgain();
    if (this.library.state !== "ready") return;
    await this.#takeAll();
    for (let tries = 0; tries < MAX_TRIES;) {
      const outgoing = await this.#outgoing();
      if (outgoing.length === 0) return;
      const body = { account: this.account, games: outgoing.map((one) => one.change) };
      const kept = await change<Kept>("POST", PATH, body);
      await this.#onKept(outgoing, kept);
      if (kept.games.length === outgoing.length) continue;
      tries += 1;
      // Another browser was first. If that is not new, this library has missed it.
      if ((await this.#takeAll()) > 0) continue;
      await this.#begin();
      await this.#takeAll();
    }
    throw new Refusal("local", "changed-elsewhere", "other browsers go on changing the library");
  }

  /** Takes what has changed in the account. Returns how many games that are. */
  async #takeAll(): Promise<number> {
    for (let count = 0; ;) {
      const { owner, after } = this.library.cursor ?? { owner: null, after: 0 };
      const query = new URLSearchParams({ account: this.account, after: String(after) });
      const page = await get<Page>(`${PATH}?${query.toString()}`);
      // Another account of the same name: the first one was deleted. Its games are those of whoever uses this browser.
      if (owner !== null && owner !== page.owner) await moveAll(this.library, this.own);
      else if (page.last < after) await this.#forget();
      else {
        await this.#takePage(page.games);
        count += page.games.length;
        const revision = page.games.at(-1)?.revision ?? after;
        await this.library.note({ id: "", owner: page.owner, after: revision });
        if (revision >= page.last || page.games.length === 0) {
          await this.#emptyBin(page.now);
          return count;
        }
        continue;
      }
      await this.library.note({ id: "", owner: page.owner, after: 0 });
    }
  }

  /** Takes all from the first change on, the next time. */
  async #begin(): Promise<void> {
    const { cursor } = this.library;
    if (cursor) await this.library.note({ ...cursor, after: 0 });
  }

  /** The account has lost changes that this browser knows: it was restored from a copy. */
  async #forget(): Promise<void> {
    const games = [...this.library.games.values()].map((game) => ({ ...game, known: undefined }));
    if (games.length > 0) await this.library.put(games);
    await this.library.drop([...this.library.deletions.keys()]);
  }

  async #takePage(rows: readonly Row[]): Promise<void> {
    const { library } = this;
    for (let left = rows; left.length > 0;) {
      await library.flush();
      left = await library.inTurn(() => this.#takeRows(left));
    }
  }

  /** Takes changes. Returns those of games that people have changed meanwhile: they are to be decided again. */
  async #takeRows(rows: readonly Row[]): Promise<Row[]> {
    const { library } = this;
    const all: Taken[] = [];
    for (const row of rows) all.push(await this.#take(row));
    const isOutdated = ({ row: { id }, local }: Taken) =>
      library.games.get(id) !== local || library.isWaiting(id);
    const changed = all.filter(isOutdated);
    const taken = all.filter((one) => !changed.includes(one));
    const gone = taken.filter(({ isGone }) => isGone).map(({ row }) => row.id);
    const games = taken.flatMap((one) => one.games);
    await this.#write(games, gone);
    return changed.map(({ row }) => row);
  }

  /** Writes games and takes others out. Both count at once. */
  async #write(
    games: readonly LibraryGame[],
    gone: readonly string[],
    deletions: readonly Deletion[] = [],
  ): Promise<void> {
    const [, isGone] = await Promise.all([this.library.put(games), this.library.drop(gone, deletions)]);
    if (!isGone) throw new Error("the browser keeps nothing");
  }

  /** Decides what becomes of a game that has changed in the account. */
  async #take(row: Row): Promise<Taken> {
    const { library } = this;
    const { id, revision, changed_at: at } = row;
    const local = library.games.get(id);
    const nothing = { row, local, games: [], isGone: false };
    if (local?.known?.revision === revision) return nothing;
    const content = readContent(row.game);
    if (row.game !== null && content === null) return this.#evade(nothing);
    // The next change of the game is one of this revision.
    const own = local && { ...local, known: { revision, edit: FOREIGN, at } };
    if (content === null) {
      if (own && isUnsent(local)) return { ...nothing, games: [own] };
      return { ...nothing, isGone: local !== undefined || library.deletions.has(id) };
    }
    if (!own) {
      if (library.deletions.get(id)?.deleted === revision) return nothing;
      return { ...nothing, games: [await this.#replace(row, content, null)] };
    }
    const draft = await library.draftOf(id);
    if (isSame({ game: local, draft }, content)) {
      return { ...nothing, games: [{ ...local, known: { revision, edit: local.edit ?? 0, at } }] };
    }
    const isSameFile = !local.known && hasNothingOfItsOwn({ game: local, draft }, content);
    if (!isUnsent(local) || isSameFile)
      return { ...nothing, games: [await this.#replace(row, content, draft)] };
    const copy = { ...content.game, id: `${id}~${revision}`, edit: newEdit() };
    if (library.games.has(copy.id)) return { ...nothing, games: [own] };
    await library.putDraft(copy.id, content.draft);
    return { ...nothing, games: [own, copy] };
  }

  /** Skips a row that this version cannot read: the local change continues under a new id. */
  async #evade(nothing: Taken): Promise<Taken> {
    const { library } = this;
    const { row, local } = nothing;
    if (!local) return { ...nothing, isGone: library.deletions.has(row.id) };
    if (!isUnsent(local)) return nothing;
    const id = `${row.id}~${randomWord(4)}`;
    await library.putDraft(id, await library.draftOf(row.id));
    const copy = { ...local, id, known: undefined, taken: undefined, edit: newEdit() };
    return { ...nothing, games: [copy], isGone: true };
  }

  /** A game as another browser has it. What the engine has found here stays. */
  async #replace(row: Row, { game, draft }: Content, before: KeptDraft | null): Promise<LibraryGame> {
    const { library } = this;
    const { id, revision, changed_at: at } = row;
    const { findings = [], accuracies = [] } = before ?? {};
    const edit = newEdit();
    const isSameLine = library.games.get(id)?.transcript === game.transcript;
    const kept = draft ?? (isSameLine && textOfDraft(before) === "" ? before : null);
    await library.putDraft(id, kept && { ...kept, findings, accuracies, taken: revision });
    return { ...game, id, edit, known: { revision, edit, at }, taken: revision };
  }

  /** The changes that the account does not have yet, as many as a request may have. Deletions come first: they make room. */
  async #outgoing(): Promise<Outgoing[]> {
    const { library } = this;
    const found: Outgoing[] = [];
    let room = MAX_BYTES;
    const add = (outgoing: Outgoing): boolean => {
      room -= bytesOf(outgoing.change) + 1;
      return room >= 0 && found.push(outgoing) < MAX_CHANGES;
    };
    for (const { id, deleted } of library.deletions.values()) {
      if (!add({ change: { id, base: deleted, game: null }, edit: null })) break;
    }
    if (found.length > 0) return found;
    this.nTooLarge = 0;
    for (const one of [...library.games.values()].filter(isUnsent)) {
      const { edit = 0, known } = one;
      const game = { ...one, edit: undefined, known: undefined, taken: undefined };
      const content = { game, draft: slim(await library.draftOf(game.id)) };
      const own = { id: game.id, base: known?.revision ?? 0, game: content };
      if (bytesOf(own) >= MAX_BYTES || bytesOf(game.id) > MAX_ID_BYTES) this.nTooLarge += 1;
      else if (!add({ change: own, edit })) break;
    }
    return found;
  }

  /** Notes what the account has now. A game may have changed meanwhile, or was deleted, or came back. */
  async #onKept(outgoing: readonly Outgoing[], { now: at, games }: Kept): Promise<void> {
    const revisions = new Map(games.map(({ id, revision }) => [id, revision]));
    const known: LibraryGame[] = [];
    const deletions: Deletion[] = [];
    const gone: string[] = [];
    for (const { change: sent, edit } of outgoing) {
      const [game, revision] = [this.library.games.get(sent.id), revisions.get(sent.id)];
      if (revision === undefined) continue;
      if (game && revision !== null) known.push({ ...game, known: { revision, edit: edit ?? FOREIGN, at } });
      if (game) continue;
      gone.push(sent.id);
      if (edit !== null && revision !== null) deletions.push({ id: sent.id, deleted: revision });
    }
    await this.#write(known, gone, deletions);
  }

  /** Takes out what has lain in the recycle bin for too long, by the clock of the server. */
  async #emptyBin(now: number): Promise<void> {
    const isOld = (game: LibraryGame) =>
      game.binnedAt !== null && !isUnsent(game) && (game.known?.at ?? now) < now - BIN_MS;
    const old = [...this.library.games.values()].filter(isOld);
    if (old.length > 0) await this.library.remove(old.map(({ id }) => id));
  }
}

/** The variations without what the engine has found, and where one looks. */
function slim(draft: KeptDraft | null): KeptDraft | null {
  return draft && { ...draft, taken: undefined, at: 0, findings: [], accuracies: [] };
}

/** Whether a game is the same as another one, as a file that was kept in two browsers, and nobody has added to it. */
function hasNothingOfItsOwn({ game, draft }: Content, other: Content): boolean {
  const { note, folder } = other.game;
  const isAdded = game.note !== "" || textOfDraft(draft) !== "";
  return !isAdded && textOf({ ...game, note, folder: game.folder || folder }) === textOf(other.game);
}

function isSame(one: Content, other: Content): boolean {
  return textOf(one.game) === textOf(other.game) && textOfDraft(one.draft) === textOfDraft(other.draft);
}

/** Reads what a browser has written; `null` if it is no game that this page knows. */
function readContent(value: unknown): Content | null {
  if (typeof value !== "object" || value === null || !("game" in value)) return null;
  const { game, draft = null } = value as {
    game: Partial<LibraryGame> | null;
    draft?: Partial<KeptDraft> | null;
  };
  if (typeof game !== "object" || game === null) return null;
  const { start, transcript, black, white, event, branches, folder, note, keptAt, binnedAt } = game;
  const texts = [start, transcript, black, white, event, branches, folder, note];
  const isTold = texts.every((text) => typeof text === "string") && typeof keptAt === "number";
  if (!isTold || (binnedAt !== null && typeof binnedAt !== "number")) return null;
  if (draft !== null && !Array.isArray(draft.nodes)) return null;
  return { game: game as LibraryGame, draft: draft as KeptDraft | null };
}
