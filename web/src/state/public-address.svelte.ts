// Where links lead that people give to others.
import type { Notice } from "../protocol/wire";

/** The address of the server in links: the one that its operator has named, or that of this page. */
export class PublicAddress {
  #named = $state<string | null>(null);

  constructor(readonly page = location.origin) {}

  /** Returns the whole address of a path of the client. */
  linkTo(path: string): string {
    return new URL(path, this.#named ?? this.page).href;
  }

  onNotice(notice: Notice): void {
    if (notice.event === "welcome") this.#named = notice.public_url ?? null;
  }
}
