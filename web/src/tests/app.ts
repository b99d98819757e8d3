// The state of a tab without a browser or a server, for tests of pages.
import type { Component } from "svelte";
import { Connection } from "../protocol/connection";
import { App, provideApp } from "../state/app.svelte";

/** A tab whose server is never reached: tests let it hear events, and see what it loads. */
export function testApp(load: (path: string) => void = () => undefined): App {
  const page = {
    channel: null,
    currentUser: () => Promise.resolve(null),
    load,
    isOutdated: () => Promise.resolve(true),
  };
  return new App(silentConnection, page);
}

/** A component inside of a tab. */
export function inApp<Props extends object>(app: App, page: Component<Props>): Component<Props> {
  return (...where) => {
    provideApp(app);
    return page(...where);
  };
}

function silentConnection(): Connection {
  const socket = { onopen: null, onmessage: null, onclose: null, send: nothing, close: nothing };
  const keeper = { load: () => [], save: nothing };
  const world = { open: () => socket, random: () => 1, clientWord: "word1234", idPrefix: "load", keeper };
  return new Connection(world, {
    onNotice: nothing,
    onLink: nothing,
    onBye: nothing,
    onVisitor: nothing,
    onLateRefusal: nothing,
  });
}

function nothing(): void {}
