// What the operator announces: the announcement of the day, and when the server closes.
import type { Notice } from "../protocol/wire";

export class Announcement {
  /** The announcement of the day. */
  text = $state<string | null>(null);
  /** When the server closes, in its time; until then no games begin but those of days. */
  closesAt = $state<number | null>(null);
  /** Why it closes. */
  reason = $state<string | null>(null);

  onNotice(notice: Notice): void {
    // A server that greets says afterwards what it announces, if that is anything.
    if (notice.event !== "announcement" && (notice.event !== "welcome" || notice.id != null)) return;
    const said = notice.event === "announcement" ? notice : null;
    this.text = said?.text ?? null;
    this.closesAt = said?.closes_at ?? null;
    this.reason = said?.reason ?? null;
  }
}

/** How long it is until a time, as minutes and seconds; `null` when it has come. */
export function timeLeft(at: number, now: number): string | null {
  const seconds = Math.ceil((at - now) / 1000);
  if (seconds <= 0) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
