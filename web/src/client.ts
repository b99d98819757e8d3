// The client itself.
import { mount } from "svelte";
import App from "./app/App.svelte";
import { startApp } from "./state/start";
import "./style/tokens.css";
import "./style/base.css";
import "./style/forms.css";
import "./style/frame.css";

const target = document.getElementById("app");
if (target) mount(App, { target, props: { app: startApp() } });
