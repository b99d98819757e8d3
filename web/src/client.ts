// The client itself.
import { mount } from "svelte";
import App from "./app/App.svelte";
import { keepForOffline } from "./offline/register";
import { startApp } from "./state/start";
import { words } from "./words";
import "./style/tokens.css";
import "./style/base.css";
import "./style/forms.css";
import "./style/frame.css";

/** The descriptions of the page for those who install it. English is in `index.html`. */
const manifests = import.meta.glob<string>("./words/*/manifest.webmanifest", {
  query: "?url",
  import: "default",
  eager: true,
});

// Screen readers and fonts need it before the first word.
document.documentElement.lang = words.locale;
// Its name and description are in the language of the page, too.
const manifest = manifests[`./words/${words.locale}/manifest.webmanifest`];
if (manifest !== undefined) document.querySelector("link[rel=manifest]")?.setAttribute("href", manifest);

const target = document.getElementById("app");
if (target) mount(App, { target, props: { app: startApp() } });

// What is needed first comes first: the rest is kept when the browser has nothing else to do.
setTimeout(() => void keepForOffline(words.locale), 3000);
