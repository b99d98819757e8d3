// What the greeting of a server says of who may come.
import { expect, test } from "vitest";
import type { Notice } from "../protocol/wire";
import { Admission } from "./admission.svelte";

const WELCOME = { time: 0, event: "welcome", server: "Willow", protocol: 2 } as const;

function admission(more: object): Admission {
  const found = new Admission();
  found.onNotice({ ...WELCOME, ...more } as Notice);
  return found;
}

test("a greeting that says nothing more is that of an open server", () => {
  const open = admission({});
  expect([open.registration, open.hasGuests, open.shows("all")]).toEqual(["open", true, true]);
});

test("a closed server shows what it says, and no more", () => {
  const club = admission({
    registration: "invitation",
    guests: false,
    visitors: "games",
    pages: ["privacy"],
  });
  expect([club.registration, club.hasGuests, club.pages]).toEqual(["invitation", false, ["privacy"]]);
  expect([club.shows("nothing"), club.shows("games"), club.shows("all")]).toEqual([true, true, false]);
  club.onNotice(WELCOME as Notice);
  expect(club.shows("all")).toBe(true);
});
