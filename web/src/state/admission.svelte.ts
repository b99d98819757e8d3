// Who may come to this server, and what it shows to those without a login, as its greeting says.
import type { Notice, Registration, VisitorAccess } from "../protocol/wire";

const ORDER: readonly VisitorAccess[] = ["nothing", "games", "all"];

/** Who comes in. Until the server has greeted, everything is open, but for the form of guests. */
export class Admission {
  registration = $state<Registration>("open");
  /** Unknown before the greeting. */
  hasGuests = $state<boolean | null>(null);
  visitors = $state<VisitorAccess>("all");
  /** The operator's pages. */
  pages = $state.raw<readonly string[]>([]);

  onNotice(notice: Notice): void {
    if (notice.event !== "welcome") return;
    this.registration = notice.registration ?? "open";
    this.hasGuests = notice.guests ?? true;
    this.visitors = notice.visitors ?? "all";
    this.pages = notice.pages ?? [];
  }

  /** Whether visitors without a login see a page that needs so much. */
  shows(needed: VisitorAccess): boolean {
    return ORDER.indexOf(needed) <= ORDER.indexOf(this.visitors);
  }
}
