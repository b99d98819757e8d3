// The library: games that people keep in this browser, in folders, with notes. What is thrown away lies in a recycle bin
// for a month. Each account that keeps its library here has databases of its own.
import { createStore, delMany, get, set, setMany, values } from "idb-keyval";
import { libraryOwner } from "../state/library-owner.svelte";
import { randomWord } from "../state/random-word";
import { packDraft, type Draft, type KeptDraft } from "./drafts";
import { LibraryKeeper } from "./library-keeper.svelte";
import {
  BIN_MS,
  FOREIGN,
  finderOf,
  findGames,
  foldersOf,
  idOf,
  newEdit,
  NO_DELETIONS,
  textOf,
  withDeletions,
  withGames,
  withoutGames,
  type Deletion,
  type KeepableGame,
  type LibraryGame,
  type Section,
} from "./library-games";
import { gameOf, OpenStudies, writtenIn, type OpenStudy } from "./library-studies";

/** How long changes of an open study wait until they are written, in milliseconds. */
const REST_MS = 1000;

/** Sync position: the account and its last revision seen here. */
export interface Cursor {
  readonly id: "";
  /** The number of the account. A later account of its name has another one. */
  readonly owner: number;
  /** The last revision that was taken. */
  readonly after: number;
}

/** The games that are kept. */
export class Library {
  games = $state.raw(withGames(null, []));
  /** `missing`: the browser keeps nothing, as in some private windows, or has no room. */
  state = $state<"unread" | "ready" | "missing">("unread");
  #reading: Promise<void> | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  /** The studies of this tab, by their ids. */
  readonly #opened = new OpenStudies();
  #waiting: { readonly draft: Draft; readonly timer: ReturnType<typeof setTimeout> } | null = null;
  #unwritten: readonly LibraryGame[] = [];
  /** What was deleted here, and the account does not know yet. */
  deletions = NO_DELETIONS;
  cursor: Cursor | null = null;
  /** Called after a change made by the user (not by a sync). */
  onEdit: () => void = () => undefined;
  // Variations and findings are many times as large as what the list shows, and read one by one.
  readonly #games;
  readonly #drafts;
  /** Tells other tabs. */
  readonly #others: BroadcastChannel | null = null;

  /** @param account whose library it is; `null` for that of this browser */
  constructor(readonly account: string | null = null) {
    const of = account === null ? "" : `@${account}`;
    this.#games = createStore(`willow-library${of}`, "games");
    this.#drafts = createStore(`willow-library-drafts${of}`, "drafts");
    if (typeof BroadcastChannel === "function") this.#others = new BroadcastChannel(`willow-library${of}`);
    this.#others?.addEventListener("message", () => {
      if (this.state !== "unread") void this.#read();
    });
  }

  /** Loads the games once per page, and purges expired ones from the bin. */
  read(): Promise<void> {
    return (this.#reading ??= this.#read());
  }

  /** Reads the games again: another tab may have changed them. */
  readAgain(): Promise<void> {
    return (this.#reading = this.#read());
  }

  /** The names of the folders, in their order. */
  get folders(): string[] {
    return foldersOf(this.games);
  }

  /** The games of a section that fit what is looked for, the newest first. */
  find(section: Section, wanted: string): LibraryGame[] {
    return findGames(this.games, section, wanted);
  }

  /** The game of the library that is the same as another one. */
  sameAs(game: KeepableGame): LibraryGame | undefined {
    return finderOf(this.games)(game);
  }

  /**
   * Keeps games in a folder. One that is there already stays where it is, and comes out of the bin; a game with a name of
   * its own takes the place of its earlier state.
   */
  async keep(all: readonly KeepableGame[], folder: string): Promise<boolean> {
    await this.read();
    const keptAt = Date.now();
    const find = finderOf(this.games);
    const kept = all.map((game): LibraryGame => {
      const known = game.id === undefined ? find(game) : this.games.get(game.id);
      const fresh = { folder, note: "", keptAt, id: idOf(game), ...plain(game) };
      if (!known) return { ...fresh, binnedAt: null };
      const now = game.id === undefined ? { event: known.event || game.event } : plain(game);
      return { ...known, ...now, binnedAt: null };
    });
    return this.#write(kept);
  }

  /**
   * Keeps a study, with its variations and findings. What becomes of it later is kept by `follow`. Returns the id
   * under which it is kept: that of the same game, if the library has it; `null` if the browser keeps nothing.
   */
  async keepDraft(draft: Draft): Promise<string | null> {
    await this.read();
    const isKnown = this.games.has(draft.id);
    const id = isKnown ? draft.id : (this.sameAs(gameOf(draft))?.id ?? draft.id);
    const { taken, edit } = this.games.get(id) ?? {};
    this.#opened.set(id, { taken, edit, text: this.#opened.get(id)?.text ?? null });
    return (await this.#writeDraft({ ...draft, id, taken })) ? id : null;
  }

  /** A study is opened, or shows now what has become of its game elsewhere. */
  open(draft: Draft): void {
    const { id, taken, edit = this.games.get(id)?.edit } = draft;
    // What waits was made to the earlier state.
    if (this.isWaiting(id)) void this.flush();
    this.#opened.set(id, { taken, edit, text: writtenIn(draft) });
  }

  /** The last change of a game that its open study shows. */
  editOf(id: string): number | undefined {
    return this.#opened.get(id)?.edit;
  }

  /** Whether a game was changed elsewhere after its open study was read: in another browser, or another tab. */
  isOutdated(id: string, taken: number | undefined, edit = this.editOf(id)): boolean {
    const game = this.games.get(id);
    return game !== undefined && (game.taken !== taken || (edit !== undefined && game.edit !== edit));
  }

  /** Saves the current state of a study that is in the library; ignores others. */
  follow(draft: Draft): void {
    if (!this.games.has(draft.id)) return;
    const opened = this.#opened.get(draft.id);
    if (!opened || opened.taken !== draft.taken) this.open(draft);
    else opened.edit ??= this.games.get(draft.id)?.edit;
    if (this.#waiting && this.#waiting.draft.id !== draft.id) void this.flush();
    // A running analysis changes it all the time: what came first does not wait for its end.
    const timer = this.#waiting?.timer ?? setTimeout(() => void this.flush(), REST_MS);
    this.#waiting = { draft, timer };
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    const waiting = this.#waiting;
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting = null;
    if (this.games.has(waiting.draft.id)) await this.#writeDraft(waiting.draft);
  }

  /** Whether a change of a game waits. */
  isWaiting(id: string): boolean {
    return this.#waiting?.draft.id === id;
  }

  /** Works with the variations of games while nobody else does. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(work);
    this.#turn = next.catch(() => undefined);
    return next;
  }

  /** The variations and findings of a game; `null` if it has none. Fails where they cannot be read. */
  async draftOf(id: string): Promise<KeptDraft | null> {
    return (await get<KeptDraft>(id, this.#drafts)) ?? null;
  }

  /** Changes folder or note of a game, throws it away, or takes it back. */
  async change(
    id: string,
    change: Partial<Pick<LibraryGame, "folder" | "note" | "binnedAt">>,
  ): Promise<boolean> {
    const game = this.games.get(id);
    return game ? this.#write([{ ...game, ...change }]) : false;
  }

  /** Takes games out for good. Returns whether they are. What the account has is deleted there later. */
  async remove(ids: readonly string[]): Promise<boolean> {
    const gone = ids.flatMap((id) => this.games.get(id) ?? []);
    const deletions = gone.flatMap(({ id, known }) => (known ? [{ id, deleted: known.revision }] : []));
    if (!(await this.drop(ids, deletions))) return false;
    this.onEdit();
    return true;
  }

  /** Takes games out. In their places stand deletions, if there are some. Returns whether the browser has done it. */
  async drop(ids: readonly string[], deletions: readonly Deletion[] = []): Promise<boolean> {
    if (ids.length === 0) return true;
    const before = [this.games, this.deletions] as const;
    this.games = withoutGames(this.games, ids);
    this.deletions = withDeletions(this.deletions, ids, deletions);
    const rest = ids.filter((id) => !this.deletions.has(id));
    try {
      const noted = setMany(
        deletions.map((deletion) => [deletion.id, deletion]),
        this.#games,
      );
      await Promise.all([noted, delMany(rest, this.#games), delMany([...ids], this.#drafts)]);
    } catch {
      const gone = ids.flatMap((id) => before[0].get(id) ?? []);
      this.games = withGames(this.games, gone);
      this.deletions = before[1];
      return false;
    }
    this.#others?.postMessage("changed");
    return true;
  }

  /** Writes games as they are. Fails where the browser does not keep them. */
  async put(changed: readonly LibraryGame[]): Promise<void> {
    if (!(await this.#keep(changed))) throw new Error("the browser keeps nothing");
  }

  /** Writes the variations and findings of a game, or takes them out. */
  async putDraft(id: string, draft: KeptDraft | null): Promise<void> {
    await (draft ? set(id, { ...draft, id }, this.#drafts) : delMany([id], this.#drafts));
  }

  /** Notes how far this library knows that of its account. */
  async note(cursor: Cursor): Promise<void> {
    await set("", cursor, this.#games);
    this.cursor = cursor;
  }

  async #read(): Promise<void> {
    // Whoever reads first may be drawing the page, which changes nothing.
    await Promise.resolve();
    try {
      const all = await values<LibraryGame | Deletion | Cursor>(this.#games);
      const found = all.filter((one) => "transcript" in one);
      this.games = withGames(null, [...found, ...this.#unwritten]);
      const deletions = all.filter((one) => "deleted" in one);
      this.deletions = withDeletions(NO_DELETIONS, [], deletions);
      this.cursor = all.find((one) => "owner" in one) ?? null;
      this.state = "ready";
      // In the library of an account the clock of the server decides.
      if (this.account !== null) return;
      const old = found.filter(({ binnedAt }) => binnedAt !== null && binnedAt < Date.now() - BIN_MS);
      if (old.length > 0) await this.remove(old.map(({ id }) => id));
    } catch {
      this.state = "missing";
    }
  }

  async #writeDraft(draft: Draft): Promise<boolean> {
    const opened = this.#opened.get(draft.id);
    const [before, text] = [opened?.text, writtenIn(draft)];
    if (opened) opened.text = text;
    const isKept = await this.inTurn(() => this.#writeInTurn(draft, opened, before !== text));
    if (!isKept && opened?.text === text) opened.text = before ?? null;
    return isKept;
  }

  async #writeInTurn(draft: Draft, opened: OpenStudy | undefined, isEdit: boolean): Promise<boolean> {
    const { id, taken } = draft;
    // Another state has come to the library, and not yet to the study: both stay.
    if (this.isOutdated(id, taken, opened?.edit)) {
      const copy = { ...draft, id: `${id}~${randomWord(4)}`, taken: undefined };
      return isEdit ? this.#writeInTurn(copy, undefined, true) : true;
    }
    const game = gameOf(draft);
    const before = this.games.get(id);
    const known = before ?? { folder: "", note: "", keptAt: Date.now(), binnedAt: null };
    const event = game.event || (before?.event ?? "");
    // Nothing is read before, and both are begun at once: the page may be about to close.
    const [isDrafted, isKept] = await Promise.all([
      this.#writeVariations(draft),
      this.#write([{ ...known, ...game, event, id, ...(isEdit && { edit: newEdit() }) }]),
    ]);
    if (isKept && !isDrafted) await (before ? this.#keep([before]) : this.drop([id]));
    return isKept && isDrafted;
  }

  async #writeVariations(draft: Draft): Promise<boolean> {
    try {
      await set(draft.id, packDraft(draft), this.#drafts);
      return true;
    } catch {
      return false;
    }
  }

  /** Writes what people have changed, if they have. */
  async #write(all: readonly LibraryGame[]): Promise<boolean> {
    const changed = all.map((game) => {
      const before = this.games.get(game.id);
      if (before && textOf(before) === textOf(game)) return game;
      // What was deleted and comes back is the same game.
      const deletion = this.deletions.get(game.id);
      const known = deletion && { revision: deletion.deleted, edit: FOREIGN, at: 0 };
      return { ...game, ...(known && { known }), edit: newEdit() };
    });
    const undo = this.#opened.advance(this.games, changed);
    const isKept = await this.#keep(changed);
    if (isKept) this.onEdit();
    else undo();
    return isKept;
  }

  /** Returns whether the browser has kept them. They count at once: the next change must not undo this one. */
  async #keep(changed: readonly LibraryGame[]): Promise<boolean> {
    if (changed.length === 0) return true;
    const before = this.games;
    this.games = withGames(before, changed);
    const ids = changed.map(({ id }) => id);
    this.deletions = withDeletions(this.deletions, ids, []);
    this.#unwritten = [...this.#unwritten, ...changed];
    try {
      await setMany(
        changed.map((game) => [game.id, game]),
        this.#games,
      );
    } catch {
      const undone = ids.filter((id, at) => this.games.get(id) === changed[at]);
      const old = undone.flatMap((id) => before.get(id) ?? []);
      this.games = withGames(withoutGames(this.games, undone), old);
      return false;
    } finally {
      this.#unwritten = this.#unwritten.filter((game) => !changed.includes(game));
    }
    this.#others?.postMessage("changed");
    return true;
  }
}

/** A copy that the database takes: what is watched for changes it does not. */
function plain({ start, transcript, black, white, event, branches, ...more }: KeepableGame): KeepableGame {
  const { id, result, isAgainstDevice } = more;
  return {
    ...{ start, transcript, black, white, event, branches },
    ...(id !== undefined && { id }),
    ...(result !== undefined && { result }),
    ...(isAgainstDevice && { isAgainstDevice }),
  };
}

const opened: Record<string, Library> = {};
const keepers: Record<string, LibraryKeeper> = {};

/** The library of an account in this browser, or that of the browser itself. */
export function libraryOf(account: string | null): Library {
  return (opened[account ?? ""] ??= new Library(account));
}

/** What keeps the library of an account the same in all browsers. */
export function keeperOf(account: string): LibraryKeeper {
  return (keepers[account] ??= new LibraryKeeper(libraryOf(account), account, libraryOf(null)));
}

let lastShown: string | null = null;

function shown(): Library {
  const account = libraryOwner.name;
  const now = libraryOf(account);
  void now.read();
  if (account !== null && account !== lastShown) keeperOf(account).start();
  lastShown = account;
  return now;
}

/** The library that this browser shows now: each use asks whose that is. */
export const library = new Proxy({} as Library, {
  get: (_, name) => {
    const now = shown();
    const value: unknown = Reflect.get(now, name, now);
    return typeof value === "function" ? (value.bind(now) as unknown) : value;
  },
});
