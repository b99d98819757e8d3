// A search of the archive: what was understood, and the games page by page.
import { Latest } from "../../parts/latest.svelte";
import type {
  ArchivedGameSummary,
  ArchiveFilter,
  Command,
  Notice,
  Searched,
  SearchedTerm,
} from "../../protocol/wire";

/** How many games a further page has. */
const PAGE = 50;

/** Whether a part of a text may mean several people, of whom one can be chosen. */
export function meansPeople({ kind, names = [] }: SearchedTerm): boolean {
  return (kind === "player" || kind === "opponent") && names.length > 1;
}

/** One search after the other. */
export class ArchiveSearch {
  /** What was understood of the last text; `null` before the first answer. */
  understood = $state.raw<Searched | null>(null);
  games = $state.raw<readonly ArchivedGameSummary[]>([]);
  readonly reading = new Latest();
  #next: string | null = $state(null);
  readonly #ask: (command: Command) => Promise<Notice>;

  constructor(ask: (command: Command) => Promise<Notice>) {
    this.#ask = ask;
  }

  get filter(): ArchiveFilter {
    return this.understood?.filter ?? {};
  }

  /** How many people a part of the text may mean, until one of them is chosen; else none. */
  get people(): number {
    const term = this.understood?.terms.find(meansPeople);
    return term?.n_names ?? term?.names?.length ?? 0;
  }

  /** Whether there are further games. */
  get hasMore(): boolean {
    return this.#next !== null;
  }

  /** Whether the archive has no games at all. */
  get isEmptyArchive(): boolean {
    const { understood } = this;
    return (
      understood?.total === 0 && (understood.problems ?? []).length === 0 && understood.terms.length === 0
    );
  }

  /** Searches a text. Of several searches the last one counts. */
  async search(text: string): Promise<Searched | null> {
    const answer = await this.reading.read(() => this.#ask({ do: "search", text }));
    if (answer?.event !== "searched") return null;
    this.understood = answer;
    this.games = answer.page.games;
    this.#next = answer.page.next ?? null;
    return answer;
  }

  /** Reads the next games. */
  async readMore(): Promise<void> {
    const after = this.#next;
    if (after === null || this.reading.isReading) return;
    const command: Command = { do: "archive", ...this.filter, after, limit: PAGE };
    const answer = await this.reading.read(() => this.#ask(command));
    if (answer?.event !== "archive") return;
    this.games = [...this.games, ...answer.games];
    this.#next = answer.next ?? null;
  }
}
