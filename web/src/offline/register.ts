// Lets the browser keep the client, and shows the number of turns on its icon, where the browser can.
import { trustedUrl } from "../engine/trusted-url";

/** The address of the service worker. The build gives it this name (`vite.config.ts`). */
const ADDRESS = "/service-worker.js";

/** Registers the service worker for the words of a language. Over plain HTTP browsers have none. */
export async function keepForOffline(locale: string): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const address = trustedUrl(`${ADDRESS}?language=${locale}`);
  // A browser that refuses it goes on without.
  const registered = await navigator.serviceWorker.register(address).catch(() => undefined);
  if (!registered || savesData()) return;
  // It keeps the engine as well, about 5 MB. The worker of a new release has a cache of its own, and forgets the others.
  const tell = () => {
    const { installing, waiting, active } = registered;
    for (const worker of [installing, waiting, active]) worker?.postMessage(null);
  };
  registered.addEventListener("updatefound", tell);
  await navigator.serviceWorker.ready;
  tell();
}

/** Whether the user wants the browser to load little. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** Writes the number of games in which it is the user's turn on the icon of an installed page. */
export function showBadge(turns: number): void {
  if (!("setAppBadge" in navigator)) return;
  // Refused for pages that are not installed.
  (turns > 0 ? navigator.setAppBadge(turns) : navigator.clearAppBadge()).catch(() => undefined);
}
