// Whose library this browser shows: its own, or that of the account that uses it, if the account keeps its library here.
import { keep, onKeptElsewhere, readKept } from "./storage";

/** The accounts whose libraries this browser has. */
const ACCOUNTS = "willow-library-accounts";
/** Who has used the browser last: without a network nobody says who does. */
const USER = "willow-library-user";

class LibraryOwner {
  #accounts = $state.raw(accounts());
  #user = $state.raw(readKept(USER));

  constructor() {
    onKeptElsewhere((key) => {
      if (key === ACCOUNTS) this.#accounts = accounts();
      if (key === USER) this.#user = readKept(USER);
    });
  }

  /** The account whose library is shown; `null` for the browser's own. */
  get name(): string | null {
    const user = this.#user;
    return typeof user === "string" && this.keeps(user) ? user : null;
  }

  /** Whether the browser has the library of an account. */
  keeps(account: string): boolean {
    return this.#accounts.includes(account);
  }

  /** Notes which account uses the browser; `null` for guests and visitors. */
  recognise(account: string | null): void {
    if (account === this.#user) return;
    this.#user = account;
    keep(USER, account);
  }

  /** Lets the browser have the library of an account, or no longer. */
  set(account: string, isKept: boolean): void {
    this.#accounts = [...accounts().filter((other) => other !== account), ...(isKept ? [account] : [])];
    keep(ACCOUNTS, this.#accounts);
  }
}

function accounts(): string[] {
  const kept = readKept(ACCOUNTS);
  return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
}

export const libraryOwner = new LibraryOwner();
