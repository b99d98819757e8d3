// The pages: their paths, their components, and which link of the navigation leads to them.
import type { Component } from "svelte";
import HomePage from "../pages/HomePage.svelte";
import type { VisitorAccess } from "../protocol/wire";
import { loadRules, type Rules } from "../rules";

export type NavigationLink =
  | "home"
  | "learn"
  | "games"
  | "analysis"
  | "watch"
  | "archive"
  | "tournaments"
  | "lobby"
  | "messages"
  | "you"
  | "sign-in"
  | "moderation";

const DOCUMENTS = ["privacy", "imprint", "contact"] as const;

/** A page of the operator. */
export type Document = (typeof DOCUMENTS)[number];

/** What an address says besides its path. */
interface Arguments {
  game: { game: number };
  user: { name: string };
  document: { document: Document };
  /** `null`: the list of all lessons. */
  lesson: { lesson: string | null };
  /** `null`: the list of all ways of doing exercises. */
  mode: { mode: string | null };
  /** `null`: no conversation is open. */
  partner: { name: string | null };
  /** `null`: the list. `view` is empty, or a part of the page. */
  tournament: { tournament: number | null; view: string };
  /** Empty, or from the question mark on, as `address.ts` or `event.ts` of the page writes it. */
  query: { query: string };
}

/** What the components of the pages take. `lesson`, `mode`, `partner`, `query` and `view` change while a page is shown. */
interface PageProps {
  readonly number: number;
  readonly document: Document;
  readonly name: string;
  readonly lesson: string | null;
  readonly mode: string | null;
  readonly partner: string | null;
  readonly query: string;
  readonly tournament: number | null;
  readonly view: string;
  readonly rules: Rules;
}

interface Page {
  /** The path, if it is not the name. */
  readonly path?: string;
  readonly argument?: keyof Arguments;
  readonly link?: NavigationLink;
  /** What the server shows visitors at least if it shows them the page; everybody sees the others. */
  readonly needs?: VisitorAccess;
  load(): Promise<{ default: Component<PageProps> | Component<Record<string, never>> }>;
}

const PAGES = {
  home: { path: "", link: "home", load: () => Promise.resolve({ default: HomePage }) },
  lobby: { link: "lobby", needs: "all", load: () => import("../pages/LobbyPage.svelte") },
  games: { link: "games", needs: "games", load: () => import("../pages/GamesPage.svelte") },
  "new-game": { path: "games/new", link: "home", load: () => import("../pages/NewGamePage.svelte") },
  bots: { link: "home", load: () => import("../pages/BotsPage.svelte") },
  analysis: { argument: "query", link: "analysis", load: () => import("../pages/AnalysisPage.svelte") },
  archive: {
    argument: "query",
    link: "archive",
    needs: "games",
    load: () => import("../pages/ArchivePage.svelte"),
  },
  book: {
    argument: "query",
    link: "archive",
    needs: "games",
    load: () => import("../pages/BookPage.svelte"),
  },
  event: {
    argument: "query",
    link: "archive",
    needs: "games",
    load: () => import("../pages/EventPage.svelte"),
  },
  watch: {
    argument: "query",
    link: "watch",
    needs: "games",
    load: () => import("../pages/WatchPage.svelte"),
  },
  tournaments: {
    argument: "tournament",
    link: "games",
    needs: "games",
    load: () => import("../pages/TournamentsPage.svelte"),
  },
  people: { link: "lobby", needs: "all", load: () => import("../pages/PeoplePage.svelte") },
  moderation: { link: "moderation", load: () => import("../pages/ModerationPage.svelte") },
  "over-the-board": { link: "home", load: () => import("../pages/OverTheBoardPage.svelte") },
  learn: { argument: "lesson", link: "learn", load: () => import("../pages/LearnPage.svelte") },
  exercises: { argument: "mode", link: "learn", load: () => import("../pages/ExercisesPage.svelte") },
  rules: { link: "learn", load: () => import("../pages/RulesPage.svelte") },
  "by-ear": { link: "learn", load: () => import("../pages/ByEarPage.svelte") },
  game: { argument: "game", link: "games", needs: "games", load: () => import("../pages/GamePage.svelte") },
  join: { argument: "game", link: "home", needs: "games", load: () => import("../pages/JoinPage.svelte") },
  user: { argument: "user", needs: "all", load: () => import("../pages/UserPage.svelte") },
  messages: { argument: "partner", link: "messages", load: () => import("../pages/MessagesPage.svelte") },
  settings: { load: () => import("../pages/SettingsPage.svelte") },
  account: { link: "you", load: () => import("../pages/AccountPage.svelte") },
  "sign-in": { link: "sign-in", load: () => import("../pages/SignInPage.svelte") },
  register: { link: "sign-in", load: () => import("../pages/RegisterPage.svelte") },
  recover: { link: "sign-in", load: () => import("../pages/RecoverPage.svelte") },
  "confirm-email": { link: "you", load: () => import("../pages/ConfirmEmailPage.svelte") },
  invitation: { link: "sign-in", load: () => import("../pages/RegisterPage.svelte") },
  about: { argument: "document", load: () => import("../pages/AboutPage.svelte") },
  "not-found": { load: () => import("../pages/NotFound.svelte") },
} satisfies Record<string, Page>;

/** The pages that need the rules, which are loaded with them. */
const WITH_RULES: readonly (keyof typeof PAGES)[] = [
  "new-game",
  "analysis",
  "archive",
  "book",
  "event",
  "watch",
  "over-the-board",
  "game",
  "learn",
  "exercises",
];

type Pages = typeof PAGES;
type ArgumentOf<P> = P extends { argument: infer A extends keyof Arguments } ? Arguments[A] : unknown;

/** A page and what its address says. */
export type Route = { [P in keyof Pages]: { page: P } & ArgumentOf<Pages[P]> }[keyof Pages];

const ENTRIES = Object.entries<Page>(PAGES);
const NAME = /^[A-Za-z][A-Za-z0-9_-]{1,19}$/;

/** Reads an address: its path, and of some pages also its query. */
export function routeOf(address: string): Route {
  const [, path = "", query = ""] = /^\/*([^?]*?)\/*(\?.*)?$/.exec(address) ?? [];
  for (const [page, { path: start = page, argument }] of ENTRIES) {
    if (path !== start && !path.startsWith(`${start}/`)) continue;
    const read = readArgument(argument, path.slice(start.length + 1), query);
    // The table pairs pages and arguments.
    if (read) return { page, ...read } as Route;
  }
  return { page: "not-found" };
}

/** Reads what follows the path of a page; `null` if the page has no such address. */
function readArgument(argument: Page["argument"], text: string, query: string): object | null {
  switch (argument) {
    case "game":
      // The numbers of private games are random, and go up to the largest that JSON holds exactly.
      return /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? { game: Number(text) } : null;
    case "user":
      return NAME.test(text) ? { name: text } : null;
    case "document": {
      const document = documentOf(text);
      return document ? { document } : null;
    }
    case "lesson":
      return /^[a-z-]*$/.test(text) ? { lesson: text || null } : null;
    case "mode":
      return /^[a-z0-9-]*$/.test(text) ? { mode: text || null } : null;
    case "partner":
      return text === "" ? { name: null } : readArgument("user", text, query);
    case "tournament":
      if (!/^\d{0,16}$/.test(text) || !Number.isSafeInteger(Number(text))) return null;
      return {
        tournament: text === "" ? null : Number(text),
        view: new URLSearchParams(query).get("view") ?? "",
      };
    case "query":
      return text === "" ? { query } : null;
    default:
      return text === "" ? {} : null;
  }
}

/** Returns the page of the operator that is called so. */
export function documentOf(name: string): Document | undefined {
  return DOCUMENTS.find((document) => document === name);
}

/** Returns what the server shows visitors at least if it shows them a page. */
export function needOf(route: Route): VisitorAccess {
  const { needs = "nothing" }: Page = PAGES[route.page];
  return needs;
}

/** Writes the address of a page. */
export function pathOf(route: Route): string {
  const page: Page = PAGES[route.page];
  const path = `/${page.path ?? route.page}`;
  if ("query" in route) return path + route.query;
  if ("document" in route) return `${path}/${route.document}`;
  if ("game" in route) return `${path}/${route.game}`;
  if ("tournament" in route) {
    const own = route.tournament === null ? path : `${path}/${route.tournament}`;
    return route.view === "" ? own : `${own}?${new URLSearchParams({ view: route.view })}`;
  }
  if ("lesson" in route) return route.lesson === null ? path : `${path}/${route.lesson}`;
  if ("mode" in route) return route.mode === null ? path : `${path}/${route.mode}`;
  return "name" in route && route.name !== null ? `${path}/${route.name}` : path;
}

/** Returns the link that leads to a page. The profiles of others, and the settings, belong to none. */
export function linkTo(route: Route, self: string | null): NavigationLink | null {
  // The server does not tell names by the case of their letters.
  if (route.page === "user") return route.name.toLowerCase() === self?.toLowerCase() ? "you" : null;
  const { link }: Page = PAGES[route.page];
  return link ?? null;
}

/** Loads the component of the present page. `current` returns the route and may change while it is shown. */
export async function loadPage(current: () => Route): Promise<Component> {
  const first = current();
  const { load }: Page = PAGES[first.page];
  const needsRules = WITH_RULES.includes(first.page);
  const [{ default: Shown }, rules] = await Promise.all([load(), needsRules && loadRules()]);
  const props = {
    rules,
    number: "game" in first ? first.game : 0,
    document: "document" in first ? first.document : "privacy",
    name: first.page === "user" ? first.name : "",
    tournament: first.page === "tournaments" ? first.tournament : null,
    get view() {
      const route = current();
      return route.page === "tournaments" ? route.view : "";
    },
    get lesson() {
      const route = current();
      return route.page === "learn" ? route.lesson : null;
    },
    get mode() {
      const route = current();
      return route.page === "exercises" ? route.mode : null;
    },
    get partner() {
      const route = current();
      return route.page === "messages" ? route.name : null;
    },
    get query() {
      const route = current();
      return "query" in route ? route.query : "";
    },
  };
  return (internals) => (Shown as Component<object>)(internals, props);
}
