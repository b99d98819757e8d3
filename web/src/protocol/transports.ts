// Chooses how the server is reached: by WebSocket, or over plain HTTP where no WebSocket comes through.
import type { Socket } from "./connection";

/** How sockets are made. */
export interface SocketMakers {
  /** Not there if the browser has no WebSocket. */
  webSocket: (() => Socket) | null;
  http: () => Socket;
  /** Whether the server answers a request over HTTP. */
  isReachable(): Promise<boolean>;
  /** The connection goes over HTTP now, or over WebSocket. */
  onChosen(transport: "http" | "web-socket"): void;
}

/** So many WebSockets in a row must fail to open while the server answers over HTTP: a restart is no reason. */
const FAILURES = 3;

/** Makes the sockets of a connection, one after the other. */
export class Transports {
  readonly #makers: SocketMakers;
  #failures = 0;

  constructor(makers: SocketMakers) {
    this.#makers = makers;
  }

  /** Makes the next socket. */
  open(): Socket {
    const { webSocket } = this.#makers;
    if (webSocket !== null && this.#failures < FAILURES) return this.#openWebSocket(webSocket());
    // After this one, a single WebSocket is tried: the way may be free then.
    this.#failures = FAILURES - 1;
    const onOpen = () => this.#makers.onChosen("http");
    return observed(this.#makers.http(), { onOpen, onCloseBeforeOpen: () => undefined });
  }

  #openWebSocket(socket: Socket): Socket {
    const onOpen = () => {
      this.#failures = 0;
      this.#makers.onChosen("web-socket");
    };
    return observed(socket, { onOpen, onCloseBeforeOpen: () => void this.#countFailure() });
  }

  async #countFailure(): Promise<void> {
    if (await this.#makers.isReachable()) this.#failures += 1;
  }
}

/** A socket whose opening, or closing before it, is told to somebody else as well. */
function observed(socket: Socket, hear: { onOpen(): void; onCloseBeforeOpen(): void }): Socket {
  let wasOpen = false;
  const shown: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
  socket.onopen = (event: never) => {
    wasOpen = true;
    hear.onOpen();
    shown.onopen?.(event);
  };
  socket.onmessage = (message) => shown.onmessage?.(message);
  socket.onclose = (event: never) => {
    if (!wasOpen) hear.onCloseBeforeOpen();
    shown.onclose?.(event);
  };
  return shown;
}
