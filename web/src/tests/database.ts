// Databases in memory in place of `idb-keyval`, for tests. Where there is none, calls fail at once, as without `indexedDB`.

type Database = Map<string, unknown>;

// Files of tests share modules, and each has its own copy of this one.
const shared = globalThis as { testDatabases?: Map<string, Database>; testBrowser?: { name: string } };

export const databases = (shared.testDatabases ??= new Map<string, Database>());

/** The browser whose databases are opened. */
export const browser = (shared.testBrowser ??= { name: "" });

interface Store {
  readonly name: string;
}

function of({ name }: Store): Database {
  const database = databases.get(name);
  if (!database) throw new Error("there is no database");
  return database;
}

const done = <T>(value: T) => Promise.resolve(structuredClone(value));

/** Takes the place of the module. */
export const fakeKeyval = {
  createStore: (name: string): Store => ({ name: browser.name + name }),
  values: (store: Store) => done([...of(store).values()]),
  get: (key: string, store: Store) => done(of(store).get(key)),
  set: (key: string, value: unknown, store: Store) => fakeKeyval.setMany([[key, value]], store),
  setMany: (all: readonly (readonly [string, unknown])[], store: Store) => {
    for (const [key, value] of all) of(store).set(key, structuredClone(value));
    return done(undefined);
  },
  delMany: (keys: readonly string[], store: Store) => done(keys.forEach((key) => of(store).delete(key))),
  clear: (store: Store) => done(of(store).clear()),
};
