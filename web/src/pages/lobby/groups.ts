// The users of the lobby in groups.
import type { UserSummary } from "../../protocol/wire";

/** What the user thinks of others. */
export interface Relations {
  isHidden(name: string): boolean;
  isFollowed(name: string): boolean;
}

/** The groups of the list. Everybody is in one of them, hidden people in none. */
export interface UserGroups {
  readonly followed: UserSummary[];
  readonly people: UserSummary[];
  readonly bots: UserSummary[];
}

/** Groups the users whose names have a text in them. */
export function groupUsers(users: readonly UserSummary[], search: string, relations: Relations): UserGroups {
  const text = search.trim().toLocaleLowerCase();
  const fits = ({ name, display_name }: UserSummary) =>
    name.toLocaleLowerCase().includes(text) || (display_name ?? "").toLocaleLowerCase().includes(text);
  const groups: UserGroups = { followed: [], people: [], bots: [] };
  for (const user of users) {
    if (relations.isHidden(user.name) || !fits(user)) continue;
    const isBot = user.role === "bot";
    groups[relations.isFollowed(user.name) ? "followed" : isBot ? "bots" : "people"].push(user);
  }
  return groups;
}
