// Names are typed in any case.
import { expect, test } from "vitest";
import { asKnown } from "./known-name";

test.each([
  ["bob", "bob"],
  ["BOB", "bob"],
  ["carl-2", "Carl-2"],
  ["Dora", "Dora"],
])("%s is %s", (typed, name) => expect(asKnown(typed, ["bob", "Carl-2"])).toBe(name));
