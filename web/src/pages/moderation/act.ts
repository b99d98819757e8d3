// What a moderator does with a user, as commands.
import type { BanReach, Command, Role } from "../../protocol/wire";

export type Action =
  | "silence"
  | "kick"
  | "ban"
  | "unban"
  | "clear-display-name"
  | "clear-about"
  | "recover"
  | "role"
  | "export-user"
  | "delete-user";

const ACTIONS: readonly Action[] = [
  "silence",
  "kick",
  "ban",
  "unban",
  "clear-display-name",
  "clear-about",
  "recover",
];

/** The roles that an administrator gives. */
export const ROLES = ["player", "bot", "bridge", "moderator", "admin"] as const satisfies Role[];

/** Returns the actions of a role, in the order of the page. */
export function actionsOf(role: Role | null): readonly Action[] {
  return role === "admin" ? [...ACTIONS, "role", "export-user", "delete-user"] : ACTIONS;
}

/** The longest time in minutes: a year. */
const LONGEST = 525_600;

/** What a moderator has filled in. */
export interface ActionForm {
  readonly action: Action;
  readonly name: string;
  /** How long a silence or a ban lasts; a ban without one has no end. */
  readonly minutes: string;
  /** Whom a silence or a ban reaches. */
  readonly reach: BanReach;
  readonly role: Role;
  readonly reason: string;
}

/** A field of the form that is wrong. */
export type ActionField = "name" | "minutes" | "reason";

/** Whether an action is not written into the log with a reason. */
export function needsNoReason(action: Action): boolean {
  return action === "unban" || action === "role";
}

/** Whether the first press of the button only asks: all but what takes nothing from the user. */
export function needsConfirmation(action: Action): boolean {
  return action !== "unban" && action !== "recover" && action !== "export-user";
}

/** Returns what is missing or wrong. */
export function wrongFields({ action, name, minutes, reason }: ActionForm): ActionField[] {
  const wrong: ActionField[] = [];
  if (name.trim() === "") wrong.push("name");
  const isNumber = /^\d{1,6}$/.test(minutes.trim()) && Number(minutes) <= LONGEST;
  if (action === "silence" && !isNumber) wrong.push("minutes");
  if (action === "ban" && minutes.trim() !== "" && !(isNumber && Number(minutes) > 0)) wrong.push("minutes");
  if (!needsNoReason(action) && reason.trim() === "") wrong.push("reason");
  return wrong;
}

/** Returns the command of a form that is filled in. */
export function commandOf(form: ActionForm): Command {
  const [name, reason, minutes] = [form.name.trim(), form.reason.trim(), form.minutes.trim()];
  switch (form.action) {
    case "silence":
      return { do: "silence", name, minutes: Number(minutes), reach: form.reach, reason };
    case "ban":
      return { do: "ban", name, minutes: minutes === "" ? null : Number(minutes), reach: form.reach, reason };
    case "unban":
      return { do: "unban", name };
    case "clear-display-name":
      return { do: "clear-profile", name, part: "display-name", reason };
    case "clear-about":
      return { do: "clear-profile", name, part: "about", reason };
    case "role":
      return { do: "role", name, role: form.role };
    case "kick":
    case "recover":
    case "export-user":
    case "delete-user":
      return { do: form.action, name, reason };
  }
}
