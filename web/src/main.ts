// The beginning: the words of the user's language are on their way before the client is, which waits for them.
import { locale } from "./words/chosen";

// Screen readers and fonts need it before the first word.
document.documentElement.lang = locale;
// Its name and description are in the language of the page, too.
if (locale === "ja") {
  document.querySelector("link[rel=manifest]")?.setAttribute("href", "/manifest-ja.webmanifest");
}

void import("./client");
