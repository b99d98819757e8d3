// What a moderator does with a user, as commands.
import type { Command, Role } from "../../protocol/wire";

export type Action = "silence" | "kick" | "ban" | "unban" | "recover" | "export-user" | "delete-user";

const ACTIONS: readonly Action[] = ["silence", "kick", "ban", "unban", "recover"];

/** Returns the actions of a role, in the order of the page. */
export function actionsOf(role: Role | null): readonly Action[] {
  return role === "admin" ? [...ACTIONS, "export-user", "delete-user"] : ACTIONS;
}

/** The longest silence in minutes: a year. */
const LONGEST = 525_600;

/** What a moderator has filled in. */
export interface ActionForm {
  readonly action: Action;
  readonly name: string;
  readonly minutes: string;
  readonly reason: string;
}

/** A field of the form that is wrong. */
export type ActionField = "name" | "minutes" | "reason";

/** Returns what is missing or wrong. */
export function wrongFields({ action, name, minutes, reason }: ActionForm): ActionField[] {
  const wrong: ActionField[] = [];
  if (name.trim() === "") wrong.push("name");
  const isNumber = /^\d{1,6}$/.test(minutes.trim()) && Number(minutes) <= LONGEST;
  if (action === "silence" && !isNumber) wrong.push("minutes");
  if (action !== "unban" && reason.trim() === "") wrong.push("reason");
  return wrong;
}

/** Returns the command of a form that is filled in. */
export function commandOf(form: ActionForm): Command {
  const [name, reason] = [form.name.trim(), form.reason.trim()];
  switch (form.action) {
    case "silence":
      return { do: "silence", name, minutes: Number(form.minutes), reason };
    case "unban":
      return { do: "unban", name };
    case "kick":
    case "ban":
    case "recover":
    case "export-user":
    case "delete-user":
      return { do: form.action, name, reason };
  }
}
