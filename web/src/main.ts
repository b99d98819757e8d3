// The beginning: the words of the user's language are on their way before the client is, which waits for them.
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

void import("./client");
// The first page is asked for with the client, not by it: it comes a quarter of a second earlier.
if (location.pathname === "/") void import("./pages/HomePage.svelte");
