// The current place. Links are followed without loading the page again.
import { pathOf, routeOf, type Route } from "./routes";

/** The places that are a way to somewhere else: after a sign-in, the user goes on to where the way led. */
const ON_THE_WAY: readonly Route["place"][] = ["sign-in", "register", "recover"];

/** Follows the address of the window. */
export class Router {
  route = $state<Route>(routeOf(addressOf(location)));
  /** How often the place has changed since the page was loaded. */
  visits = $state(0);
  /** Whether the next place is loaded as a new page, because the server has a newer one. */
  loadsAnew = false;

  constructor() {
    addEventListener("popstate", () => this.#show(routeOf(addressOf(location))));
  }

  /** Goes to a place; `replace` leaves no way back to the present one. */
  go(route: Route, how: "push" | "replace" = "push"): void {
    const path = pathOf(route);
    if (this.loadsAnew) return location.assign(path);
    const state = this.#entryFor(route);
    if (how === "replace" || path === this.address) history.replaceState(state, "", path);
    else history.pushState(state, "", path);
    this.#show(route);
    scrollTo(0, 0);
  }

  /**
   * Writes the present place anew into the address, as the place itself has changed. It is no visit; with `push` the
   * browser's way back leads to what was shown before.
   */
  note(route: Route, how: "push" | "replace" = "replace"): void {
    if (how === "push") history.pushState(null, "", pathOf(route));
    else history.replaceState(history.state, "", pathOf(route));
    this.route = route;
  }

  /** The address of the present place, as links have it. */
  get address(): string {
    return addressOf(location);
  }

  /** Where the user was going before signing in. */
  get destination(): Route {
    const route = routeOf(storedPath(history.state) ?? "/");
    return route.place === "not-found" ? { place: "home" } : route;
  }

  /** Follows a click on a link of this page, unless it is to open elsewhere. Attach it to the frame. */
  follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (
      !link ||
      event.defaultPrevented ||
      event.button !== 0 ||
      link.target ||
      link.origin !== location.origin ||
      (link.hash !== "" && link.pathname === location.pathname)
    )
      return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.hasAttribute("download"))
      return;
    const route = routeOf(addressOf(link));
    if (route.place === "not-found") return;
    event.preventDefault();
    this.go(route);
  };

  #show(route: Route): void {
    this.route = route;
    this.visits += 1;
  }

  /** The history remembers where a sign-in leads, so that the address stays plain and a reload keeps it. */
  #entryFor(route: Route): { to: string } | null {
    if (!ON_THE_WAY.includes(route.place)) return null;
    const isOnTheWay = ON_THE_WAY.includes(this.route.place);
    return { to: isOnTheWay ? pathOf(this.destination) : pathOf(this.route) };
  }
}

function addressOf({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  return pathname + search;
}

function storedPath(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("to" in state)) return null;
  return typeof state.to === "string" ? state.to : null;
}
