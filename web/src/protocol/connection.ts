// The connection to the server: greets, logs in by the cookie, reconnects, resumes, and loses no command.
import { greetingOf, rewatchingOf, type Identity } from "./greeting";
import { Outbox, type Keeper } from "./outbox";
import { Heartbeat } from "./heartbeat";
import type { Refusal } from "./refusal";
import { SeenEvents } from "./seen";
import { ServerClock } from "./server-clock";
import type { CloseReason, Command, Notice } from "./wire";

/** What a connection is doing. `waiting` is the pause before the next attempt. */
export type Link = "connecting" | "open" | "waiting" | "stopped";

export type { Identity };

/** A socket as the connection needs it; `WebSocket` is one. */
export interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((message: MessageEvent<unknown>) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What a connection needs of the host. */
export interface ConnectionHost {
  open(): Socket;
  /** A random number from 0 up to 1, for the pauses between attempts. */
  random(): number;
  /** The word of the tab, to which the ids of its commands belong. */
  clientWord: string;
  /** The beginning of the ids of this load of the page. */
  idPrefix: string;
  /** Keeps moves and messages over a reload. */
  keeper: Keeper;
}

/** Who hears of a connection. */
export interface Listener {
  /** A new event; of a numbered room each comes once and in order. */
  onNotice(notice: Notice): void;
  onLink(link: Link): void;
  /** The server ends the connection, and says why. */
  onBye(reason: CloseReason): void;
  /** There is no user: the browser has no cookie, or it is not valid any more. The connection goes on as a visitor's. */
  onVisitor(): void;
  /** A move or message from before a reload of the page was refused. */
  onLateRefusal(command: Command, refusal: Refusal): void;
}

/** An attempt that has not led to a login after so long is given up. */
const CONNECT_MS = 15_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** A connection that lasts over many sockets. */
export class Connection {
  readonly seen = new SeenEvents();
  readonly clock = new ServerClock();
  readonly #outbox: Outbox;
  readonly #heartbeat: Heartbeat;
  readonly #host: ConnectionHost;
  readonly #listener: Listener;
  #socket: Socket | null = null;
  #identity: Identity = "visitor";
  #user: string | null = null;
  #isReady = false;
  #attempts = 0;
  #greetedAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ConnectionHost, listener: Listener) {
    this.#host = host;
    this.#listener = listener;
    this.#outbox = new Outbox(host.idPrefix, host.keeper);
    const link = { ping: (id: string) => this.#send({ do: "ping" }, id), onDead: () => this.#reconnect() };
    this.#heartbeat = new Heartbeat(link, this.clock);
  }

  /** Connects as a visitor or as the user of the cookie. An earlier socket is closed. */
  start(identity: Identity): void {
    this.#identity = identity;
    this.#attempts = 0;
    this.#connect();
  }

  /** Closes the socket for good. */
  stop(): void {
    this.#drop();
    this.#outbox.refuseAll("closed");
    this.#listener.onLink("stopped");
  }

  /**
   * Something has happened to the machine or its network: tries again at once if there is no connection, and asks the
   * server whether the present one is alive.
   */
  retryNow(): void {
    if (this.#retry !== undefined) this.#connect();
    else if (this.#isReady) this.#heartbeat.probe();
  }

  /** Sends a command, now or after the next reconnection. */
  ask(command: Command): Promise<Notice> {
    const { id, answer } = this.#outbox.add(command, this.#user);
    // Who asks for the past of a room is given it, also what was seen before.
    if (command.do === "sync") this.seen.reread(command.room);
    if (this.#isReady) this.#send(command, id);
    if (command.do === "leave" && command.game != null) this.seen.forget(command.game);
    return answer;
  }

  #send(command: Command, id: string): void {
    this.#socket?.send(JSON.stringify({ id, ...command }));
  }

  #connect(): void {
    this.#drop();
    this.#listener.onLink("connecting");
    const socket = this.#host.open();
    this.#socket = socket;
    socket.onopen = () => this.#greet();
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket && typeof data === "string") this.#receive(data);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#wait();
    };
    this.#patience = setTimeout(() => this.#wait(), CONNECT_MS);
  }

  #greet(): void {
    this.#greetedAt = Date.now();
    const greeting = greetingOf(this.#identity, this.#host.clientWord, this.seen.numbers());
    greeting.forEach(({ id, command }) => this.#send(command, id));
  }

  #receive(text: string): void {
    const notice = JSON.parse(text) as Notice;
    this.#heartbeat.hear(notice.id, notice.time);
    if (notice.id === "greet-1") return this.#onGreeted(notice);
    if (notice.event === "pong") return;
    if (notice.event === "ping") return this.#socket?.send('{"do":"ping"}');
    if (notice.event === "bye") return this.#leave(notice.reason);
    const isNew = this.seen.isNew(notice);
    const answered = this.#outbox.settle(notice);
    if (answered?.do === "watch" && "game" in answered) this.seen.watch(answered.game);
    if (isNew) this.#listener.onNotice(notice);
  }

  #onGreeted(notice: Notice): void {
    if (notice.event !== "error") return this.#enter(notice);
    // The server does not show visitors its lobby.
    if (this.#identity === "visitor" && notice.detail === "not-logged-in") return this.#enter(notice);
    // A busy server, say, is no reason to forget who uses the browser.
    if (notice.code !== "denied" && notice.code !== "forbidden") return this.#wait();
    this.#becomeVisitor();
    this.#greet();
  }

  #becomeVisitor(): void {
    this.#identity = "visitor";
    // What a page asks while the server has not said who it is waits on.
    if (this.#user !== null) this.#outbox.refuseAll("closed");
    this.#user = null;
    this.seen.clear();
    this.#listener.onVisitor();
  }

  /** The greeting was answered: the commands that wait go out again. */
  #enter(notice: Notice): void {
    clearTimeout(this.#patience);
    this.clock.note(this.#greetedAt, Date.now(), notice.time);
    this.#user = notice.event === "entered" ? notice.name : null;
    if (notice.event === "entered") this.#onEntered(notice.name, notice.rooms ?? {});
    else rewatchingOf(this.seen).forEach(({ id, command }) => this.#send(command, id));
    this.#attempts = 0;
    // These first: a command that the listener sends in answer must not go out twice.
    this.#outbox.lines().forEach((line) => this.#socket?.send(line));
    this.#isReady = true;
    this.#listener.onLink("open");
    this.#listener.onNotice(notice);
    this.#heartbeat.start();
  }

  #onEntered(name: string, rooms: Record<string, number | undefined>): void {
    for (const [room, last] of Object.entries(rooms)) this.seen.begin(room, last ?? 0);
    this.#outbox.restore(name, (command, refusal) => this.#listener.onLateRefusal(command, refusal));
  }

  #leave(reason: CloseReason): void {
    this.#listener.onBye(reason);
    // Another device has ended this session, or all connections but its own: then the cookie is still valid.
    if (reason === "signed-out") this.#connect();
    else if (reason === "kicked") this.stop();
    else this.#wait();
  }

  /** The link is dead, and the network may be well: tries at once. */
  #reconnect(): void {
    this.#listener.onLink("waiting");
    this.#connect();
  }

  /** Waits longer and longer, with a part by chance so that not all clients come back at once. */
  #wait(): void {
    this.#drop();
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#attempts++);
    this.#listener.onLink("waiting");
    this.#retry = setTimeout(() => this.#connect(), pause * (0.5 + this.#host.random() / 2));
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#patience);
    this.#heartbeat.stop();
    this.#retry = undefined;
    this.#isReady = false;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}
