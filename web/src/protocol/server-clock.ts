// What the server's clock shows, estimated from the answers to pings.

/** One ping: how far the server was ahead, if the answer took as long as the question, and how sure that is. */
interface Sample {
  /** Milliseconds. */
  readonly ahead: number;
  /** The time from the question to the answer, in milliseconds: `ahead` is wrong by half of it at most. */
  readonly trip: number;
}

const KEPT_SAMPLES = 16;
/** The clocks of two machines drift apart by less than this between two pings, in milliseconds. */
const DRIFT_MS = 250;

export class ServerClock {
  #samples: Sample[] = [];
  #ahead = 0;

  /** The server's clock minus this machine's, in milliseconds. */
  get ahead(): number {
    return this.#ahead;
  }

  /** Notes a ping: sent and answered by this machine's clock, and the time of the answer by the server's. */
  note(sent: number, answered: number, server: number): void {
    const trip = answered - sent;
    // This machine's clock was set back meanwhile.
    if (trip < 0) return this.forget();
    const sample = { ahead: server - (sent + answered) / 2, trip };
    const isPossible = (old: Sample) =>
      Math.abs(old.ahead - sample.ahead) <= (old.trip + trip) / 2 + DRIFT_MS;
    // A clock that was set makes all earlier samples wrong.
    if (!this.#samples.every(isPossible)) this.#samples = [];
    this.#samples = [...this.#samples, sample].slice(-KEPT_SAMPLES);
    this.#ahead = medianOfQuick(this.#samples);
  }

  /** Forgets all samples, because this machine's clock was set. The last estimate stays until the next sample. */
  forget(): void {
    this.#samples = [];
  }
}

/** The median of the quicker half: slow answers were held up on one way, and say little. */
function medianOfQuick(samples: readonly Sample[]): number {
  const quick = [...samples].sort((a, b) => a.trip - b.trip).slice(0, Math.ceil(samples.length / 2));
  const sorted = quick.map(({ ahead }) => ahead).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
