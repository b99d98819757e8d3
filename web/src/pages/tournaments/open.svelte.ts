// The tournament that is open: how it stands, read again when something happens, and its log.
import { Latest } from "../../parts/latest.svelte";
import type {
  Command,
  Notice,
  PairCosts,
  PlayerId,
  TournamentId,
  TournamentOrder,
  TournamentState,
} from "../../protocol/wire";
import type { TournamentNews } from "../../state/tournaments.svelte";
import { readLog } from "./log";

/** How often the state is read at most, in milliseconds: a round of 100 tables ends in many events. */
const PAUSE_MS = 1000;

/** What it needs of the page. */
interface Host {
  ask(command: Command): Promise<Notice>;
  /** Reads a public text of the server. */
  textOf(path: string): Promise<string>;
}

export class OpenTournament {
  state = $state.raw<TournamentState | null>(null);
  /** What happened until the log was read. */
  log = $state.raw<readonly TournamentNews[]>([]);
  readonly reading = new Latest();
  readonly readingLog = new Latest();
  readonly #number: TournamentId;
  readonly #host: Host;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isEarly = false;

  constructor(number: TournamentId, host: Host) {
    this.#number = number;
    this.#host = host;
  }

  /** Reads the state, and follows the tournament from now on. */
  async read(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#onPauseEnd(), PAUSE_MS);
    this.#isEarly = false;
    const command: Command = { do: "tournament", tournament: this.#number, follow: true };
    const answer = await this.reading.read(() => this.#host.ask(command));
    if (answer?.event === "tournament-state") this.state = answer;
  }

  /** Something happened: the state is read again, at once if it was not read just now. */
  onNews(last: number): void {
    if (last <= (this.state?.last ?? 0)) return;
    if (this.#timer === undefined) void this.read();
    else this.#isEarly = true;
  }

  /** Does something, and reads what it led to. Rejected by a `Refusal`. */
  async order(order: TournamentOrder): Promise<void> {
    await this.#host.ask({ do: "direct", tournament: this.#number, order });
    await this.read();
  }

  /** Asks what the pair of a player costs. Rejected by a `Refusal`. */
  async pairCosts(round: number, player: PlayerId): Promise<PairCosts | null> {
    const answer = await this.#host.ask({ do: "pair-costs", tournament: this.#number, round, player });
    return answer.event === "pair-costs" ? answer : null;
  }

  /** Enters. Rejected by a `Refusal`. */
  async enter(place: "online" | "tables" | null): Promise<void> {
    await this.#host.ask({ do: "enter", tournament: this.#number, place });
    await this.read();
  }

  /** Reads the log. */
  async readLog(): Promise<void> {
    const file = await this.readingLog.read(() => this.#host.textOf(fileOf(this.#number, "log")));
    if (file !== null) this.log = readLog(file);
  }

  /** The page is left. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#host.ask({ do: "tournament", tournament: this.#number, follow: false }).catch(() => undefined);
  }

  #onPauseEnd(): void {
    this.#timer = undefined;
    if (this.#isEarly) void this.read();
  }
}

/** The address of a file of a tournament. */
export function fileOf(tournament: TournamentId, format: string): string {
  return `/api/tournaments/${tournament}/file?format=${format}`;
}
