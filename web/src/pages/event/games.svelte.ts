// Reads the games of an event, page by page.
import { Latest } from "../../parts/latest.svelte";
import type { ArchivedGameSummary, Command, Notice } from "../../protocol/wire";
import { queryOfEvent, type EventAddress } from "./event";

/** How many games are asked for at a time: the most that the server gives. */
const PAGE = 100;
/** The most games of a page. The largest event of WTHOR in a year has some 700. */
const MAX = 2000;

/** The games of an event. They are shown when all are read: the server tells the last ones first. */
export class EventGames {
  /** In the order in which they were played, as far as the archive knows it. */
  games = $state.raw<readonly ArchivedGameSummary[]>([]);
  /** Whether the archive has older ones, which were not read. */
  hasMore = $state(false);
  readonly reading = new Latest();
  /** The address of the event whose games are read, or were. */
  #address: string | null = null;
  #isRead = false;
  readonly #ask: (command: Command) => Promise<Notice>;

  constructor(ask: (command: Command) => Promise<Notice>) {
    this.#ask = ask;
  }

  /** Reads all games of an event, unless they were read. Of several events the last one counts. */
  async read(event: EventAddress): Promise<void> {
    const address = queryOfEvent(event);
    if (address !== this.#address) {
      this.#address = address;
      this.#isRead = false;
      this.games = [];
      this.hasMore = false;
    }
    if (this.#isRead) return;
    const found = await this.reading.read(() => this.#readPages(event, address));
    if (!found) return;
    this.#isRead = true;
    this.games = found.games;
    this.hasMore = found.hasMore;
  }

  async #readPages({ name, year }: EventAddress, address: string) {
    const dates = year === null ? {} : { from: year, to: year };
    const games: ArchivedGameSummary[] = [];
    let after: string | null = null;
    do {
      const filter = { event: `=${name}`, ...dates, limit: PAGE, with: "moves", after } as const;
      const answer: Notice = await this.#ask({ do: "archive", ...filter });
      if (answer.event !== "archive") break;
      games.push(...answer.games);
      after = answer.next ?? null;
    } while (after !== null && games.length < MAX && address === this.#address);
    return { games: games.reverse(), hasMore: after !== null };
  }
}
