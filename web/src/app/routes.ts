// The addresses of the places. The server gives the page for the same list (crates/server/src/http).

/** A place and what its address says. */
export type Route =
  | { place: "home" }
  | { place: "lobby" }
  | { place: "games" }
  | { place: "new-game" }
  | { place: "bots" }
  /** `query` carries the record, as `places/analysis/address.ts` writes it: empty, or from the question mark on. */
  | { place: "analysis"; query: string }
  /** `query` carries what is searched and what is on the board, as `places/archive/address.ts` writes it. */
  | { place: "archive"; query: string }
  /** `query` carries the line and the book, as `places/book/address.ts` writes it. */
  | { place: "book"; query: string }
  | { place: "people" }
  | { place: "moderation" }
  /** `query` has the channel, as `places/watch/address.ts` writes it. */
  | { place: "watch"; query: string }
  /** `query` names the event, as `places/event/event.ts` writes it. */
  | { place: "event"; query: string }
  | { place: "over-the-board" }
  | { place: "rules" }
  | { place: "by-ear" }
  | { place: "game"; game: number }
  | { place: "join"; game: number }
  | { place: "user"; name: string }
  | { place: "messages"; name: string | null }
  | { place: "settings" }
  | { place: "account" }
  | { place: "sign-in" }
  | { place: "register" }
  | { place: "recover" }
  | { place: "not-found" };

type SimplePlace = Exclude<Route["place"], "game" | "join" | "user" | "messages" | "not-found" | Queried>;

/** The places whose address has a query. */
type Queried = "analysis" | "archive" | "book" | "watch" | "event";
const QUERIED: readonly string[] = ["analysis", "archive", "book", "watch", "event"] satisfies Queried[];

const SIMPLE: Record<string, SimplePlace> = {
  "": "home",
  lobby: "lobby",
  games: "games",
  "games/new": "new-game",
  bots: "bots",
  "over-the-board": "over-the-board",
  rules: "rules",
  "by-ear": "by-ear",
  people: "people",
  moderation: "moderation",
  settings: "settings",
  account: "account",
  "sign-in": "sign-in",
  register: "register",
  recover: "recover",
};

const NAME = /^[A-Za-z][A-Za-z0-9_-]{1,19}$/;

/** Reads the path of an address, and of the analysis also its query. */
export function routeOf(address: string): Route {
  const [path = "", ...queries] = address.split("?");
  const words = path.replace(/^\/+|\/+$/g, "");
  const simple = Object.hasOwn(SIMPLE, words) ? SIMPLE[words] : undefined;
  if (simple) return { place: simple };
  if (isQueried(words)) return { place: words, query: queries.length > 0 ? `?${queries.join("?")}` : "" };
  const [place, argument = "", ...rest] = words.split("/");
  if (rest.length > 0) return { place: "not-found" };
  if (place === "messages" && argument === "") return { place, name: null };
  if ((place === "user" || place === "messages") && NAME.test(argument)) return { place, name: argument };
  // The numbers of private games are random, and go up to the largest that JSON holds exactly.
  const game = /^\d{1,16}$/.test(argument) ? Number(argument) : NaN;
  if ((place === "game" || place === "join") && Number.isSafeInteger(game)) return { place, game };
  return { place: "not-found" };
}

function isQueried(words: string): words is Queried {
  return QUERIED.includes(words);
}

/** Writes the path of a place. */
export function pathOf(route: Route): string {
  switch (route.place) {
    case "game":
    case "join":
      return `/${route.place}/${route.game}`;
    case "user":
      return `/user/${route.name}`;
    case "messages":
      return route.name === null ? "/messages" : `/messages/${route.name}`;
    case "analysis":
    case "archive":
    case "book":
    case "watch":
    case "event":
      return `/${route.place}${route.query}`;
    case "not-found":
      return "/";
    default:
      return `/${Object.keys(SIMPLE).find((path) => SIMPLE[path] === route.place) ?? ""}`;
  }
}
