// The beginning: it waits for nothing, neither for styles nor for the client, so that the words of the user's language come
// together with the client, which needs them. The build writes the client beside it into the page (`vite.config.ts`).
import { locale } from "./words/chosen";

/** The descriptions of the page for those who install it. English is in `index.html`. */
const manifests = import.meta.glob<string>("./words/*/manifest.webmanifest", {
  query: "?url",
  import: "default",
  eager: true,
});

// Screen readers and fonts need it before the first word.
document.documentElement.lang = locale;
// Its name and description are in the language of the page, too.
const manifest = manifests[`./words/${locale}/manifest.webmanifest`];
if (manifest !== undefined) document.querySelector("link[rel=manifest]")?.setAttribute("href", manifest);

if (import.meta.env.DEV) void import("./client");
