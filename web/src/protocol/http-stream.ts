// One stream of events over HTTP: a JSON object a line, and an empty line now and then.
import type { Notice } from "./wire";

/** The server writes at least every 8 s; a stream that is silent for longer is dead. */
const SILENCE_MS = 25_000;

/** What a stream tells. */
export interface StreamListener {
  onNotice(notice: Notice): void;
  /** The server refuses the stream: the body of its answer, an event `error`, if it has one. */
  onRefused(error: Notice | null): void;
  /** The stream has ended, or is dead. Not after `close`. */
  onEnd(): void;
}

/** A stream of events. */
export class HttpStream {
  readonly #abort = new AbortController();
  readonly #listener: StreamListener;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(path: string, headers: HeadersInit, listener: StreamListener) {
    this.#listener = listener;
    void this.#read(path, headers);
  }

  /** Ends the stream. */
  close(): void {
    clearTimeout(this.#silence);
    this.#abort.abort();
  }

  async #read(path: string, headers: HeadersInit): Promise<void> {
    try {
      const response = await fetch(path, { headers, signal: this.#abort.signal, cache: "no-store" });
      if (!response.ok) return this.#listener.onRefused(await noticeIn(response));
      if (response.body) await this.#readLines(response.body);
    } catch {
      // The network, or `close`.
    }
    clearTimeout(this.#silence);
    if (!this.#abort.signal.aborted) this.#listener.onEnd();
  }

  async #readLines(body: ReadableStream<Uint8Array>): Promise<void> {
    const [reader, decoder] = [body.getReader(), new TextDecoder()];
    let rest = "";
    for (;;) {
      this.#expectSound();
      const { done, value } = await reader.read();
      if (done || this.#abort.signal.aborted) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") this.#listener.onNotice(JSON.parse(line) as Notice);
    }
  }

  #expectSound(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.close();
      this.#listener.onEnd();
    }, SILENCE_MS);
  }
}

/** Reads the event in the body of an answer. */
export async function noticeIn(response: Response): Promise<Notice | null> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === "object" && body !== null && "event" in body ? (body as Notice) : null;
}
