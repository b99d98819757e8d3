// The language of the page. It is chosen before anything is shown, and its words alone are loaded.
//
// This file and what it imports are one small script: the words import it, so it must not wait for them.
import { keep, readKept } from "../state/storage";
import type { ExerciseWords, Guides, LessonWords, TournamentWords, Words } from "./type";

/** The language of readers whose own one is missing. */
const FALLBACK = "en";

// A language is a folder. The tests of the browser read English without Vite, which alone lists folders.
const FOLDERS: Readonly<Record<string, () => Promise<{ default: Words }>>> = import.meta.env
  ? import.meta.glob<{ default: Words }>("./*/index.ts")
  : { "./en/index.ts": () => import("./en") };

/** The languages of the page, as the attribute `lang` names them. */
export const locales: readonly string[] = Object.keys(FOLDERS).map((path) => path.split("/")[1] ?? "");

/** Returns a language's own name for itself, with a capital if it has any. */
export function nameOf(locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: "language" }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

const KEY = "willow-language";

/** Returns the language that was chosen on this device, or else the first of the browser's that the page has. */
export function localeOf(chosen: unknown, preferred: readonly string[]): string {
  const tags = [chosen, ...preferred].map((tag) => (typeof tag === "string" ? tag.split("-")[0] : ""));
  return tags.find((tag) => tag !== undefined && locales.includes(tag)) ?? FALLBACK;
}

/** Chooses the language of this device. The page has it when it is loaded again. */
export function chooseLocale(locale: string): void {
  if (locales.includes(locale)) keep(KEY, locale);
}

async function wordsOf(locale: string): Promise<Words> {
  const load = FOLDERS[`./${locale}/index.ts`];
  if (!load) throw new Error(`no words of ${locale}`);
  return (await load()).default;
}

// The tests of the browser read the words outside a browser.
const preferred = typeof navigator === "undefined" ? [] : navigator.languages;
const usual = localeOf(null, preferred);
const usualWords = wordsOf(usual);
// Who has chosen another language does without them.
usualWords.catch(() => undefined);

/** The words of this page's language, which are on their way. */
export const loading: Promise<Words> = load();

/** Most have chosen no other language: their words come while the browser opens its storage, which takes long. */
async function load(): Promise<Words> {
  await new Promise((resolve) => setTimeout(resolve));
  const locale = localeOf(readKept(KEY), preferred);
  return locale === usual ? usualWords : wordsOf(locale);
}

/** Loads the long texts of this page's language. */
export function loadGuides(): Promise<Guides> {
  return scriptOf(import.meta.glob<{ default: Guides }>("./*/guides.ts"), "guides");
}

/** Loads the texts of the lessons in this page's language. */
export function loadLessons(): Promise<LessonWords> {
  return scriptOf(import.meta.glob<{ default: LessonWords }>("./*/learn.ts"), "learn");
}

/** Loads the texts of the exercises in this page's language. */
export function loadExerciseWords(): Promise<ExerciseWords> {
  return scriptOf(import.meta.glob<{ default: ExerciseWords }>("./*/exercises.ts"), "exercises");
}

/** Loads the texts of tournaments in this page's language. */
export function loadTournamentWords(): Promise<TournamentWords> {
  return scriptOf(import.meta.glob<{ default: TournamentWords }>("./*/tournaments.ts"), "tournaments");
}

/** Loads a script that few readers need. */
async function scriptOf<Text>(
  scripts: Readonly<Record<string, () => Promise<{ default: Text }>>>,
  name: string,
): Promise<Text> {
  const { locale } = await loading;
  const load = scripts[`./${locale}/${name}.ts`];
  if (!load) throw new Error(`no ${name} of ${locale}`);
  return (await load()).default;
}
