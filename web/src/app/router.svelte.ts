// The current page. Links are followed without loading the page again.
import { linkTo, pathOf, routeOf, type Route } from "./pages";

/** Follows the address of the window. */
export class Router {
  route = $state<Route>(routeOf(addressOf(location)));
  /** How often the page has changed since the client was loaded. */
  visits = $state(0);
  /** Whether the next page is loaded from the server, because it has a newer version. */
  loadsAnew = false;

  constructor() {
    addEventListener("popstate", () => this.#show(routeOf(addressOf(location))));
  }

  /** Goes to a page; `replace` leaves no way back to the present one. */
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
   * Writes the present page anew into the address, as what it shows has changed. It is no visit; with `push` the
   * browser's back button leads to what was shown before.
   */
  note(route: Route, how: "push" | "replace" = "replace"): void {
    if (how === "push") history.pushState(null, "", pathOf(route));
    else history.replaceState(history.state, "", pathOf(route));
    this.route = route;
  }

  /** The address of the present page, as links have it. */
  get address(): string {
    return addressOf(location);
  }

  /** Where the user was going before signing in. */
  get destination(): Route {
    const route = routeOf(storedPath(history.state) ?? "/");
    return route.page === "not-found" ? { page: "home" } : route;
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
    if (route.page === "not-found") return;
    event.preventDefault();
    this.go(route);
  };

  #show(route: Route): void {
    this.route = route;
    this.visits += 1;
  }

  /** The history remembers where a sign-in leads, so that the address stays plain and a reload keeps it. */
  #entryFor(route: Route): { to: string } | null {
    if (!isForSigningIn(route)) return null;
    return { to: pathOf(isForSigningIn(this.route) ? this.destination : this.route) };
  }
}

function isForSigningIn(route: Route): boolean {
  return linkTo(route, null) === "sign-in";
}

function addressOf({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  return pathname + search;
}

function storedPath(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("to" in state)) return null;
  return typeof state.to === "string" ? state.to : null;
}
