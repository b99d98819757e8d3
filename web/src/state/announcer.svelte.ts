// What is said to those who do not see the page: two live regions of the frame read it out.

/** `polite` waits until the reader has finished; `assertive` interrupts. */
export type Urgency = "polite" | "assertive";

/** A text in a live region. The key changes with each text, so that the same words are said again. */
export interface Announcement {
  readonly key: number;
  readonly text: string;
}

/** The texts of the two live regions. */
export class Announcer {
  polite = $state<Announcement>({ key: 0, text: "" });
  assertive = $state<Announcement>({ key: 0, text: "" });

  say(text: string, urgency: Urgency = "polite"): void {
    this[urgency] = { key: this[urgency].key + 1, text };
  }
}
