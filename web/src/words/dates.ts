// How dates and times are written.
import { words } from ".";

/** Returns the first language of a reader that is the page's, with the customs of the reader's country. */
export function dateLocaleOf(languages: readonly string[], locale: string): string {
  return languages.find((tag) => tag.split("-")[0] === locale) ?? locale;
}

/** The language in which dates and times are written: British readers of English get 20:15, Americans 8:15 PM. */
export const dateLocale = dateLocaleOf(navigator.languages, words.locale);

/** Writes days, and moments with the time of the day. */
export const dayFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium" });
export const timeFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium", timeStyle: "short" });

/** Writes the date of a record, of which the day or the month may be unknown: `12 Sept 1998`, `September 1998`, `1998`. */
export function recordDate(date: string, language = dateLocale): string {
  const [year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(date)?.slice(1) ?? [];
  if (year === undefined) return date;
  const format = new Intl.DateTimeFormat(language, {
    year: "numeric",
    ...(month === undefined ? {} : { month: day === undefined ? "long" : "short" }),
    ...(day === undefined ? {} : { day: "numeric" }),
    timeZone: "UTC",
  });
  return format.format(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)));
}

/** Writes a duration in its largest unit: `30 minutes`, `2 days`. */
export function durationText(milliseconds: number, language = words.locale): string {
  const minutes = Math.round(milliseconds / 60_000);
  const [count, unit] =
    minutes < 120 ? [minutes, "minute"] : minutes < 2880 ? [minutes / 60, "hour"] : [minutes / 1440, "day"];
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  // Intl puts a gap between a number and a Japanese word.
  return format.format(Math.floor(count)).replace(/ (?=\p{Script=Han})/u, "");
}
