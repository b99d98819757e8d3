// The details of what a moderator did, which the server writes in English, in the language of the page.
import type { ReportOutcome, Role } from "../protocol/wire";
import { words } from "../words";
import { durationText } from "../words/dates";

/** Returns the details of an action: those that the server wrote, with the words of a person as they are. */
export function detailOf(action: string, reason: string): string {
  const text = words.moderation;
  const parts = PATTERNS[action]?.map((pattern) => pattern.exec(reason)).find((found) => found !== null);
  if (!parts) return action === "role" ? (words.lobby.roles[reason as Role] ?? reason) : reason;
  const [, one = "", two = "", three = "", four = ""] = parts;
  const said = parts.at(-1);
  const withWords = (detail: string) => (said ? text.details.withWords(detail, said) : detail);
  switch (action) {
    case "make-invitation": {
      const role = words.lobby.roles[two as Role] ?? two;
      return withWords(text.details.made(one, role, Number(three), Number(four)));
    }
    case "close-report":
      return withWords(
        `${text.report(Number(one))}${words.board.comma}${text.outcomes[two as ReportOutcome]}`,
      );
    case "closing":
      return withWords(one === "0" ? text.details.withdrawn : durationText(Number(one) * 60_000));
    case "remove-message":
      return withWords(one === "" ? two : `${text.report(Number(one))}${words.board.comma}${two}`);
    default:
      return text.details.invitation(one);
  }
}

const INVITATION = [/^invitation (\d+)$/];

/** What the server writes, with the words of a person at the end. */
const PATTERNS: Partial<Record<string, readonly RegExp[]>> = {
  invite: INVITATION,
  "withdraw-invitation": INVITATION,
  "make-invitation": [/^invitation (\d+), (\S+), uses (\d+), days (\d+)(?:: ([^]*))?$/],
  "close-report": [/^report (\d+), (no-action|warned|silenced|banned)(?:: ([^]*))?$/],
  "remove-message": [/^(?:report (\d+), )?(\S+:\S+) ([^]*)$/],
  closing: [/^(\d+) min(?:: ([^]*))?$/],
};
