// When the library of an account is made the same as in its other browsers: soon after a change, when the page is seen again,
// and when there is a network again. And how a library comes into an account, and out of it.
import { Refusal } from "../protocol/refusal";
import { libraryOwner } from "../state/library-owner.svelte";
import { moveAll } from "./library-move";
import { Replica } from "./library-sync";
import type { Library } from "./library.svelte";

/** How long a change waits, in milliseconds. */
const REST_MS = 1000;
/** How long after a failure it is tried again, in milliseconds: twice as long each time. */
const RETRY_MS = 5000;
const MAX_RETRY_MS = 10 * 60 * 1000;

/** Keeps the library of an account in this browser and that of the server the same. */
export class LibraryKeeper {
  /** Why the account does not have the last changes; `null` if it has them, or will have them without anybody's help. */
  problem = $state.raw<unknown>(null);
  /** The games that are too large for the account. */
  nTooLarge = $state(0);
  readonly #replica: Replica;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStarted = false;
  #nFailures = 0;

  /** @param own the library of the browser itself */
  constructor(
    readonly library: Library,
    readonly account: string,
    readonly own: Library,
  ) {
    this.#replica = new Replica(library, account, own);
    library.onEdit = () => this.#later(REST_MS);
  }

  /** Begins, or goes on: somebody uses the library of the account again. */
  start(): void {
    const now = () => this.#later(0);
    now();
    if (this.#isStarted) return;
    this.#isStarted = true;
    addEventListener("online", now);
    document.addEventListener("visibilitychange", () => void (document.hidden || now()));
  }

  /** Puts the games of this browser into the library of the account, which is kept here from now on. */
  async join(): Promise<void> {
    await alone(this.account, () => moveAll(this.own, this.library));
    libraryOwner.set(this.account, true);
    this.#later(0);
  }

  /** Leaves the games to this browser. The account keeps what it has. */
  async leave(): Promise<void> {
    // What is written meanwhile goes to the library of the browser.
    libraryOwner.set(this.account, false);
    try {
      await alone(this.account, () => moveAll(this.library, this.own));
    } catch (failure) {
      libraryOwner.set(this.account, true);
      throw failure;
    }
  }

  #later(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#sync(), pause);
  }

  async #sync(): Promise<void> {
    try {
      await alone(this.account, async () => {
        // Somebody else may use the browser now. The server asks, too.
        if (libraryOwner.name === this.account) await this.#replica.sync();
      });
      [this.problem, this.#nFailures] = [null, 0];
    } catch (failure) {
      const isPassing =
        failure instanceof Refusal && (failure.detail === "offline" || failure.code === "limit");
      this.problem = isPassing ? null : failure;
      this.#later(Math.min(RETRY_MS * 2 ** this.#nFailures, MAX_RETRY_MS));
      this.#nFailures += 1;
    }
    this.nTooLarge = this.#replica.nTooLarge;
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Works alone with the library of an account, in all tabs where the browser has locks: on plain http it has none. */
function alone<T>(account: string, work: () => Promise<T>): Promise<T> {
  const next = last.then(() =>
    "locks" in navigator ? navigator.locks.request(`willow-library@${account}`, work) : work(),
  );
  last = next.catch(() => undefined);
  return next;
}
