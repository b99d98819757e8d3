// What a user does with an account: in, out, and all that only the owner may change.
import { forgetSubscription } from "../offline/subscription";
import { closeSession, openSession, type Entered, type LoginCommand } from "../protocol/http";
import { Refusal } from "../protocol/refusal";
import type { Command, Notice, ProfileKey, TokenSummary } from "../protocol/wire";

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

  /** Signs in with a password. */
  async signIn(name: string, password: string): Promise<void> {
    await this.#open({ do: "login", name, password });
  }

  /** Becomes a guest; without a name the server gives one. */
  async becomeGuest(name?: string): Promise<void> {
    await this.#open({ do: "guest", name: name === undefined || name === "" ? null : name });
  }

  /** Makes an account and signs in. Returns the recovery codes, which are shown once. */
  async register(name: string, password: string): Promise<string[]> {
    const entered = await this.#open({ do: "register", name, password });
    return entered.recovery_codes ?? [];
  }

  /** Makes the guest's own name an account. Returns the recovery codes. */
  async keepGuest(name: string, password: string): Promise<string[]> {
    const entered = await this.#tab.ask({ do: "register", name, password });
    if (entered.event !== "entered") throw unexpected();
    this.#tab.onSignedIn(entered);
    return entered.recovery_codes ?? [];
  }

  /** Sets a new password with a recovery code, and signs in. */
  async recover(name: string, code: string, password: string): Promise<void> {
    await this.#open({ do: "reset-password", name, code, password });
  }

  /** Changes the password. All other sessions end. */
  async changePassword(old: string, password: string): Promise<void> {
    await this.#tab.ask({ do: "password", old, new: password });
  }

  /** Makes new recovery codes; the old ones are void. */
  async newRecoveryCodes(password: string): Promise<string[]> {
    const answer = await this.#tab.ask({ do: "recovery-codes", password });
    if (answer.event !== "recovery-codes") throw unexpected();
    return answer.codes;
  }

  /** Lists where the user is signed in, and the tokens of programs. */
  async sessions(): Promise<TokenSummary[]> {
    const answer = await this.#tab.ask({ do: "tokens" });
    if (answer.event !== "tokens") throw unexpected();
    return answer.tokens;
  }

  /** Ends one session. */
  async revoke(token: number): Promise<void> {
    await this.#tab.ask({ do: "revoke", token });
  }

  /** Signs this browser out. */
  async signOut(): Promise<void> {
    await closeSession();
    await this.#leave();
  }

  /** Signs out everywhere, here too. */
  async signOutEverywhere(): Promise<void> {
    await this.#tab.ask({ do: "logout", scope: "all" });
    await this.#leave();
  }

  /** Changes a part of the profile; `null` removes it. */
  async setProfile(key: ProfileKey, value: string | null): Promise<void> {
    await this.#tab.ask({ do: "set", key, value });
  }

  /** Deletes the account for ever. */
  async delete(password: string): Promise<void> {
    await this.#tab.ask({ do: "delete-account", password });
    await this.#leave();
  }

  async #leave(): Promise<void> {
    await forgetSubscription();
    this.#tab.onSignedOut();
  }

  async #open(command: LoginCommand): Promise<Entered> {
    const entered = await openSession(command);
    this.#tab.onSignedIn(entered);
    return entered;
  }
}

function unexpected(): Refusal {
  return new Refusal("local", "no-answer", "the server sent another answer");
}
