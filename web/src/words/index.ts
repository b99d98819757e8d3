// The words of the language that the user has chosen.
import { Refusal } from "../protocol/refusal";
import { en } from "./en";

/** Everything that a language must say. */
export type Words = typeof en;

/** The words. Japanese comes with its own file; the choice is made when the page loads. */
export const words: Words = en;

/** The languages of the page, each with its own name for itself. */
export const languages = [{ locale: en.locale, name: "English" }] as const;

/** Says in words why something failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) return String(error);
  return (error.detail && words.errors[error.detail]) ?? error.message;
}
