// The end of an account: what this browser alone has of it must not go with it.
import { expect, test, vi } from "vitest";
import { Refusal } from "../protocol/refusal";
import type { Notice } from "../protocol/wire";
import { Account } from "./account";

const COMMAND = { do: "delete-account", password: "secret" } as const;

/** What happens at the end of an account, in its order. */
async function endOf(answer: () => Promise<void>, save: () => Promise<void>): Promise<string[]> {
  const done: string[] = [];
  const account = new Account({
    ask: async () => {
      await answer();
      done.push("deleted");
      return { event: "ok" } as unknown as Notice;
    },
    onSignedIn: () => undefined,
    onSignedOut: () => void done.push("signed out"),
  });
  const saved = async () => {
    await save();
    done.push("saved");
  };
  await account.leave(COMMAND, saved).catch(() => done.push("refused"));
  return done;
}

const fine = () => Promise.resolve();

test("what is kept with an account is saved before the page of its user is left", async () => {
  expect(await endOf(fine, fine)).toEqual(["deleted", "saved", "signed out"]);
});

test("nothing is saved from an account that goes on", async () => {
  const refuse = () => Promise.reject(new Refusal("forbidden", null, "the password is wrong"));
  expect(await endOf(refuse, fine)).toEqual(["refused"]);
});

test("the user of a deleted account is signed out in any case", async () => {
  const fail = vi.fn(() => Promise.reject(new Error("the browser keeps nothing")));
  expect(await endOf(fine, fail)).toEqual(["deleted", "signed out"]);
  expect(fail).toHaveBeenCalledOnce();
});
