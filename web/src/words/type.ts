// What every language must say. English is written first; a message that another language lacks does not compile.
import type en from "./en";
import type guides from "./en/guides";

/** All text of a language. */
export type Words = typeof en;

/** The long texts of a language. */
export type Guides = typeof guides;
