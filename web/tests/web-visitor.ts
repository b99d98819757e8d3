// Visitors over WebSocket without a browser, many at a time: they subscribe, read, and answer pings.
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import type { Command } from "../src/protocol/wire";

const TEXT = 0x81;
const PING = 0x89;
const PONG = 0x8a;

/** A visitor. It counts the bytes that it was sent, and reads none of them. */
export class WebVisitor {
  bytes = 0;
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (data: Buffer) => this.#hear(data));
    socket.on("error", () => undefined);
  }

  /** Connects, and sends commands. */
  static async connect(address: string, commands: readonly Command[]): Promise<WebVisitor> {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    const key = randomBytes(16).toString("base64");
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    const head = await new Promise<Buffer>((resolve, reject) => {
      socket.once("data", resolve);
      socket.once("error", reject);
    });
    const end = head.indexOf("\r\n\r\n");
    if (!head.toString("latin1").startsWith("HTTP/1.1 101")) throw new Error(head.toString("latin1"));
    const visitor = new WebVisitor(socket);
    visitor.#hear(head.subarray(end + 4));
    for (const command of commands) visitor.#send(TEXT, Buffer.from(JSON.stringify(command)));
    return visitor;
  }

  get isConnected(): boolean {
    return !this.#socket.destroyed;
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Sends a frame of at most 125 bytes, masked by zeros. */
  #send(kind: number, text: Buffer): void {
    this.#socket.write(Buffer.concat([Buffer.from([kind, 0x80 | text.length, 0, 0, 0, 0]), text]));
  }

  #hear(data: Buffer): void {
    this.bytes += data.length;
    this.#rest = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
    for (;;) {
      const [first, second] = [this.#rest[0], this.#rest[1]];
      if (first === undefined || second === undefined) return;
      const head = second === 126 ? 4 : second === 127 ? 10 : 2;
      if (this.#rest.length < head) return;
      const length =
        second === 126
          ? this.#rest.readUInt16BE(2)
          : second === 127
            ? Number(this.#rest.readBigUInt64BE(2))
            : second;
      if (this.#rest.length < head + length) return;
      if (first === PING) this.#send(PONG, this.#rest.subarray(head, head + length));
      this.#rest = this.#rest.subarray(head + length);
    }
  }
}
