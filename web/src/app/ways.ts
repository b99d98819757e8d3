// The ways of the navigation: which of them leads to the place that is shown.
import type { Route } from "./routes";

/** A way of the navigation. */
export type Way =
  "home" | "games" | "watch" | "archive" | "lobby" | "messages" | "you" | "sign-in" | "moderation";

const WAYS: Partial<Record<Route["place"], Way>> = {
  home: "home",
  "new-game": "home",
  bots: "home",
  join: "home",
  games: "games",
  watch: "watch",
  game: "games",
  analysis: "games",
  "over-the-board": "home",
  rules: "home",
  "by-ear": "home",
  archive: "archive",
  book: "archive",
  event: "archive",
  lobby: "lobby",
  people: "lobby",
  moderation: "moderation",
  messages: "messages",
  account: "you",
  "sign-in": "sign-in",
  register: "sign-in",
  recover: "sign-in",
};

/** Returns the way to a place. The profiles of others, and the settings, belong to none. */
export function wayTo(route: Route, self: string | null): Way | null {
  // The server does not tell names by the case of their letters.
  if (route.place === "user") return route.name.toLowerCase() === self?.toLowerCase() ? "you" : null;
  return WAYS[route.place] ?? null;
}
