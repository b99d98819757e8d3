// What the analysis has open: a study, or the games of a file, and how they get there from addresses, texts and the library.
import { onDestroy } from "svelte";
import type { Router } from "../../app/router.svelte";
import { branchesOf, RulesError, type FileEntry, type Rules } from "../../rules";
import { forgetFiles, keepFiles, noteInFile, readKeptFiles, readTabFile } from "../../state/kept-file";
import { PageAddress } from "../../state/page-address.svelte";
import { watch } from "../../state/watch.svelte";
import { words } from "../../words";
import { learnOf, movesIn, readAddress, writeAddress } from "../../study/address";
import { makeAnalyst, type Analyst } from "../../study/analyst";
import { keepDraft, readDraft, unpackDraft, type Draft, type KeptDraft } from "../../study/drafts";
import { nextTask, OpenedFile } from "../../study/file.svelte";
import type { KeepableGame, LibraryGame } from "../../study/library-games";
import { library } from "../../study/library.svelte";
import { Run } from "./run.svelte";
import { Study, type OpenedRecord } from "../../study/study.svelte";
import { nodeAt, ROOT, treeOf } from "../../study/tree";
import { leftOutText, problemText } from "./unread";

const text = words.analysis;

interface OpenStudy {
  readonly study: Study;
  readonly run: Run;
  readonly analyst: Analyst;
  /** A notice about the record; empty if there is none. */
  readonly notice: string;
}

/** A game of the library, with its variations and findings if it has some. */
interface FromLibrary {
  readonly id: string;
  readonly draft: KeptDraft | null;
  readonly taken: number | undefined;
  readonly edit: number | undefined;
}

/** Make it while the page starts: it ends with the page, and leaves its drafts in the browser. */
export class AnalysisSession {
  current = $state.raw<OpenStudy | null>(null);
  problem = $state<string | null>(null);
  /** A file with several games. It stays open while one of its games is shown. */
  file = $state.raw<OpenedFile | null>(null);
  /** What is looked for in it. */
  wantedGames = $state("");
  /** The index of the game opened last. */
  chosen = $state<number | null>(null);
  /** Whether the file list of this tab is being restored after a reload. */
  isReopening = $state(false);
  /** The game that is being opened: its query, and what an address does not carry. */
  #arriving: {
    readonly query: string;
    readonly entry: KeepableGame;
    readonly kept: FromLibrary | null;
    /** What of its file could not be read, or nothing. */
    readonly leftOut: string;
  } | null = null;
  readonly #router: Router;
  readonly #rules: Rules;

  /** `wanted` is the query of the address. */
  constructor(router: Router, rules: Rules, wanted: () => string) {
    [this.#router, this.#rules] = [router, rules];
    new PageAddress(router, {
      page: "analysis",
      wanted,
      open: (query) => this.#openAddress(query),
      written: () => this.current && writeAddress(this.current.study.address),
    });
    watch(
      () =>
        this.current && [
          this.current.study.tree,
          this.current.study.at,
          this.current.run.state,
          this.current.run.nNotes,
        ],
      () => this.#save(),
    );
    watch(
      () => this.file && this.wantedGames,
      (wanted) => wanted !== null && noteInFile({ wanted }),
    );
    void library.read();
    watch(
      () => this.#outdated(),
      (game) => game && void this.#renew(game),
    );
    onDestroy(() => {
      this.#stopFile();
      this.#save();
      this.#leave();
    });
  }

  #openAddress(wanted: string): void {
    this.#save();
    this.#leave();
    this.problem = null;
    const address = readAddress(wanted);
    if (address === "bad") this.problem = text.badAddress;
    if (address === null) void this.#reopen();
    if (address === null || address === "bad") return;
    const arrived = this.#arriving?.query === wanted ? this.#arriving : null;
    this.#arriving = null;
    const kept = arrived?.kept;
    // An address may fit other drafts, too, and the study that is open takes the place of what the library has.
    const draft = kept ? kept.draft && unpackDraft(this.#rules, kept.draft) : readDraft(this.#rules, address);
    try {
      const study = new Study(this.#rules, address, address.ply);
      study.learn = learnOf(wanted);
      const analyst = makeAnalyst();
      const run = new Run(analyst);
      if (draft) {
        study.restore(draft);
        [study.id, study.taken] = [draft.id, draft.taken];
        run.restore(draft, study.line);
      }
      if (kept) [study.id, study.taken] = [kept.id, kept.taken];
      const event = study.names.event || (arrived?.entry.event ?? "");
      study.names = { ...study.names, event };
      const notices = [arrived?.leftOut ?? "", addBranches(study, arrived?.entry.branches ?? "")];
      const notice = notices.filter(Boolean).join(" ");
      if (!draft) void run.start(study.line, "normal");
      this.current = { study, run, analyst, notice };
      library.open({ ...draftOf(this.current), edit: (kept ?? draft)?.edit });
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      this.problem = text.badMoves(text.why(error.problem, error.message));
    }
  }

  /** Closes the study. Its draft is kept. */
  #leave(): void {
    this.current?.run.stop();
    this.current?.analyst.close();
    this.current = null;
    void library.flush();
  }

  #save(): void {
    if (!this.current) return;
    const draft = draftOf(this.current);
    keepDraft(draft);
    library.follow(draft);
  }

  /** The browser may end the page without another word. */
  keepAll(): void {
    this.#save();
    void library.flush();
  }

  /** Puts the study into the library. Returns whether the browser has kept it. */
  async keepStudy(): Promise<boolean> {
    if (!this.current) return false;
    const { study } = this.current;
    const id = await library.keepDraft(draftOf(this.current));
    if (id !== null) [study.id, study.taken] = [id, library.games.get(id)?.taken];
    return id !== null;
  }

  open(record: OpenedRecord): void {
    this.#router.go({ page: "analysis", query: writeAddress({ ...record, ply: null }) });
  }

  /** Opens a text or files. A single game is shown at once; several are listed. */
  async openFiles(files: readonly Uint8Array[]): Promise<void> {
    this.problem = null;
    this.#stopFile();
    const opened = new OpenedFile(this.#rules, files);
    [this.file, this.chosen, this.wantedGames] = [opened, null, ""];
    void keepFiles(files);
    await opened.read(nextTask);
    if (this.file !== opened || opened.count > 1) return;
    const only = opened.entryAt(0);
    this.closeFile();
    if (only) this.#openFound(only, leftOutText(opened));
    else this.problem = opened.firstFailure ? problemText(opened.firstFailure) : text.openGame.unreadable;
  }

  /** Lists the file again that this tab had before a reload. */
  async #reopen(): Promise<void> {
    const tab = readTabFile();
    if (this.file || !tab) return;
    this.isReopening = true;
    const files = await readKeptFiles();
    this.isReopening = false;
    if (!files || this.file || this.current) return;
    const opened = new OpenedFile(this.#rules, files);
    [this.file, this.chosen, this.wantedGames] = [opened, tab.chosen, tab.wanted];
    await opened.read(nextTask);
  }

  choose(entry: FileEntry, index: number): void {
    this.chosen = index;
    noteInFile({ chosen: index });
    this.#openFound(entry);
  }

  /** Opens a game of a file. One that the library has is opened as it is there. */
  #openFound(entry: FileEntry, leftOut = ""): void {
    const known = library.sameAs(entry);
    if (known) void this.openKept(known, leftOut);
    else this.#openEntry(entry, null, leftOut);
  }

  #openEntry(entry: KeepableGame, kept: FromLibrary | null, leftOut: string): void {
    const { start, transcript, black, white } = entry;
    const record = { start, moves: movesIn(transcript), black, white };
    this.#arriving = { query: writeAddress({ ...record, ply: null }), entry, kept, leftOut };
    this.open(record);
  }

  /** Opens a game of the library with its variations and findings. */
  async openKept(game: LibraryGame, leftOut = ""): Promise<void> {
    const draft = await library.draftOf(game.id).catch(() => undefined);
    // Opened without them, it would soon be kept without them.
    if (draft === undefined) this.problem = words.library.missing;
    else this.#openEntry(game, { id: game.id, draft, taken: game.taken, edit: game.edit }, leftOut);
  }

  /** The open study as the library has it, if another browser or tab has changed it. */
  #outdated(): LibraryGame | null {
    const game = this.current && library.games.get(this.current.study.id);
    return game && this.current && library.isOutdated(game.id, this.current.study.taken) ? game : null;
  }

  /** Shows the open study as another browser or tab has changed it. */
  async #renew(game: LibraryGame): Promise<void> {
    const kept = await library.draftOf(game.id).catch(() => undefined);
    if (kept === undefined || !this.current || this.#outdated() !== game) return;
    const { study } = this.current;
    study.taken = game.taken;
    const draft = kept && unpackDraft(this.#rules, kept);
    const tree = draft?.tree ?? treeOf(this.#rules, game.start, movesIn(game.transcript));
    const { ply } = nodeAt(study.tree, study.at);
    const { black, white, event } = game;
    study.restore({ tree, at: ROOT, names: { black, white, event } });
    study.goTo(ply);
    library.open({ ...draftOf(this.current), edit: game.edit });
  }

  /** Closes the list, and forgets the file. */
  closeFile(): void {
    this.#stopFile();
    void forgetFiles();
  }

  #stopFile(): void {
    this.file?.stop();
    this.file = null;
  }
}

/** Adds the remarks and variations of a game. Returns what was left out, in words. */
function addBranches(study: Study, written: string): string {
  if (written === "") return "";
  const { branches, leftOut } = branchesOf(written);
  study.addBranches(branches);
  return leftOut > 0 ? text.tree.leftOut(leftOut) : "";
}

function draftOf({ study, run }: OpenStudy): Draft {
  const { id, tree, at, names, taken } = study;
  const edit = library.editOf(id);
  return { id, tree, at, names, taken, edit, findings: run.findings, accuracies: run.accuracies };
}
