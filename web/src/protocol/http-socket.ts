// The protocol over plain HTTP, for networks that let no WebSocket through: streams bring the events, and each command
// is a request. To the connection it looks like a WebSocket.
import type { Socket } from "./connection";
import { noticeIn, HttpStream } from "./http-stream";
import type { Event, GameId, Notice, Request, RoomNumbers } from "./wire";

/** Browsers open six connections to a server at a time. Two are for the lobby and the user, two for commands. */
const MAX_WATCHED = 2;

/** Whether the server answers over HTTP. */
export function isReachable(): Promise<boolean> {
  return fetch("/api/pools").then(
    ({ ok }) => ok,
    () => false,
  );
}

/** A socket that speaks HTTP. */
export class HttpSocket implements Socket {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((message: MessageEvent<unknown>) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  readonly #headers: Record<string, string>;
  readonly #streams = new Map<string, HttpStream>();
  /** The end of the last command: they are sent one after the other, so that they arrive in order. */
  #last: Promise<void> = Promise.resolve();
  #lobbyAfter = 0;
  #isClosed = false;

  /** @param clientWord the word to which the ids of commands belong */
  constructor(clientWord: string) {
    this.#headers = { "Willow-Protocol": "2", "Willow-Client": clientWord };
    void this.#open();
  }

  send(text: string): void {
    const request = JSON.parse(text) as Request;
    switch (request.do) {
      case "protocol":
        return this.#tell(request, { event: "ok" });
      case "resume":
        return this.#enter(request, request.rooms ?? {});
      case "lobby":
        return this.#followLobby(request, this.#lobbyAfter, () => this.#tell(request, { event: "ok" }));
      case "sync":
        // Streams begin where the tab has stopped; only the lobby's begins after this command.
        if (request.room === "lobby") this.#lobbyAfter = request.after;
        return this.#tell(request, { event: "ok" });
      case "watch":
        return "game" in request ? this.#watch(request, request.game) : this.#post(request);
      case "leave":
        this.#closeStream(`game/${request.game ?? ""}`);
        return this.#tell(request, { event: "ok" });
      default:
        return this.#post(request);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#streams.forEach((stream) => stream.close());
    this.#streams.clear();
  }

  async #open(): Promise<void> {
    if (!(await isReachable())) return this.#fail();
    if (this.#isClosed) return;
    this.onopen?.(undefined as never);
  }

  #fail(): void {
    if (this.#isClosed) return;
    this.close();
    this.onclose?.(undefined as never);
  }

  /** Hands an event on, as the answer to a command if one is named. */
  #tell(command: Request | null, event: Event, time = Date.now()): void {
    const data = JSON.stringify({ time, ...event, id: command?.id });
    if (!this.#isClosed) this.onmessage?.(new MessageEvent("message", { data }));
  }

  #stream(
    key: string,
    path: string,
    hear: (notice: Notice) => void,
    refuse: (error: Notice | null) => void,
  ): void {
    this.#closeStream(key);
    const stream = new HttpStream(path, this.#headers, {
      onNotice: hear,
      onRefused: refuse,
      onEnd: () => this.#fail(),
    });
    this.#streams.set(key, stream);
  }

  #closeStream(key: string): void {
    this.#streams.get(key)?.close();
    this.#streams.delete(key);
  }

  /** Follows the lobby from an event on. `onPast` is called when the past events have come. */
  #followLobby(command: Request, after: number, onPast: () => void): void {
    const hear = (notice: Notice) => {
      if (notice.event !== "ok" && notice.event !== "welcome") this.#tell(null, notice, notice.time);
      if (notice.id === "sync") onPast();
    };
    this.#stream("lobby", `/api/stream/lobby?after=${after}`, hear, (error) => this.#answer(command, error));
  }

  /** Logs in by the cookie. As over a WebSocket, what was missed comes before `entered`. */
  #enter(command: Request, rooms: RoomNumbers): void {
    let entered: Notice | null = null;
    const hear = (notice: Notice) => {
      if (notice.event === "entered") entered = notice;
      else if (notice.id === "sync") {
        if (notice.event === "snapshot") this.#tell(null, notice, notice.time);
        if (entered) this.#tell(command, entered, entered.time);
        // The lobby has a stream of its own: its past would come too late here.
      } else if (notice.id == null && notice.event !== "welcome" && notice.room !== "lobby") {
        this.#tell(null, notice, notice.time);
      }
    };
    const readEvents = () => {
      const path = `/api/stream/events?after=${rooms["private"] ?? 0}`;
      this.#stream("events", path, hear, (error) => this.#answer(command, error));
    };
    this.#followLobby(command, rooms["lobby"] ?? 0, readEvents);
  }

  #watch(command: Request, game: GameId): void {
    const key = `game/${game}`;
    const [oldest, ...others] = [...this.#streams.keys()].filter(
      (other) => other.startsWith("game/") && other !== key,
    );
    if (oldest !== undefined && others.length + 1 >= MAX_WATCHED) this.#closeStream(oldest);
    const hear = (notice: Notice) => {
      if (notice.id === "follow") this.#tell(command, notice, notice.time);
      else if (notice.id == null && notice.event !== "welcome") this.#tell(null, notice, notice.time);
    };
    this.#stream(key, `/api/stream/games/${game}`, hear, (error) => this.#answer(command, error));
  }

  #post(command: Request): void {
    this.#last = this.#last.then(() => this.#postNow(command));
  }

  async #postNow(command: Request): Promise<void> {
    if (this.#isClosed) return;
    try {
      const response = await fetch("/api/do", {
        method: "POST",
        headers: { ...this.#headers, "Content-Type": "application/json" },
        body: JSON.stringify(command),
      });
      this.#answer(command, await noticeIn(response));
    } catch {
      this.#fail();
    }
  }

  /** Hands an answer on. Without one the server, or something before it, has failed: the connection tries again. */
  #answer(command: Request, answer: Notice | null): void {
    if (answer === null) return this.#fail();
    this.#tell(command, answer, answer.time);
  }
}
