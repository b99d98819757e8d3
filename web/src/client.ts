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

const target = document.getElementById("app");
if (target) mount(App, { target, props: { app: startApp() } });

// What is needed first comes first: the rest is kept when the browser has nothing else to do.
setTimeout(() => void keepForOffline(words.locale), 3000);
