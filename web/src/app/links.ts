// The links to all pages.
import type { App } from "../state/app.svelte";
import { words } from "../words";
import type { PluralForms } from "../words/plural";
import { linkTo, type NavigationLink, type Route } from "./pages";

export interface Link {
  readonly name: NavigationLink;
  readonly route: Route;
  readonly text: string;
  /** How many things wait there, and what they are. */
  readonly waiting?: { readonly count: number; readonly forms: PluralForms };
}

/** The links that have room on every screen, in the order of the bar. */
export function mainLinks({ games }: App): Link[] {
  const waiting = { count: games.myTurns.length, forms: words.frame.turns };
  return [
    { name: "home", route: { page: "home" }, text: words.frame.home, waiting },
    { name: "learn", route: { page: "learn", lesson: null }, text: words.frame.learn },
    { name: "watch", route: { page: "watch", query: "" }, text: words.frame.titles.watch },
    { name: "analysis", route: { page: "analysis", query: "" }, text: words.frame.titles.analysis },
  ];
}

/** The other links. A phone shows them on the pages of `ownLink`. */
export function otherLinks(app: App): Link[] {
  const talk: Link[] = [
    { name: "lobby", route: { page: "lobby" }, text: words.frame.lobby },
    {
      name: "messages",
      route: { page: "messages", name: null },
      text: words.frame.messages,
      waiting: unread(app),
    },
  ];
  return [
    { name: "games", route: { page: "games" }, text: words.frame.games },
    { name: "archive", route: { page: "archive", query: "" }, text: words.frame.archive },
    {
      name: "tournaments",
      route: { page: "tournaments", tournament: null, view: "" },
      text: words.frame.titles.tournaments,
    },
    ...(app.hidesTalk ? [] : talk),
    ...(app.session.isModerator
      ? [{ name: "moderation", route: { page: "moderation" }, text: words.frame.moderation } as const]
      : []),
  ];
}

/** The link to the user's account, or to the way in. */
export function ownLink({ session }: App): Link {
  return session.standing === "user"
    ? { name: "you", route: { page: "account" }, text: words.frame.you }
    : { name: "sign-in", route: { page: "sign-in" }, text: words.frame.signIn };
}

/** The last link of a phone: the user's own page, and from there all that the bar has no room for. */
export function moreLink(app: App): Link {
  return { ...ownLink(app), text: words.frame.more, ...(app.hidesTalk ? {} : { waiting: unread(app) }) };
}

/** Returns which of the links in the bar leads to a page. On a phone a game belongs to Play, and all that has no link to More. */
export function linkHere(route: Route, self: string | null, links: readonly Link[]): NavigationLink | null {
  const link = linkTo(route, self);
  const isPhone = !links.some(({ name }) => name === "games");
  // The settings have a link beside the bar.
  if (!isPhone || route.page === "settings") return link;
  if (route.page === "game") return "home";
  return links.find(({ name }) => name === link)?.name ?? links.at(-1)?.name ?? null;
}

const unread = ({ conversations }: App) => ({ count: conversations.unread, forms: words.frame.unread });
