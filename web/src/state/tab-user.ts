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

/** What is needed of the tab. */
export interface Tab {
  readonly session: Session;
  /** Returns whose cookie this is, or `null` for a visitor. Rejected if the server cannot be reached. */
  currentUser(): Promise<Profile | null>;
  /** Connects anew. */
  connectAs(identity: Identity): void;
  /** Forgets everything that belongs to the user. */
  forget(): void;
  /** Forgets what the user has typed and not sent: that outlives the page. */
  forgetTyped(): void;
  /** Loads a page, so that nothing of the present one is left. */
  load(path: string): void;
  /** Loads the present place anew, with all that its address says. */
  loadAgain(): void;
}

const CHANGED = "the user has changed";

/** The user of this tab. */
export class TabUser {
  readonly #tab: Tab;
  readonly #channel: TabChannel | null;

  /** @param channel none if the browser has no such channels: then tabs agree when they are loaded again. */
  constructor(tab: Tab, channel: TabChannel | null) {
    this.#tab = tab;
    this.#channel = channel;
    if (channel) channel.onmessage = ({ data }) => void (data === CHANGED && this.#onChangedElsewhere());
  }

  /** Somebody has signed in with this tab. */
  onSignedIn({ name, role, display_name }: Entered): void {
    this.#become(name, () => this.#tab.session.enter(name, role, display_name));
    this.#channel?.postMessage(CHANGED);
  }

  /** The user has signed out with this tab. The next one at this machine finds a new page. */
  onSignedOut(): void {
    this.#channel?.postMessage(CHANGED);
    this.#tab.forgetTyped();
    this.#tab.load("/");
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
    const user = await this.#tab.currentUser().catch(() => undefined);
    if (user === undefined) return;
    if (user === null) {
      if (session.standing === "user") this.#onSignedOutElsewhere();
    } else if (user.name !== session.name || user.role !== session.role) {
      this.#become(user.name, () => session.recognise(user));
    }
  }

  #onSignedOutElsewhere(): void {
    this.#tab.forgetTyped();
    this.#tab.loadAgain();
  }

  /** Goes on as a user. What belongs to another one is forgotten. */
  #become(name: string, enter: () => void): void {
    const { session } = this.#tab;
    if (session.standing === "user" && session.name !== name) this.#tab.forget();
    enter();
    this.#tab.connectAs("user");
  }
}
