// The service worker: it keeps the parts of the client that need no server, so that the page opens without a connection.
//
// It keeps a list of files that the build writes here. Of the words it keeps those of the language in its own address.
// A new version waits until no page of the old one is open, because pages load their parts from the version they began.
//
// It also shows what the server tells while the page is closed: whose turn it is in a correspondence game.
import { push as english } from "../words/en/push";
import type { PushWords } from "../words/type";
import { noticeOf, readTurn } from "./turn-notice";

/** The files that are kept, as the build has named them: those of everybody, of the engine, and of each language. */
declare const WILLOW_FILES: Readonly<Record<string, readonly string[]>>;

/** What the types of a page do not have. */
export interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Pushed extends Lasting {
  readonly data: { text(): string } | null;
}
interface Pressed extends Lasting {
  readonly notification: Notification;
}
interface Renewed extends Lasting {
  readonly newSubscription?: PushSubscription | null;
  readonly oldSubscription?: PushSubscription | null;
}
interface OpenPage {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
}
declare const registration: ServiceWorkerRegistration;
declare const clients: {
  matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>;
  openWindow(path: string): Promise<unknown>;
};

/** What a notification says, in all languages. */
const PUSH_WORDS = import.meta.glob<PushWords>("../words/*/push.ts", { import: "push", eager: true });

/** The page, which is the same at every address of the client. */
const PAGE = "/";
/** Files of this folder never change: their names carry their content. */
const FOLDER = "/assets/";

const language = new URL(location.href).searchParams.get("language") ?? "en";
const lists = { ...WILLOW_FILES };
// Some scripts are in both lists; a cache refuses to add a file twice.
const files = [...new Set([...(lists["all"] ?? []), ...(lists[language] ?? [])])];
const name = `willow-${digestOf([...files, language].join())}`;

/** A short name for a list. Two versions of the client differ in it. */
function digestOf(text: string): string {
  let digest = 5381;
  for (const letter of text) digest = (digest * 33 + letter.charCodeAt(0)) % 4294967291;
  return digest.toString(36);
}

async function install(): Promise<void> {
  const cache = await caches.open(name);
  await cache.addAll([PAGE, ...files]);
}

/** Keeps the engine, too. It is large: the page asks for it when it has nothing else to load. */
async function keepEngine(): Promise<void> {
  const cache = await caches.open(name);
  const missing = await Promise.all(
    (lists["engine"] ?? []).map(async (file) =>
      (await caches.match(file, { cacheName: name })) ? [] : [file],
    ),
  );
  await cache.addAll(missing.flat());
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((other) => other.startsWith("willow-") && other !== name);
  await Promise.all(old.map((other) => caches.delete(other)));
}

/** The page from the server, or the one that is kept if the server cannot be reached. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: name });
    if (kept) return kept;
    throw error;
  }
}

/** A file that never changes: the kept one, or that of the server. */
async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: name })) ?? fetch(request);
}

function openPages(): Promise<readonly OpenPage[]> {
  return clients.matchAll({ type: "window", includeUncontrolled: true });
}

/** Shows whose turn it is. Browsers want every message to be shown; who looks at a page hears nothing of it. */
async function tell(text: string): Promise<void> {
  const turn = readTurn(text);
  if (!turn) return;
  const spoken = PUSH_WORDS[`../words/${language}/push.ts`];
  const lang = spoken ? language : "en";
  const { title, body, tag, path } = noticeOf(turn, spoken ?? english, lang);
  const silent = (await openPages()).some(({ visibilityState }) => visibilityState === "visible");
  const icon = "/icons/icon-192.png";
  await registration.showNotification(title, { body, tag, icon, silent, lang, data: path });
}

/** Opens the game of a notification, in a page that shows it already if there is one. */
async function open(notification: Notification): Promise<void> {
  notification.close();
  const path = String(notification.data);
  const shown = (await openPages()).find(({ url }) => new URL(url).pathname === path);
  await (shown ? shown.focus() : clients.openWindow(path));
}

/** The push service has another address for this browser: tells the server, and which one it takes the place of. */
async function renew({ newSubscription, oldSubscription }: Renewed): Promise<void> {
  const options = oldSubscription?.options as PushSubscriptionOptionsInit | undefined;
  const subscription = newSubscription ?? (options && (await registration.pushManager.subscribe(options)));
  if (!subscription) return;
  const body = JSON.stringify({ ...subscription.toJSON(), old: oldSubscription?.endpoint });
  const headers = { "Content-Type": "application/json" };
  await fetch("/api/push", { method: "POST", headers, body });
}

addEventListener("push", (event) => {
  const { data } = event as Pushed;
  if (data) (event as Pushed).waitUntil(tell(data.text()));
});
addEventListener("notificationclick", (event) => {
  (event as Pressed).waitUntil(open((event as Pressed).notification));
});
addEventListener("pushsubscriptionchange", (event) => {
  (event as Renewed).waitUntil(renew(event as Renewed));
});
// The page says one thing alone. It shares no script with this one, which must be whole.
addEventListener("message", (event) => (event as unknown as Lasting).waitUntil(keepEngine()));
addEventListener("install", (event) => (event as Lasting).waitUntil(install()));
addEventListener("activate", (event) => (event as Lasting).waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const { request } = event as Fetching;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(FOLDER)) (event as Fetching).respondWith(file(request));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/")) {
    (event as Fetching).respondWith(page(request));
  }
});
