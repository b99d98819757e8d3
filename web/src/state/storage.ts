// localStorage and sessionStorage with JSON values; no-ops where storage is unavailable.

type Storages = "localStorage" | "sessionStorage";

/** It is `null` if there is none, or no storage (a private window). */
function readText(storage: Storages, key: string): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** What was kept; `null` also for a text that is no JSON. */
function read(storage: Storages, key: string): unknown {
  try {
    return JSON.parse(readText(storage, key) ?? "null") as unknown;
  } catch {
    return null;
  }
}

/** Returns whether it was kept. */
function write(storage: Storages, key: string, value: unknown): boolean {
  try {
    globalThis[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // A full or forbidden storage: the page goes on without.
    return false;
  }
}

/** Whether this browser keeps anything. */
export function canKeep(): boolean {
  const probe = "willow-test";
  const isKept = write("localStorage", probe, true);
  if (isKept) localStorage.removeItem(probe);
  return isKept;
}

/** Reads a kept value; `null` if there is none. */
export const readKept = (key: string): unknown => read("localStorage", key);

/** Keeps a value, and tells whether it could. Without a storage it lasts as long as the page that holds it. */
export const keep = (key: string, value: unknown): boolean => write("localStorage", key, value);

/** Reads a value that this tab alone has kept. It outlives a reload of the page. */
export const readKeptInTab = (key: string): unknown => read("sessionStorage", key);

/** Reads a text of this tab as it stands in the storage; `null` if there is none. */
export const readTextInTab = (key: string): string | null => readText("sessionStorage", key);

/** Keeps a value for this tab alone. */
export const keepInTab = (key: string, value: unknown): boolean => write("sessionStorage", key, value);

/** Calls back when another tab has changed a value, with the key. Returns how to stop. */
export function onKeptElsewhere(hear: (key: string) => void): () => void {
  const listener = ({ key }: StorageEvent): void => void (key !== null && hear(key));
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
