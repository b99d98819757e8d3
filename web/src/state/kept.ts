// Values that outlive the page: kept in the browser's storage, where there is one.

/** Reads a kept value. It is `null` if there is none, or no storage (a private window). */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as unknown;
  } catch {
    return null;
  }
}

/** Keeps a value. Without a storage it lasts as long as the page that holds it. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage: the page goes on without.
  }
}

/** Reads a value that this tab alone has kept. It outlives a reload of the page. */
export function readKeptInTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as unknown;
  } catch {
    return null;
  }
}

/** Keeps a value for this tab alone. */
export function keepInTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // As for `keep`.
  }
}

/** Calls back when another tab has changed a value, with the key. Returns how to stop. */
export function onKeptElsewhere(hear: (key: string) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key !== null) hear(event.key);
  };
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
