// For whom this tab works, and how the tabs of a browser agree on it: they share one cookie.
import type { Identity } from "../protocol/connection";
import type { Entered } from "../protocol/http";
import type { Profile } from "../protocol/wire";
import type { Session } from "./session.svelte";

/** The channel between the tabs of a browser; `BroadcastChannel` is one. */
export interface TabChannel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
}

/** What the browser has for its tabs. */
export interface TabPage {
  /** The channel to the other tabs, if there is one: without it tabs agree when they are loaded again. */
  readonly channel: TabChannel | null;
  /** Returns whose cookie this is, or `null` for a visitor. Rejected if the server cannot be reached. */
  currentUser(): Promise<Profile | null>;
  /** Loads a page, so that nothing of the present one is left. */
  load(path: string): void;
}

export interface Tab {
  readonly session: Session;
  connectAs(identity: Identity): void;
  /** Forgets everything that belongs to the user. */
  forget(): void;
  /** Forgets what the user has typed and not sent: that outlives the page. */
  forgetTyped(): void;
  /** Reloads the present page, with all that its address says. */
  loadAgain(): void;
}

const CHANGED = "the user has changed";

export class TabUser {
  readonly #tab: Tab;
  readonly #page: TabPage;

  constructor(tab: Tab, page: TabPage) {
    this.#tab = tab;
    this.#page = page;
    const { channel } = page;
    if (channel) channel.onmessage = ({ data }) => void (data === CHANGED && this.#onChangedElsewhere());
  }

  /** Somebody has signed in with this tab. */
  onSignedIn(entered: Entered): void {
    this.#become(entered);
    this.#page.channel?.postMessage(CHANGED);
  }

  /** The user has signed out with this tab. The next one at this machine finds a new page. */
  onSignedOut(): void {
    this.#page.channel?.postMessage(CHANGED);
    this.#tab.forgetTyped();
    this.#page.load("/");
  }

  /** There is no user, or no longer. Returns whether there was one. */
  onVisitor(): boolean {
    const wasUser = this.#tab.session.standing === "user";
    if (wasUser) this.#tab.forget();
    this.#tab.session.leave();
    return wasUser;
  }

  async #onChangedElsewhere(): Promise<void> {
    const { session } = this.#tab;
    const user = await this.#page.currentUser().catch(() => undefined);
    if (user === undefined) return;
    if (user === null) {
      if (session.standing === "user") this.#onSignedOutElsewhere();
    } else if (user.name !== session.name || user.role !== session.role) {
      this.#become(user);
    }
  }

  #onSignedOutElsewhere(): void {
    this.#tab.forgetTyped();
    this.#tab.loadAgain();
  }

  /** Goes on as a user. What belongs to another one is forgotten. */
  #become(user: Entered | Profile): void {
    const { session } = this.#tab;
    if (session.standing === "user" && session.name !== user.name) this.#tab.forget();
    session.enter(user);
    this.#tab.connectAs("user");
  }
}
