// What a moderator does with a user.
import { expect, test } from "vitest";
import { actionsOf, commandOf, wrongFields, type ActionForm } from "./act";

const FORM: ActionForm = {
  action: "silence",
  name: " bob ",
  minutes: "30",
  reach: "account",
  role: "moderator",
  reason: " insults ",
};

test("a form becomes a command", () => {
  expect(commandOf(FORM)).toEqual({
    do: "silence",
    name: "bob",
    minutes: 30,
    reach: "account",
    reason: "insults",
  });
  const ban = { do: "ban", name: "bob", minutes: 30, reach: "account", reason: "insults" };
  expect(commandOf({ ...FORM, action: "ban" })).toEqual(ban);
  expect(commandOf({ ...FORM, action: "ban", minutes: " " })).toEqual({ ...ban, minutes: null });
  expect(commandOf({ ...FORM, action: "role" })).toEqual({ do: "role", name: "bob", role: "moderator" });
  expect(commandOf({ ...FORM, action: "clear-about" })).toEqual({
    do: "clear-profile",
    name: "bob",
    part: "about",
    reason: "insults",
  });
  expect(commandOf({ ...FORM, action: "unban" })).toEqual({ do: "unban", name: "bob" });
});

test("what is missing is named", () => {
  expect(wrongFields(FORM)).toEqual([]);
  expect(wrongFields({ ...FORM, name: "", minutes: "x", reason: " " })).toEqual([
    "name",
    "minutes",
    "reason",
  ]);
  expect(wrongFields({ ...FORM, minutes: "525601" })).toEqual(["minutes"]);
  expect(wrongFields({ ...FORM, action: "kick", minutes: "" })).toEqual([]);
  expect(wrongFields({ ...FORM, action: "ban", minutes: "" })).toEqual([]);
  expect(wrongFields({ ...FORM, action: "ban", minutes: "0" })).toEqual(["minutes"]);
  expect(wrongFields({ ...FORM, action: "role", reason: "" })).toEqual([]);
  expect(wrongFields({ ...FORM, action: "unban", reason: "" })).toEqual([]);
});

test("an administrator may do more", () => {
  expect(actionsOf("moderator")).toEqual([
    "silence",
    "kick",
    "ban",
    "unban",
    "clear-display-name",
    "clear-about",
    "recover",
  ]);
  expect(actionsOf("admin").slice(7)).toEqual(["role", "export-user", "delete-user"]);
  for (const action of ["recover", "export-user", "delete-user"] as const)
    expect(commandOf({ ...FORM, action })).toEqual({ do: action, name: "bob", reason: "insults" });
});
