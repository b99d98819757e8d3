// A game server for the browser tests: the program itself, with a data folder of its own.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** The program to test; `cargo xtask test` names the one that it has built. */
export const WILLOW = resolve(process.env["WILLOW"] ?? "../target/debug/willow");

/** The folder of the client to serve, in place of the one in the program. */
const CLIENT = process.env["WILLOW_WEB"];

/** All people of the tests come from one address, and faster than people do. */
const LIMITS = `
[limits]
newcomers-per-minute = 10000
logins-per-minute = 10000
offers-per-minute = 10000
commands-per-second = 1000
command-burst = 10000
commands-per-second-per-address = 10000
command-burst-per-address = 100000
visitor-commands-per-second-per-address = 10000
visitor-command-burst-per-address = 100000
connections-per-address = 10000
`;

/** How long the program may take to start. */
const START_MS = 20_000;

/** Makes a file of the opening book that comes with the program. */
export function makeBook(file: string): void {
  execFileSync(WILLOW, ["book", "import", "shipped", "--out", file], { stdio: "ignore" });
}

/** A server that can be killed and started again on the same data and the same ports. */
export class WillowServer {
  readonly #folder = mkdtempSync(join(tmpdir(), "willow-browser-"));
  #child: ChildProcess | null = null;
  #http = "127.0.0.1:0";
  #lines = "127.0.0.1:0";

  /** @param config further settings, in the form of the server's configuration file */
  constructor(config = "") {
    const client = CLIENT === undefined ? "" : `web-folder = ${JSON.stringify(resolve(CLIENT))}\n`;
    writeFileSync(join(this.#folder, "willow.toml"), client + config + LIMITS);
  }

  /** The address of the page. */
  get url(): string {
    return `http://${this.#http}`;
  }

  /** The address of the line protocol. */
  get lines(): string {
    return this.#lines;
  }

  /** Adds the games of a file to the archive. The program must not run. */
  importGames(file: string): void {
    execFileSync(WILLOW, ["import", file, "--create", "--data", join(this.#folder, "data")], {
      stdio: "ignore",
    });
  }

  /** Adds games to the archive, as the text of a file. The program must not run. */
  importText(games: string): void {
    const file = join(this.#folder, "games.ggf");
    writeFileSync(file, games);
    this.importGames(file);
  }

  /** Makes a registered user the administrator. The program must not run. */
  makeAdmin(name: string): void {
    const options = ["--make-admin", name, "--data", join(this.#folder, "data")];
    execFileSync(WILLOW, ["serve", ...options], { stdio: "ignore" });
  }

  /** Makes an account that is the administrator, and returns its password. The program must not run. */
  createAdmin(name: string): string {
    const options = ["serve", "--create-admin", name, "--data", join(this.#folder, "data")];
    const said = execFileSync(WILLOW, options, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return /with the password (\S+)/.exec(said)?.[1] ?? "";
  }

  /** Starts the program and waits until it says that it is ready. */
  async start(): Promise<void> {
    const options = ["--data", join(this.#folder, "data"), "--config", join(this.#folder, "willow.toml")];
    const addresses = ["--listen", this.#lines, "--http", this.#http];
    const child = spawn(WILLOW, ["serve", ...options, ...addresses], { stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    const log: string[] = [];
    createInterface({ input: child.stderr }).on("line", (line) => log.push(line));
    const timer = setTimeout(() => child.kill("SIGKILL"), START_MS);
    for await (const line of createInterface({ input: child.stdout })) {
      this.#http = /^HTTP and WebSocket on (\S+)/.exec(line)?.[1] ?? this.#http;
      const lines = /^line protocol on (\S+)/.exec(line)?.[1];
      if (lines === undefined) continue;
      this.#lines = lines;
      clearTimeout(timer);
      child.stdout.resume();
      return;
    }
    throw new Error(`${WILLOW} serve ended before it was ready:\n${log.join("\n")}`);
  }

  /** Kills the program as a power cut would. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Ends the program in order and deletes its data. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
}
