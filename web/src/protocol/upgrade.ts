// Whether the server has a newer page than the one that is open: its last script, the client, has another name then.

// The policy of the page lets no script parse a document, so the tag is found in the text.
const SCRIPT = /<script\b[^>]*\btype="module"[^>]*>/g;
const SOURCE = /\bsrc="([^"]+)"/;

/** Returns the address of the client of a page. */
export function entryOf(html: string): string | null {
  return SOURCE.exec(html.match(SCRIPT)?.at(-1) ?? "")?.[1] ?? null;
}

/** Fetches the page anew, and tells whether its client is another one. Not if the server does not answer. */
export async function isOutdated(present: string | null): Promise<boolean> {
  try {
    const response = await fetch("/", { cache: "no-store", headers: { Accept: "text/html" } });
    const newest = response.ok ? entryOf(await response.text()) : null;
    return present !== null && newest !== null && newest !== present;
  } catch {
    return false;
  }
}
