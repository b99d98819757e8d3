// A wire between browser and server that can be cut.
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** Passes connections on to a server, until the wire is cut. */
export class Wire {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #state: "whole" | "cut" | "silent" = "whole";

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((socket) => this.#pass(socket));
  }

  /** Opens the wire and returns the address of its near end. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends all connections and refuses new ones, as a stopped access point does. */
  cut(): void {
    this.#state = "cut";
    this.#sockets.forEach((socket) => socket.destroy());
  }

  /** Keeps all connections and passes nothing on, as a lost mobile network does. */
  silence(): void {
    this.#state = "silent";
  }

  /** Lets new connections through again. Those that were silent stay dead. */
  restore(): void {
    this.#sockets.forEach((socket) => socket.destroy());
    this.#state = "whole";
  }

  /** Closes the wire for good. */
  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(near: Socket): void {
    if (this.#state === "cut") return void near.destroy();
    const far = connect(Number(this.#target.port), this.#target.hostname);
    this.#join(near, far);
    this.#join(far, near);
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on("data", (data) => {
      if (this.#state === "whole") to.write(data);
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
