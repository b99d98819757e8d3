// The details of the moderation log in the language of the page.
import { expect, test } from "vitest";
import { words } from "../words";
import { detailOf } from "./log-detail";

const { details, outcomes, report } = words.moderation;
const roles = words.lobby.roles;

test.each([
  ["role", "bridge", roles.bridge],
  ["invite", "invitation 3", details.invitation("3")],
  ["withdraw-invitation", "invitation 3", details.invitation("3")],
  ["make-invitation", "invitation 3, bot, uses 2, days 14", details.made("3", roles.bot, 2, 14)],
  [
    "make-invitation",
    "invitation 3, player, uses 1, days 1: for the\nautumn",
    details.withWords(details.made("3", roles.player, 1, 1), "for the\nautumn"),
  ],
  ["close-report", "report 4, banned", `${report(4)}, ${outcomes.banned}`],
  ["close-report", "report 4, warned: once", details.withWords(`${report(4)}, ${outcomes.warned}`, "once")],
  ["remove-message", "lobby:12,13 insults", details.withWords("lobby:12,13", "insults")],
  ["remove-message", "report 4, private:7..9 spam", details.withWords(`${report(4)}, private:7..9`, "spam")],
  ["closing", "15 min: an update", details.withWords("15 minutes", "an update")],
  ["closing", "0 min", details.withdrawn],
  ["ban", "invitation 3", "invitation 3"],
  ["announce", "", ""],
])("%s: %s", (action, reason, shown) => {
  expect(detailOf(action, reason)).toBe(shown);
});
