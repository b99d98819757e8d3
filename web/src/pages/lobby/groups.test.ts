// The groups of users in the lobby.
import { expect, test } from "vitest";
import type { Role, UserSummary } from "../../protocol/wire";
import { groupUsers } from "./groups";

const user = (name: string, role: Role = "player", display_name?: string): UserSummary => ({
  name,
  role,
  playing: 0,
  ...(display_name === undefined ? {} : { display_name }),
});
const USERS = [user("ann"), user("bob"), user("yuki", "player", "ゆき"), user("eve"), user("iago", "bot")];
const RELATIONS = {
  isHidden: (name: string) => name === "eve",
  isFollowed: (name: string) => name === "bob",
};
const names = (users: UserSummary[]) => users.map(({ name }) => name);

test("whom one follows, people and bots are apart; hidden people are nowhere", () => {
  const { followed, people, bots } = groupUsers(USERS, "", RELATIONS);
  expect([names(followed), names(people), names(bots)]).toEqual([["bob"], ["ann", "yuki"], ["iago"]]);
});

test("a search looks into names and display names", () => {
  expect(names(groupUsers(USERS, "ゆ", RELATIONS).people)).toEqual(["yuki"]);
  expect(names(groupUsers(USERS, "AG", RELATIONS).bots)).toEqual(["iago"]);
  expect(groupUsers(USERS, "eve", RELATIONS).people).toEqual([]);
});
