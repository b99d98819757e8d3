// A file that this tab has open. The storage of a tab is too small for it, so it is kept in the browser's database, under
// a number that the tab remembers.
import { keepInTab, readKeptInTab } from "./kept";

const KEY = "willow-analysis-file";
const [DATABASE, STORE] = ["willow-files", "files"];
/** How long a file is kept that no tab has asked for, in milliseconds: a week. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;

interface KeptFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number;
}

/** What the tab remembers about its file. */
interface TabFile {
  readonly id: string;
  /** The place of the game that was opened last. */
  readonly chosen: number | null;
  /** What was looked for. */
  readonly wanted: string;
}

/** Keeps a file for this tab. Without a database nothing is kept, and the page goes on without. */
export async function keepFile(bytes: Uint8Array): Promise<void> {
  const id = `${Date.now()}-${Math.random()}`;
  const old = readTabFile();
  keepInTab(KEY, { id, chosen: null, wanted: "" } satisfies TabFile);
  const file: KeptFile = { bytes: new Uint8Array(bytes), at: Date.now() };
  await inStore("readwrite", (store) => {
    if (old) store.delete(old.id);
    store.put(file, id);
    deleteOlder(store, Date.now() - MAX_AGE);
    return null;
  });
}

/** The file of this tab, or `null`. */
export async function readKeptFile(): Promise<Uint8Array | null> {
  const tab = readTabFile();
  if (!tab) return null;
  const file: unknown = await inStore("readonly", (store) => store.get(tab.id));
  return isFile(file) ? file.bytes : null;
}

/** Forgets the file of this tab. */
export async function forgetFile(): Promise<void> {
  const tab = readTabFile();
  keepInTab(KEY, null);
  if (tab) await inStore("readwrite", (store) => store.delete(tab.id));
}

/** What the tab remembers about its file; `null` if it has none. */
export function readTabFile(): TabFile | null {
  const kept = readKeptInTab(KEY);
  return isTabFile(kept) ? kept : null;
}

/** Notes what was chosen or looked for in the file of this tab. */
export function noteInFile(change: Partial<Pick<TabFile, "chosen" | "wanted">>): void {
  const tab = readTabFile();
  if (tab) keepInTab(KEY, { ...tab, ...change });
}

function isTabFile(value: unknown): value is TabFile {
  if (typeof value !== "object" || value === null) return false;
  const { id, chosen, wanted } = value as Record<string, unknown>;
  return (
    typeof id === "string" && typeof wanted === "string" && (chosen === null || typeof chosen === "number")
  );
}

function isFile(value: unknown): value is KeptFile {
  return typeof value === "object" && value !== null && "bytes" in value && value.bytes instanceof Uint8Array;
}

function deleteOlder(store: IDBObjectStore, time: number): void {
  const cursor = store.openCursor();
  cursor.onsuccess = () => {
    const { result } = cursor;
    if (!result) return;
    const file = result.value as KeptFile;
    if (file.at < time) result.delete();
    result.continue();
  };
}

/** Works in the database. `null` if there is none, as in some private windows, or no room. */
async function inStore(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest | null,
): Promise<unknown> {
  try {
    const database = await opened();
    try {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = transaction.onerror = () =>
          reject(transaction.error ?? new Error("the database ends the work"));
      });
      return request === null ? null : (request.result as unknown);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("there is no database"));
  });
}
