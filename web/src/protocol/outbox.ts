// The commands that the server has not acknowledged yet, in order.
import { Refusal, type LocalDetail } from "./refusal";
import type { Command, Notice } from "./wire";

/** A move or a message that is kept over a reload of the page until it is acknowledged. */
export interface KeptCommand {
  readonly id: string;
  readonly command: Command;
  /** The name of the user who sent it. */
  readonly user: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** Where commands are kept over a reload: the storage of the tab. */
export interface Keeper {
  load(): readonly KeptCommand[];
  save(commands: readonly KeptCommand[]): unknown;
}

/** A message that is older than this is not sent after a reload: nobody waits for it any more. */
const OLDEST_MESSAGE_MS = 10 * 60_000;

interface Waiting {
  readonly id: string;
  readonly command: Command;
  readonly kept: KeptCommand | null;
  readonly resolve: (answer: Notice) => void;
  readonly reject: (reason: Refusal) => void;
}

/**
 * The commands that wait for their answers. After a reconnection they are sent again under the same ids:
 * the server executes no command twice under the same id of a client. Moves and messages also outlast a reload.
 */
export class Outbox {
  readonly #prefix: string;
  readonly #keeper: Keeper;
  #waiting = new Map<string, Waiting>();
  #next = 1;

  /**
   * @param prefix the beginning of all ids. It differs at each load of the page: a tab that the browser has copied
   * has the same word of the client, and must not use its ids for other commands.
   */
  constructor(prefix: string, keeper: Keeper) {
    this.#prefix = prefix;
    this.#keeper = keeper;
  }

  /** Adds a command of a user, or of a visitor. The promise is fulfilled by its answer, rejected by a `Refusal`. */
  add(command: Command, user: string | null): { id: string; answer: Promise<Notice> } {
    const id = `${this.#prefix}-${this.#next++}`;
    const kept = user !== null && isKept(command) ? { id, command, user, at: Date.now() } : null;
    const answer = new Promise<Notice>((resolve, reject) => {
      this.#waiting.set(id, { id, command, kept, resolve, reject });
    });
    if (kept) this.#save();
    return { id, answer };
  }

  /**
   * Takes over the moves and messages that the page had sent before it was loaded again. `onRefused` hears of those
   * that the server refuses, and of messages that are too old to be sent.
   */
  restore(user: string, onRefused: (command: Command, refusal: Refusal) => void): void {
    const younger = this.#waiting;
    this.#waiting = new Map();
    for (const kept of this.#keeper.load()) {
      if (kept.user !== user || younger.has(kept.id)) continue;
      if (kept.command.do !== "move" && Date.now() - kept.at > OLDEST_MESSAGE_MS) {
        onRefused(kept.command, new Refusal("local", "too-old", "too old"));
        continue;
      }
      const reject = (refusal: Refusal) => onRefused(kept.command, refusal);
      this.#waiting.set(kept.id, { ...kept, kept, resolve: () => undefined, reject });
    }
    younger.forEach((waiting, id) => this.#waiting.set(id, waiting));
    this.#save();
  }

  /** The lines of all commands that wait, the oldest first. */
  lines(): string[] {
    return [...this.#waiting.values()].map(({ id, command }) => line(id, command));
  }

  /** Settles the command that a notice answers. Returns it if there is one and it was not refused. */
  settle(notice: Notice): Command | null {
    const waiting = notice.id == null ? undefined : this.#waiting.get(notice.id);
    if (!waiting) return null;
    this.#waiting.delete(waiting.id);
    if (waiting.kept) this.#save();
    if (notice.event === "error") {
      waiting.reject(new Refusal(notice.code, notice.detail ?? null, notice.message));
      return null;
    }
    waiting.resolve(notice);
    return waiting.command;
  }

  /** Gives up all commands, for instance when the user signs out. */
  refuseAll(detail: LocalDetail): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#save();
    waiting.forEach(({ reject }) => reject(new Refusal("local", detail, detail)));
  }

  #save(): void {
    this.#keeper.save([...this.#waiting.values()].flatMap(({ kept }) => kept ?? []));
  }
}

export function line(id: string, command: Command): string {
  return JSON.stringify({ id, ...command });
}

/** A move names its ply, so it cannot be played in another position; a message is what somebody typed. */
function isKept(command: Command): boolean {
  return command.do === "move" ? command.ply != null : ["say", "tell", "gsay"].includes(command.do);
}
