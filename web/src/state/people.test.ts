// Whom the user follows, mutes and blocks.
import { expect, test, vi } from "vitest";
import { Refusal } from "../protocol/refusal";
import type { Command, FollowedUser, Notice } from "../protocol/wire";
import { People } from "./people.svelte";

const OK: Notice = { time: 0, event: "ok" };
const ANN: FollowedUser = { name: "ann", role: "player", friend: true, online: false };

test("hidden are those who are muted or blocked", () => {
  const people = new People(() => Promise.resolve(OK));
  people.onNotice({ time: 0, event: "muted", muted: ["bob"], blocked: ["dave"] });
  expect(["bob", "dave", "ann"].map((name) => people.isHidden(name))).toEqual([true, true, false]);
  people.onNotice({ time: 0, event: "muted", muted: [], blocked: ["dave"] });
  expect(people.hidden).toEqual(["dave"]);
});

test("a user is hidden when the server has it, and not when it refuses", async () => {
  const ask = vi.fn((_: Command) => Promise.resolve(OK));
  const people = new People(ask);
  await people.hide("bob", "block");
  expect(ask).toHaveBeenCalledWith({ do: "block", name: "bob" });
  expect(people.isHidden("bob")).toBe(true);
  await people.unhide("bob");
  expect(ask).toHaveBeenLastCalledWith({ do: "unblock", name: "bob" });
  expect(people.isHidden("bob")).toBe(false);
  ask.mockRejectedValueOnce(new Refusal("no-such-user", "no-such-user", "no user has this name"));
  await expect(people.hide("zoe", "mute")).rejects.toThrow("no user");
  expect(people.isHidden("zoe")).toBe(false);
});

test("presence changes whom one follows, and nobody else", () => {
  const people = new People(() => Promise.resolve(OK));
  people.onNotice({ time: 0, event: "following", users: [ANN] });
  people.onNotice({ time: 0, event: "presence", ...ANN, online: true });
  people.onNotice({ time: 0, event: "presence", ...ANN, name: "eve" });
  expect(people.followed.get("ann")?.online).toBe(true);
  expect(people.isFriend("ann")).toBe(true);
  expect(people.followed.has("eve")).toBe(false);
});

test("a guest does not ask whom it follows", () => {
  const ask = vi.fn((_: Command) => Promise.resolve(OK));
  new People(ask).read(true);
  expect(ask.mock.calls).toEqual([[{ do: "muted" }]]);
});
