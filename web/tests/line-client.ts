// A client of the line protocol, for opponents and crowds that need no browser.
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { Command, Notice } from "../src/protocol/wire";

type NoticeOf<E extends Notice["event"]> = Extract<Notice, { event: E }>;

/** A user of the server, connected over TCP in JSON of version 2. */
export class LineClient {
  readonly #socket: Socket;
  readonly #heard: Notice[] = [];
  readonly #listeners = new Set<(notice: Notice) => void>();
  #next = 1;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("error", () => undefined);
    createInterface({ input: socket }).on("line", (line) => this.#hear(line));
  }

  /** Connects, and logs in as a guest of this name. */
  static guest(address: string, name: string): Promise<LineClient> {
    return LineClient.#enter(address, { do: "guest", name });
  }

  /** Connects, and makes an account of this name. */
  static account(address: string, name: string): Promise<LineClient> {
    return LineClient.#enter(address, { do: "register", name, password: "correct horse battery" });
  }

  /** Connects, and logs in with an account that `account` has made. */
  static logIn(address: string, name: string): Promise<LineClient> {
    return LineClient.#enter(address, { do: "login", name, password: "correct horse battery" });
  }

  static async #enter(address: string, entering: Command): Promise<LineClient> {
    const [host = "", port = ""] = address.split(":");
    const client = new LineClient(connect(Number(port), host));
    await client.ask({ do: "protocol", version: 2 });
    await client.ask(entering);
    return client;
  }

  /** Sends a command and returns its answer; a refusal is an error. */
  async ask(command: Command): Promise<Notice> {
    const id = String(this.#next++);
    const answer = this.#first((notice) => notice.id === id);
    this.#socket.write(`${JSON.stringify({ id, ...command })}\n`);
    const notice = await answer;
    if (notice.event === "error") throw new Error(`${command.do}: ${notice.message}`);
    return notice;
  }

  /** Returns the first event of a kind that was heard, or waits for it. */
  async event<E extends Notice["event"]>(
    event: E,
    fits: (notice: NoticeOf<E>) => boolean = () => true,
  ): Promise<NoticeOf<E>> {
    const isIt = (notice: Notice): notice is NoticeOf<E> =>
      notice.event === event && fits(notice as NoticeOf<E>);
    const heard = this.#heard.find(isIt);
    return heard ?? ((await this.#first(isIt)) as NoticeOf<E>);
  }

  /** Plays the first legal move whenever it is this user's turn, after a pause. */
  playOn(pauseMs = 0): void {
    this.#listeners.add((notice) => {
      if (notice.event !== "moved" && notice.event !== "started") return;
      const game = notice.event === "started" ? notice.game : Number(notice.room?.split("/")[1]);
      const move = notice.legal?.[0];
      if (move === undefined) return;
      // It may be the opponent's turn: then the server refuses, and nothing has changed.
      setTimeout(() => void this.ask({ do: "move", game, move }).catch(() => undefined), pauseMs);
    });
  }

  /** Ends the connection. */
  close(): void {
    this.#socket.destroy();
  }

  #hear(line: string): void {
    // The greeting is text: the server sends it before it has read a line of this client.
    if (!line.startsWith("{")) return;
    const notice = JSON.parse(line) as Notice;
    // Any line says that the client is still there.
    if (notice.event === "ping") this.#socket.write("\n");
    this.#heard.push(notice);
    this.#listeners.forEach((listener) => listener(notice));
  }

  #first(fits: (notice: Notice) => boolean): Promise<Notice> {
    return new Promise((resolve) => {
      const listener = (notice: Notice) => {
        if (!fits(notice)) return;
        this.#listeners.delete(listener);
        resolve(notice);
      };
      this.#listeners.add(listener);
    });
  }
}
