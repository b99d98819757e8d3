// The beginning: the words of the user's language are on their way before the client is, which waits for them.
import { locale } from "./words/chosen";

// Screen readers and fonts need it before the first word.
document.documentElement.lang = locale;

void import("./client");
