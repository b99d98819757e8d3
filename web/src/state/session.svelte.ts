// Who uses this browser, and what the connection is doing.
import type { Link } from "../protocol/connection";
import type { CloseReason, Notice, Profile, Role } from "../protocol/wire";
import { libraryOwner } from "./library-owner.svelte";

/** `unknown` until the server has said whose cookie this is. */
export type Standing = "unknown" | "visitor" | "user";

/** What the frame says of the connection. */
export type LinkToTell = "connecting" | "waiting" | "back" | "stopped";

/** A short interruption is not worth a word. */
const QUIET_MS = 1_500;
/** How long the frame says that the connection is back. */
const BACK_MS = 4_000;

/** The user of this browser. */
export class Session {
  standing = $state<Standing>("unknown");
  name = $state<string | null>(null);
  displayName = $state<string | null>(null);
  role = $state<Role | null>(null);
  link = $state<Link>("connecting");
  /** What the frame says of the connection; nothing while all is well. */
  linkToTell = $state<LinkToTell | null>(null);
  /** Whether there was a connection before, or an attempt has failed. */
  #isLost = false;
  /** Why the server has ended the connection, until there is another one. */
  bye = $state<CloseReason | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether somebody with a password uses the browser. */
  get hasAccount(): boolean {
    return this.standing === "user" && this.role !== "guest";
  }

  /** Whether the user reads reports and acts on other users. */
  get isModerator(): boolean {
    return this.role === "moderator" || this.role === "admin";
  }

  onNotice(notice: Notice): void {
    if (notice.event === "entered") this.enter(notice);
  }

  /** Somebody uses the browser. */
  enter({ name, role, display_name }: Pick<Profile, "name" | "role" | "display_name">): void {
    this.standing = "user";
    this.name = name;
    this.role = role;
    this.displayName = display_name ?? null;
    libraryOwner.recognise(role === "guest" ? null : name);
  }

  /** Nobody uses the browser now. */
  leave(): void {
    this.standing = "visitor";
    this.name = this.role = this.displayName = null;
    libraryOwner.recognise(null);
  }

  /** The server ends the connection. */
  onBye(reason: CloseReason): void {
    this.bye = reason;
  }

  /** Notes what the connection does. The frame tells it when it lasts. */
  onLink(link: Link): void {
    this.link = link;
    if (link === "waiting") this.#isLost = true;
    if (link === "stopped") this.#tell("stopped");
    else if (link === "open") this.#onOpen();
    else if (this.linkToTell !== "waiting") this.#tellSoon();
  }

  #tell(state: LinkToTell | null): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.linkToTell = state;
  }

  #onOpen(): void {
    this.bye = null;
    const wasAway = this.linkToTell === "waiting";
    this.#isLost = true;
    this.#tell(wasAway ? "back" : null);
    if (wasAway) this.#timer = setTimeout(() => this.#tell(null), BACK_MS);
  }

  /** An attempt that fails begins no new pause. */
  #tellSoon(): void {
    if (this.linkToTell === "back") this.#tell(null);
    this.#timer ??= setTimeout(() => this.#tell(this.#isLost ? "waiting" : "connecting"), QUIET_MS);
  }
}
