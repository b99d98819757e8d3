// How dates and times are written.
import { words } from ".";

/** Returns the first language of a reader that is the page's, with the customs of the reader's country. */
export function dateLocaleOf(languages: readonly string[], locale: string): string {
  return languages.find((tag) => tag.split("-")[0] === locale) ?? locale;
}

/** The language in which dates and times are written: British readers of English get 20:15, Americans 8:15 PM. */
export const dateLocale = dateLocaleOf(navigator.languages, words.locale);
