// Lets the browser keep the client, and shows the number of turns on its icon, where the browser can.
import { trustedUrl } from "../engine/trusted-url";

/** The address of the service worker. The build gives it this name (`vite.config.ts`). */
const ADDRESS = "/service-worker.js";

/** Registers the service worker for the words of a language. Over plain HTTP browsers have none. */
export async function keepForOffline(locale: string): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const address = trustedUrl(`${ADDRESS}?language=${locale}`);
  // A browser that refuses it goes on without.
  await navigator.serviceWorker.register(address).catch(() => undefined);
}

/** Writes the number of games in which it is the user's turn on the icon of an installed page. */
export function showBadge(turns: number): void {
  if (!("setAppBadge" in navigator)) return;
  // Refused for pages that are not installed.
  (turns > 0 ? navigator.setAppBadge(turns) : navigator.clearAppBadge()).catch(() => undefined);
}
