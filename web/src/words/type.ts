// What every language must say. English is written first; a message that another language lacks does not compile.
import type en from "./en";
import type guides from "./en/guides";
import type { push } from "./en/push";

/** All text of a language. */
export type Words = typeof en;

/** The long texts of a language. */
export type Guides = typeof guides;

/** What a notification says in a language. */
export type PushWords = typeof push;
