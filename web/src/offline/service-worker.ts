// The service worker: it keeps the parts of the client that need no server, so that the page opens without a connection.
//
// It keeps a list of files that the build writes here. Of the words it keeps those of the language in its own address.
// A new version waits until no page of the old one is open, because pages load their places from the version they began.

/** The files that are kept, as the build has named them: those of everybody, and those of each language. */
declare const WILLOW_FILES: Readonly<Record<string, readonly string[]>>;

/** What the types of a page do not have. */
export interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** The page, which is the same at every address of the client. */
const PAGE = "/";
/** Files of this folder never change: their names carry their content. */
const FOLDER = "/assets/";

const language = new URL(location.href).searchParams.get("language") ?? "en";
const lists = { ...WILLOW_FILES };
const files = [...(lists["all"] ?? []), ...(lists[language] ?? [])];
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
