// The language of the page. It is chosen before anything is shown, and its words alone are loaded.
//
// This file and what it imports are one small script: the words import it, so it must not wait for them.
import { keep, readKept } from "../state/kept";
import type { Guides, Words } from "./type";

/** A language: its own name for itself, its words, and its long texts. */
interface Language {
  readonly name: string;
  load(): Promise<{ default: Words }>;
  loadGuides(): Promise<{ default: Guides }>;
}

const LANGUAGES = {
  en: { name: "English", load: () => import("./en"), loadGuides: () => import("./en/guides") },
  ja: { name: "日本語", load: () => import("./ja"), loadGuides: () => import("./ja/guides") },
} satisfies Record<string, Language>;

/** A language of the page, as the attribute `lang` names it. */
export type Locale = keyof typeof LANGUAGES;

/** The languages of the page, each with its own name for itself. */
export const languages = Object.entries(LANGUAGES).map(([locale, { name }]) => ({ locale, name }));

const KEY = "willow-language";

/** Returns the language that was chosen on this device, or else the first of the browser's that the page has. */
export function localeOf(chosen: unknown, preferred: readonly string[]): Locale {
  const tags = [chosen, ...preferred].map((tag) => (typeof tag === "string" ? tag.split("-")[0] : ""));
  return tags.find(isLocale) ?? "en";
}

/** Chooses the language of this device. The page has it when it is loaded again. */
export function chooseLocale(locale: string): void {
  if (isLocale(locale)) keep(KEY, locale);
}

function isLocale(tag: string | undefined): tag is Locale {
  return tag !== undefined && Object.hasOwn(LANGUAGES, tag);
}

// The tests of the browser read the words outside a browser.
const preferred = typeof navigator === "undefined" ? [] : navigator.languages;
const usual = localeOf(null, preferred);
const usualWords = LANGUAGES[usual].load();

/** The words of this page's language, which are on their way. */
export const loading: Promise<Words> = load();

/** Most have chosen no other language: their words come while the browser opens its storage, which takes long. */
async function load(): Promise<Words> {
  await new Promise((resolve) => setTimeout(resolve));
  const locale = localeOf(readKept(KEY), preferred);
  return (await (locale === usual ? usualWords : LANGUAGES[locale].load())).default;
}

/** Loads the long texts of this page's language. */
export async function loadGuides(): Promise<Guides> {
  const { locale } = await loading;
  return (await LANGUAGES[locale as Locale].loadGuides()).default;
}
