// What every language must say. English is written first; a message that another language lacks does not compile.
import type en from "./en";

/** All text of a language. */
export type Words = typeof en;
