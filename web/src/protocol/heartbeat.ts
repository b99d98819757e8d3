// Pings the server while a connection is open: a dead link is noticed, and the server's clock is known.
import type { ServerClock } from "./server-clock";

/** What a heartbeat does to its connection. */
export interface HeartbeatHost {
  /** Sends a ping under an id. */
  ping(id: string): void;
  /** The link is dead: nothing has answered. */
  onDead(): void;
}

/** The first pings follow each other quickly, for the clock. */
const FIRST_PINGS = 5;
const FIRST_PAUSE_MS = 200;
/** Between the later ones. Networks forget connections that are silent for half a minute. */
const PAUSE_MS = 20_000;
/** A link without an answer for so long is dead. */
const PATIENCE_MS = 10_000;
/** The same after this machine slept, or its network changed: then the link is dead more often than not. */
const SHORT_PATIENCE_MS = 3_000;
/** A timer that is later than this stood still: the machine slept. Hidden tabs have their timers a minute late. */
const SLEEP_MS = 5_000;

/** The heartbeat of one connection. */
export class Heartbeat {
  readonly #host: HeartbeatHost;
  readonly #clock: ServerClock;
  #sent = new Map<string, number>();
  #count = 0;
  #next: ReturnType<typeof setTimeout> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  /** When the deadline is due; `Infinity` without one. */
  #due = Infinity;

  constructor(host: HeartbeatHost, clock: ServerClock) {
    this.#host = host;
    this.#clock = clock;
  }

  /** Begins with some quick pings, for the clock. */
  start(): void {
    this.stop();
    this.#count = 0;
    this.#beat(PATIENCE_MS);
  }

  stop(): void {
    clearTimeout(this.#next);
    this.#calm();
    this.#sent.clear();
  }

  /** Asks at once whether the link is alive, with little patience. */
  probe(): void {
    if (this.#due - Date.now() > SHORT_PATIENCE_MS) this.#beat(SHORT_PATIENCE_MS);
  }

  /** Hears an answer of the server: the link is alive. */
  hear(id: string | null | undefined, serverTime: number): void {
    this.#calm();
    const sent = id == null ? undefined : this.#sent.get(id);
    if (id == null || sent === undefined) return;
    this.#sent.delete(id);
    this.#clock.note(sent, Date.now(), serverTime);
  }

  #beat(patience: number): void {
    const id = `ping-${this.#count++}`;
    this.#sent.set(id, Date.now());
    this.#host.ping(id);
    this.#expect(patience);
    clearTimeout(this.#next);
    const pause = this.#count < FIRST_PINGS ? FIRST_PAUSE_MS : PAUSE_MS;
    const due = Date.now() + pause;
    this.#next = setTimeout(() => this.#beat(isLate(due) ? SHORT_PATIENCE_MS : PATIENCE_MS), pause);
  }

  /** An earlier deadline stays: a second question gives a dead link no more time. */
  #expect(patience: number): void {
    const due = Date.now() + patience;
    if (this.#due <= due) return;
    this.#calm();
    this.#due = due;
    this.#deadline = setTimeout(() => this.#judge(), patience);
  }

  /** Nothing has come. If the machine slept over the deadline, the answer may not have been read yet: ask once more. */
  #judge(): void {
    const hasSlept = isLate(this.#due);
    this.#calm();
    if (hasSlept) this.#beat(SHORT_PATIENCE_MS);
    else this.#host.onDead();
  }

  #calm(): void {
    clearTimeout(this.#deadline);
    this.#due = Infinity;
  }
}

function isLate(due: number): boolean {
  return Date.now() - due > SLEEP_MS;
}
