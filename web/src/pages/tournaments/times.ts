// Times as the pages of tournaments write them.
import { dateLocale } from "../../words/dates";

/** Says a day and a time: `Thu, 3 Dec, 19:30`. */
export function timeText(time: number): string {
  const format = new Intl.DateTimeFormat(dateLocale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
  return format.format(time);
}

/** Says a time of the day with seconds. */
export function clockTime(time: number): string {
  return new Intl.DateTimeFormat(dateLocale, { dateStyle: "short", timeStyle: "medium" }).format(time);
}

/** A time as the browser's field has it. */
export function localTime(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 16);
}
