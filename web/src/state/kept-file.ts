// The files that this tab has open. The storage of a tab is too small for them, so they are kept in the browser's database,
// under a number that the tab remembers.
import { createStore, delMany, get, keys, set } from "idb-keyval";
import { keepInTab, readKeptInTab } from "./storage";

const KEY = "willow-analysis-file";
const store = createStore("willow-files", "files");
/** How long files are kept that no tab has asked for, in milliseconds: a week. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;

/** What the tab remembers about its files. */
interface TabFile {
  readonly id: string;
  /** The index of the game opened last. */
  readonly chosen: number | null;
  readonly wanted: string;
}

/** Keeps files for this tab. Without a database nothing is kept, and the page goes on without. */
export async function keepFiles(files: readonly Uint8Array[]): Promise<void> {
  const id = `${Date.now()}-${Math.random()}`;
  const old = readTabFile();
  keepInTab(KEY, { id, chosen: null, wanted: "" } satisfies TabFile);
  try {
    await set(id, files, store);
    // A number begins with the time at which it was made.
    const isOld = (other: string) => other === old?.id || parseInt(other) < Date.now() - MAX_AGE;
    await delMany((await keys<string>(store)).filter(isOld), store);
  } catch {
    // A private window without a database, or no room.
  }
}

/** The files of this tab, or `null`. */
export async function readKeptFiles(): Promise<readonly Uint8Array[] | null> {
  const tab = readTabFile();
  try {
    const kept: unknown = tab && (await get(tab.id, store));
    return Array.isArray(kept) ? kept.filter((file) => file instanceof Uint8Array) : null;
  } catch {
    return null;
  }
}

/** Forgets the files of this tab. */
export async function forgetFiles(): Promise<void> {
  const tab = readTabFile();
  keepInTab(KEY, null);
  try {
    if (tab) await delMany([tab.id], store);
  } catch {
    // Nothing was kept.
  }
}

/** What the tab remembers about its files; `null` if it has none. */
export function readTabFile(): TabFile | null {
  const kept = readKeptInTab(KEY);
  return isTabFile(kept) ? kept : null;
}

/** Notes what was chosen or looked for in the files of this tab. */
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
