// The components of the places. Each is a file of its own that is loaded when it is opened first.
import type { Component } from "svelte";
import type { Route } from "./routes";

/** Returns the route that is shown now. */
type Current = () => Route;
type Loader = (current: Current) => Promise<Component>;

/** A place that takes its properties from its address. */
function place<Props extends Record<string, unknown>>(
  load: () => Promise<{ default: Component<Props> }>,
  propsOf: (current: Current) => Props,
): Loader {
  return async (current) => {
    const { default: Place } = await load();
    const props = propsOf(current);
    return (internals) => Place(internals, props);
  };
}

const nothing = () => ({});
const number = (current: Current) => {
  const route = current();
  return { number: "game" in route ? route.game : 0 };
};
const name = (current: Current) => {
  const route = current();
  return { name: route.place === "user" ? route.name : "" };
};
// Conversations are one place: its name changes while it is shown.
const changingName = (current: Current) => ({
  get name() {
    const route = current();
    return route.place === "messages" ? route.name : null;
  },
});

// A record, or a search, stays open while its address changes.
const changingQuery = (current: Current) => ({
  get query() {
    const route = current();
    return "query" in route ? route.query : "";
  },
});

const LOADERS: Record<Route["place"], Loader> = {
  home: place(() => import("../places/HomePlace.svelte"), nothing),
  lobby: place(() => import("../places/LobbyPlace.svelte"), nothing),
  games: place(() => import("../places/GamesPlace.svelte"), nothing),
  watch: place(() => import("../places/WatchPlace.svelte"), changingQuery),
  event: place(() => import("../places/EventPlace.svelte"), changingQuery),
  "new-game": place(() => import("../places/NewGamePlace.svelte"), nothing),
  bots: place(() => import("../places/BotsPlace.svelte"), nothing),
  analysis: place(() => import("../places/AnalysisPlace.svelte"), changingQuery),
  "over-the-board": place(() => import("../places/OverTheBoardPlace.svelte"), nothing),
  rules: place(() => import("../places/RulesPlace.svelte"), nothing),
  "by-ear": place(() => import("../places/ByEarPlace.svelte"), nothing),
  archive: place(() => import("../places/ArchivePlace.svelte"), changingQuery),
  book: place(() => import("../places/BookPlace.svelte"), changingQuery),
  people: place(() => import("../places/PeoplePlace.svelte"), nothing),
  moderation: place(() => import("../places/ModerationPlace.svelte"), nothing),
  game: place(() => import("../places/GamePlace.svelte"), number),
  join: place(() => import("../places/JoinPlace.svelte"), number),
  user: place(() => import("../places/UserPlace.svelte"), name),
  messages: place(() => import("../places/MessagesPlace.svelte"), changingName),
  settings: place(() => import("../places/SettingsPlace.svelte"), nothing),
  account: place(() => import("../places/AccountPlace.svelte"), nothing),
  "sign-in": place(() => import("../places/SignInPlace.svelte"), nothing),
  register: place(() => import("../places/RegisterPlace.svelte"), nothing),
  recover: place(() => import("../places/RecoverPlace.svelte"), nothing),
  "not-found": place(() => import("../places/NotFound.svelte"), nothing),
};

/** Loads the component of the present place. `current` returns the route and may change while it is shown. */
export function loadPlace(current: Current): Promise<Component> {
  return LOADERS[current().place](current);
}
