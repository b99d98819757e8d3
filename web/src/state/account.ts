// What signs a user in and out. The rest that only the owner may change are commands.
import { forgetSubscription } from "../offline/subscription";
import { closeSession, openSession, type Entered, type LoginCommand } from "../protocol/http";
import { Refusal } from "../protocol/refusal";
import type { Command, Notice } from "../protocol/wire";

/** What the account needs of the tab. */
export interface Tab {
  /** Sends a command over the connection. */
  ask(command: Command): Promise<Notice>;
  /** Somebody has signed in: the tab goes on as this user. */
  onSignedIn(entered: Entered): void;
  /** The user has signed out in this tab. */
  onSignedOut(): void;
}

/** The account of this browser's user. All functions are rejected by a `Refusal`. */
export class Account {
  readonly #tab: Tab;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** Signs in, by whatever way a command has. A new account has recovery codes, which are told once. */
  async enter(command: LoginCommand): Promise<Entered> {
    const entered = await openSession(command);
    this.#tab.onSignedIn(entered);
    return entered;
  }

  /** Makes the guest's own name an account. */
  async keepGuest(name: string, password: string): Promise<Entered> {
    const entered = await this.#tab.ask({ do: "register", name, password });
    if (entered.event !== "entered") throw new Refusal("local", "no-answer", "no user was entered");
    this.#tab.onSignedIn(entered);
    return entered;
  }

  async signOut(): Promise<void> {
    await closeSession();
    await this.#leave();
  }

  /**
   * Signs out for good, here too: everywhere, or by the end of the account.
   * @param save saves what would go with the account. It is called when the server has agreed; the page is left then.
   */
  async leave(
    command: Extract<Command, { do: "logout" | "delete-account" }>,
    save: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    await this.#tab.ask(command);
    // The account is gone, whether that works or not.
    await save().catch(() => undefined);
    await this.#leave();
  }

  async #leave(): Promise<void> {
    await forgetSubscription();
    this.#tab.onSignedOut();
  }
}
