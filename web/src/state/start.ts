// Makes the state of this tab on the real browser.
import { Connection, type Socket } from "../protocol/connection";
import { currentUser } from "../protocol/http";
import { isOutdated } from "../protocol/upgrade";
import { sleepDetector } from "../protocol/wake";
import { App, type Page } from "./app.svelte";
import { clientWordOf, tabKeeper } from "./keeper";
import { randomWord } from "./random-word";
import type { TabChannel } from "./tab-user";

/** Makes the state and starts the connection. */
export function startApp(): App {
  const clientWord = clientWordOf(() => randomWord(8));
  const app = new App((app) => connect(app, clientWord), pageOfBrowser());
  watchMachine(() => app.retryNow());
  app.start();
  return app;
}

function connect(app: App, clientWord: string): Connection {
  const host = {
    open: openWebSocket,
    random: Math.random,
    clientWord,
    idPrefix: randomWord(4),
    keeper: tabKeeper,
  };
  return new Connection(host, app);
}

function pageOfBrowser(): Page {
  const scripts = document.querySelectorAll('script[type="module"][src]');
  const client = scripts.item(scripts.length - 1)?.getAttribute("src") ?? null;
  return {
    channel: openChannel(),
    currentUser,
    load: (path) => location.assign(path),
    isOutdated: () => isOutdated(client),
  };
}

/** Calls back when the network or the machine may have changed: another network, the lid opened, the tab shown. */
function watchMachine(onChange: () => void): void {
  addEventListener("online", onChange);
  addEventListener("pageshow", ({ persisted }) => persisted && onChange());
  document.addEventListener("visibilitychange", () => document.hidden || onChange());
  // A page that was on the screen while the machine slept hears of nothing: the first touch tells.
  const hasSlept = sleepDetector();
  for (const touch of ["pointerdown", "keydown", "focus"]) {
    addEventListener(touch, () => hasSlept() && onChange(), { capture: true, passive: true });
  }
  if ("connection" in navigator && navigator.connection instanceof EventTarget) {
    navigator.connection.addEventListener("change", onChange);
  }
}

function openWebSocket(): Socket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/ws`);
}

function openChannel(): TabChannel | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("willow");
}
