// The tournaments of the server in a list, and what is heard of those that a page follows.
import type { Command, Notice, TournamentId, TournamentSummary } from "../protocol/wire";

/** Something that happened in a tournament. */
export type TournamentNews = Extract<Notice, { event: "tournament-changed" }>;

/** How many events are kept; the page reads the others. */
const MAX_NEWS = 500;

const PHASES: readonly TournamentSummary["phase"][] = ["running", "open"];

/** Where a tournament stands in the list: those that are over come last, the one that has just ended first of them. */
function rankOf({ phase }: TournamentSummary): number {
  const at = PHASES.indexOf(phase);
  return at < 0 ? PHASES.length : at;
}

export class Tournaments {
  /** Those that are played, then those to come, then those that are over, as far as they were read. */
  all = $state.raw<readonly TournamentSummary[]>([]);
  isRead = $state(false);
  /** The number before which there are more that are over. */
  next = $state<TournamentId | null>(null);
  /** The last events of the tournaments that are followed. */
  news = $state.raw<readonly TournamentNews[]>([]);
  readonly #ask: (command: Command) => Promise<Notice>;

  constructor(ask: (command: Command) => Promise<Notice>) {
    this.#ask = ask;
  }

  /** Those that are played or to come. */
  get current(): readonly TournamentSummary[] {
    return this.all.filter(({ phase }) => phase === "running" || phase === "open");
  }

  /** Reads the list, or what follows it. Rejected by a `Refusal`. */
  async read(before: TournamentId | null = null): Promise<void> {
    const answer = await this.#ask({ do: "tournaments", before });
    if (answer.event !== "tournaments") return;
    const earlier = before === null ? [] : this.all;
    const known = new Set(earlier.map(({ tournament }) => tournament));
    this.all = [...earlier, ...answer.tournaments.filter(({ tournament }) => !known.has(tournament))];
    this.next = answer.next ?? null;
    this.isRead = true;
  }

  onNotice(notice: Notice): void {
    if (notice.event === "tournament") {
      const others = this.all.filter(({ tournament }) => tournament !== notice.tournament);
      this.all = [notice, ...others].sort((one, other) => rankOf(one) - rankOf(other));
    } else if (notice.event === "tournament-changed") {
      this.news = [...this.news, notice].slice(-MAX_NEWS);
    }
  }
}
