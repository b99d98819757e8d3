// Whom the user follows, mutes and blocks.
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { Command, FollowedUser, Notice } from "../protocol/wire";

/** How a user may be hidden: only messages and offers (mute), or altogether (block). */
export type Hiding = "mute" | "block";

/** The user's relations with others. */
export class People {
  readonly muted = new SvelteSet<string>();
  readonly blocked = new SvelteSet<string>();
  /** The users whom one follows, by name, with their presence. */
  readonly followed = new SvelteMap<string, FollowedUser>();
  readonly #hidden: ReadonlySet<string> = $derived(new Set([...this.muted, ...this.blocked]));
  readonly #ask: (command: Command) => Promise<Notice>;

  /** @param ask sends a command; the promise is fulfilled by its answer */
  constructor(ask: (command: Command) => Promise<Notice>) {
    this.#ask = ask;
  }

  /** Whether a user is shown nowhere. */
  isHidden(name: string): boolean {
    return this.#hidden.has(name);
  }

  /** Whether a user follows back. */
  isFriend(name: string): boolean {
    return this.followed.get(name)?.friend ?? false;
  }

  /** The names of the hidden users. */
  get hidden(): string[] {
    return [...this.#hidden].sort();
  }

  onNotice(notice: Notice): void {
    switch (notice.event) {
      case "muted":
        replaceAll(this.muted, notice.muted);
        replaceAll(this.blocked, notice.blocked);
        break;
      case "following":
        this.followed.clear();
        for (const user of notice.users) this.followed.set(user.name, user);
        break;
      case "presence":
        if (this.followed.has(notice.name)) this.followed.set(notice.name, notice);
        break;
    }
  }

  /** Asks for the lists. Guests follow nobody. */
  read(isGuest: boolean): void {
    const commands: Command[] = isGuest ? [{ do: "muted" }] : [{ do: "muted" }, { do: "following" }];
    for (const command of commands) this.#ask(command).catch(() => undefined);
  }

  /** Mutes or blocks a user, whose name may be typed in any case: the list has it as the server writes it. */
  async hide(name: string, how: Hiding): Promise<void> {
    await this.#ask({ do: how, name });
    (how === "mute" ? this.muted : this.blocked).add(name);
    await this.#ask({ do: "muted" }).catch(() => undefined);
  }

  /** Shows a user again. */
  async unhide(name: string): Promise<void> {
    if (this.muted.has(name)) await this.#ask({ do: "unmute", name });
    this.muted.delete(name);
    if (this.blocked.has(name)) await this.#ask({ do: "unblock", name });
    this.blocked.delete(name);
  }

  async follow(name: string): Promise<void> {
    await this.#ask({ do: "follow", name });
    await this.#ask({ do: "following" });
  }

  /** Follows a user no longer. */
  async unfollow(name: string): Promise<void> {
    await this.#ask({ do: "unfollow", name });
    this.followed.delete(name);
  }

  /** Forgets everything: the user has signed out. */
  clear(): void {
    this.muted.clear();
    this.blocked.clear();
    this.followed.clear();
  }
}

function replaceAll(set: SvelteSet<string>, names: readonly string[]): void {
  set.clear();
  for (const name of names) set.add(name);
}
