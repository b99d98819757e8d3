// A search of the archive: what was understood, and the games page by page.
import type { ArchivedGameSummary, ArchiveFilter, Command, Notice, Searched } from "../../protocol/wire";

/** How many games a further page has. */
const PAGE = 50;

/** One search after the other. */
export class ArchiveSearch {
  /** What was understood of the last text; `null` before the first answer. */
  understood = $state.raw<Searched | null>(null);
  games = $state.raw<readonly ArchivedGameSummary[]>([]);
  isReading = $state(false);
  #next: string | null = $state(null);
  #asked = 0;
  readonly #ask: (command: Command) => Promise<Notice>;

  constructor(ask: (command: Command) => Promise<Notice>) {
    this.#ask = ask;
  }

  get filter(): ArchiveFilter {
    return this.understood?.filter ?? {};
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

  /** Searches a text. Of several searches the last one counts. Rejected by a `Refusal` of the last one. */
  async search(text: string): Promise<Searched | null> {
    const asked = ++this.#asked;
    this.isReading = true;
    try {
      const answer = await this.#ask({ do: "search", text });
      if (answer.event !== "searched" || asked !== this.#asked) return null;
      this.understood = answer;
      this.games = answer.page.games;
      this.#next = answer.page.next ?? null;
      return answer;
    } catch (refusal) {
      if (asked !== this.#asked) return null;
      throw refusal;
    } finally {
      if (asked === this.#asked) this.isReading = false;
    }
  }

  /** Reads the next games. */
  async readMore(): Promise<void> {
    if (this.#next === null || this.isReading) return;
    const asked = this.#asked;
    this.isReading = true;
    try {
      const answer = await this.#ask({ do: "archive", ...this.filter, after: this.#next, limit: PAGE });
      if (answer.event !== "archive" || asked !== this.#asked) return;
      this.games = [...this.games, ...answer.games];
      this.#next = answer.next ?? null;
    } finally {
      if (asked === this.#asked) this.isReading = false;
    }
  }
}
