// The library of an account in several browsers: nothing vanishes that nobody has deleted, and all become the same.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { libraryOwner } from "../state/library-owner.svelte";
import { BIN_MS } from "./library-games";
import { LibraryKeeper } from "./library-keeper.svelte";
import { moveAll } from "./library-move";
import type { Row } from "./library-sync";
import { Library } from "./library.svelte";
import { browser, databases } from "../tests/database";
import { Browser, draft, game, randomOf } from "../tests/library";
import { Server } from "../tests/library-server";

vi.mock("idb-keyval", async () => (await import("../tests/database")).fakeKeyval);
vi.mock("../protocol/http", () => ({
  get: (path: string) => server.page(new URLSearchParams(path.split("?")[1])),
  change: (_: string, __: string, body: Parameters<Server["change"]>[0]) => server.change(body),
}));

let server = new Server();

async function keep(at: Browser, id: string, note: string): Promise<void> {
  await at.library.keep([game(id)], "");
  await at.library.change(id, { note });
}

beforeEach(() => {
  databases.clear();
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.useFakeTimers({ now: 1_000_000_000_000, toFake: ["Date"] });
  server = new Server();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the library of an account", () => {
  test("has in each browser what another one has kept, changed or deleted", async () => {
    const [one, two] = [new Browser("1"), new Browser("2")];
    await one.library.keepDraft(draft("a", "Begin."));
    for (const id of ["b", "c", "d", "e"]) await keep(one, id, id);
    await one.sync();
    await two.sync();
    expect(await two.contents()).toEqual(await one.contents());
    await two.library.change("b", { note: "changed", folder: "Study" });
    await two.library.remove(["c"]);
    await two.sync();
    await one.sync();
    expect(one.notes).toEqual(["", "changed", "d", "e"]);
    const before = server.nChanges;
    for (const each of [one, two]) await each.sync();
    expect(server.nChanges, "nothing is left to say").toBe(before);
  });

  test("deletes nothing because a browser has lost its databases", async () => {
    const [one, two] = [new Browser("1"), new Browser("2")];
    await keep(one, "a", "a");
    await one.sync();
    await two.sync();
    one.lose();
    await one.sync();
    await two.sync();
    expect([one.notes, two.notes]).toEqual([["a"], ["a"]]);
  });

  test("takes no look at a game for a change", async () => {
    const [one, two] = [new Browser("1"), new Browser("2")];
    await keep(one, "a", "a");
    await one.sync();
    await two.sync();
    await one.library.keep([game("a")], "");
    one.library.follow(draft("a"));
    await one.library.flush();
    await two.library.remove(["a"]);
    await two.sync();
    await one.sync();
    expect(one.notes).toEqual([]);
  });

  test("has both where two browsers have changed a game, and a change where another one has deleted it", async () => {
    const [one, two] = [new Browser("1"), new Browser("2")];
    for (const id of ["a", "b"]) await keep(one, id, id);
    await one.sync();
    await two.sync();
    await one.library.change("a", { note: "one" });
    await two.library.change("a", { note: "two" });
    await one.library.change("b", { note: "kept" });
    await two.library.remove(["b"]);
    for (const each of [one, two, one]) await each.sync();
    expect(one.notes).toEqual(["kept", "one", "two"]);
    expect(await two.contents()).toEqual(await one.contents());
    expect(two.library.games.get("a")?.note, "the one that came later keeps the name").toBe("two");
  });

  test("keeps what is being written in a study while another browser's change comes", async () => {
    const [one, two] = [new Browser("1"), new Browser("2")];
    await one.library.keepDraft(draft("a", "Begin."));
    await one.sync();
    await two.sync();
    await two.library.keepDraft(draft("a", "two"));
    await two.sync();
    one.library.follow(draft("a", "Begin."));
    server.meanwhile = () => Promise.resolve(one.library.follow(draft("a", "one")));
    await one.sync();
    server.meanwhile = () => Promise.resolve();
    await two.sync();
    expect((await two.contents()).join()).toMatch(/"one".*"two"/);
    // A study that does not show yet what has come.
    await one.library.flush();
    await one.library.keepDraft(draft("a", "more"));
    await one.sync();
    const { taken } = two.library.games.get("a") ?? {};
    two.library.follow({ ...draft("a", "one"), taken });
    await two.sync();
    two.library.follow({ ...draft("a", "late"), taken });
    for (const each of [two, one]) await each.sync();
    expect((await one.contents()).join()).toMatch(/"more".*"late".*"two"|"more".*"two".*"late"/);
    expect(await one.contents()).toEqual(await two.contents());
  });

  test("has a file that two browsers have kept once", async () => {
    const [one, two] = [new Browser("1"), new Browser("2")];
    const nameless = { ...game(""), id: undefined };
    await one.library.keep([nameless], "Study");
    vi.setSystemTime(2_000_000_000_000);
    await two.library.keep([nameless], "");
    for (const each of [one, two, one]) await each.sync();
    expect([one.library.games.size, two.library.games.size]).toEqual([1, 1]);
  });

  test("has both where the same name has two states, and neither is known to come from the other", async () => {
    const one = new Browser("1");
    const short = { ...game("a"), transcript: "f5d6" };
    await one.library.keep([short], "");
    await one.sync();
    // It leaves the account, goes on with the game, and joins again.
    one.lose();
    await one.library.keep([{ ...short, transcript: "f5d6c3" }], "");
    await one.sync();
    expect([...one.library.games.values()].map(({ transcript }) => transcript).sort()).toEqual([
      "f5d6",
      "f5d6c3",
    ]);
    expect(one.library.games.get("a")?.transcript).toBe("f5d6c3");
  });

  test.each([{ binnedAt: 1 }, { folder: "Mine" }])("does not lose %j of a game kept twice", async (own) => {
    const [one, two] = [new Browser("1"), new Browser("2")];
    for (const each of [one, two]) await each.library.keep([game("a")], "");
    await two.library.change("a", own);
    for (const each of [one, two, one]) await each.sync();
    expect(await one.contents()).toEqual(await two.contents());
    const games = [...one.library.games.values()];
    expect(
      games.map((each) => Object.keys(own).every((key) => Boolean(each[key as "folder"]))).sort(),
    ).toEqual([false, true]);
  });

  test("leaves alone what it cannot read, and keeps its own state beside it", async () => {
    const one = new Browser("1");
    for (const id of ["a", "b"]) await keep(one, id, id);
    await one.library.keepDraft(draft("a", "Begin."));
    await one.sync();
    const unreadable = { form: "of a later page" } as unknown as Row["game"];
    for (const id of ["a", "b"]) {
      const { revision = 0 } = server.rows.get(id) ?? {};
      server.change({ account: "alice", games: [{ id, base: revision, game: unreadable }] });
    }
    await one.library.change("a", { note: "mine" });
    await one.library.remove(["b"]);
    server.nChanges = 0;
    await one.sync();
    expect(server.nChanges, "requests").toBeLessThan(4);
    for (const id of ["a", "b"]) expect(server.rows.get(id)?.game).toEqual(unreadable);
    expect(one.notes).toEqual(["mine"]);
    expect((await one.contents()).join()).toContain("Begin.");
    expect([...server.rows.values()].filter((row) => row.game?.game?.note === "mine")).toHaveLength(1);
  });

  test("says so when others are always first", async () => {
    const one = new Browser("1");
    await keep(one, "a", "a");
    server.change = () => Promise.resolve({ now: server.now, games: [] });
    await expect(one.sync()).rejects.toMatchObject({ detail: "changed-elsewhere" });
  });

  test("empties the recycle bin by the clock of the server", async () => {
    const [one, two] = [new Browser("1"), new Browser("2")];
    await keep(one, "a", "a");
    await one.library.change("a", { binnedAt: Date.now() });
    await one.sync();
    vi.setSystemTime(Date.now() + 10 * BIN_MS);
    two.open();
    await two.sync();
    expect(two.notes, "its clock is far ahead").toEqual(["a"]);
    server.now += BIN_MS + 1;
    await two.sync();
    await one.sync();
    expect([one.notes, two.notes]).toEqual([[], []]);
  });

  test("is what browsers have after the server has lost changes", async () => {
    const [one, two] = [new Browser("1"), new Browser("2")];
    await keep(one, "a", "a");
    await one.sync();
    const copy = new Map(server.rows);
    await keep(one, "b", "b");
    await one.sync();
    await two.sync();
    server.restore(copy);
    await one.sync();
    await two.sync();
    expect([one.notes, two.notes, server.rows.size]).toEqual([["a", "b"], ["a", "b"], 2]);
  });

  test("is read and changed for its account alone", async () => {
    const one = new Browser("1");
    await keep(one, "a", "a");
    server.user = "bob";
    await expect(one.sync()).rejects.toThrow("somebody else");
    expect([server.rows.size, one.notes]).toEqual([0, ["a"]]);
    server.user = "alice";
    await one.sync();
    // The account was deleted, and somebody else has its name now.
    server.restore(new Map());
    server.owner = 2;
    await one.sync();
    expect([server.rows.size, one.notes]).toEqual([0, []]);
    expect(
      [...one.own.games.values()].map(({ note }) => note),
      "they stay in the browser",
    ).toEqual(["a"]);
  });

  test("leaves what is too large to the browser", async () => {
    const one = new Browser("1");
    for (let n = 0; n < 250; n++) await keep(one, `g${n}`, "あ".repeat(200));
    await keep(one, "huge", "あ".repeat(21_000));
    await one.sync();
    expect([server.rows.size, one.replica.nTooLarge, one.library.games.size]).toEqual([250, 1, 251]);
  });
});

test("the games of a browser go into the library of one account, and into no other", async () => {
  for (const of of ["", "@alice", "@bob"]) {
    for (const part of ["willow-library", "willow-library-drafts"]) databases.set(part + of, new Map());
  }
  browser.name = "";
  const own = new Library();
  const [alice, bob] = ["alice", "bob"].map((name) => new LibraryKeeper(new Library(name), name, own)) as [
    LibraryKeeper,
    LibraryKeeper,
  ];
  libraryOwner.recognise("alice");
  await own.keepDraft(draft("a", "Begin."));
  await alice.join();
  expect([own.games.size, alice.library.games.size, libraryOwner.name]).toEqual([0, 1, "alice"]);
  await vi.waitFor(() => expect(server.rows.get("a")?.game?.draft?.nodes[0]?.comment).toBe("Begin."));
  libraryOwner.recognise("bob");
  expect(libraryOwner.name, "bob has not asked for it").toBeNull();
  server.user = "bob";
  server.restore(new Map());
  await bob.join();
  await own.keep([game("b")], "");
  await vi.waitFor(() => expect(bob.library.cursor).not.toBeNull());
  expect([server.rows.size, bob.library.games.size]).toEqual([0, 0]);
  // What alice has changed here waits for her.
  await alice.library.change("a", { note: "mine" });
  await alice.leave();
  expect([[...own.games.keys()].sort(), alice.library.games.size]).toEqual([["a", "b"], 0]);
  expect(await own.draftOf("a")).not.toBeNull();
  expect(libraryOwner.keeps("alice")).toBe(false);
  libraryOwner.set("bob", false);
  libraryOwner.recognise(null);
});

describe("a library that moves", () => {
  test("takes what is written meanwhile with it", async () => {
    const one = new Browser("1");
    await one.own.keepDraft(draft("a", "a1"));
    await one.own.keep([game("b")], "");
    const put = one.library.put.bind(one.library);
    const late = [
      () => one.own.keepDraft(draft("a", "a2")),
      () => one.own.keep([game("c")], ""),
      () => one.own.change("b", { note: "late" }),
    ];
    vi.spyOn(one.library, "put").mockImplementation(async (games) => {
      await put(games);
      await late.pop()?.();
    });
    await moveAll(one.own, one.library);
    expect(late).toEqual([]);
    const contents = await one.contents();
    expect(contents).toHaveLength(3);
    for (const text of ["a2", "late"]) expect(contents.join()).toContain(text);
    expect(databases.get("1willow-library")?.size).toBe(0);
  });

  test("stays where it is if the browser does not keep it, and comes back from the account", async () => {
    const one = new Browser("1");
    const keeper = new LibraryKeeper(one.library, "alice", one.own);
    libraryOwner.recognise("alice");
    libraryOwner.set("alice", true);
    await keep(one, "a", "a");
    await one.sync();
    const put = vi.spyOn(one.own, "put").mockRejectedValue(new Error("full"));
    await expect(keeper.leave()).rejects.toThrow("full");
    expect([libraryOwner.name, one.notes]).toEqual(["alice", ["a"]]);
    put.mockRestore();
    await keeper.leave();
    expect([libraryOwner.name, one.notes]).toEqual([null, []]);
    await one.sync();
    expect(one.notes).toEqual(["a"]);
    libraryOwner.recognise(null);
  });
});

/** Browsers of an account, whose people do what chance says. */
class Club {
  readonly browsers = ["1", "2", "3"].map((name) => new Browser(name));
  /** The notes that nobody has replaced or deleted, having seen them. */
  readonly alive = new Set<string>();
  #nNotes = 0;

  constructor(readonly random: (bound: number) => number) {}

  async step(): Promise<void> {
    const at = this.browsers[this.random(3)] as Browser;
    vi.setSystemTime(server.now + (this.random(3) - 1) * 86_400_000);
    server.now += this.random(60_000);
    const kind = this.random(10);
    if (kind < 5) await this.edit(at);
    else if (kind < 9) await at.sync().catch(() => undefined);
    else if (this.random(4) === 0) await this.#lose(at);
    else at.open();
  }

  /** Somebody keeps, changes or deletes a game. */
  async edit({ library }: Browser): Promise<void> {
    await library.read();
    const games = [...library.games.values()];
    const chosen = games[this.random(games.length + 2)];
    const note = `n${(this.#nNotes += 1)}`;
    if (chosen) this.alive.delete(chosen.note);
    if (chosen && this.random(4) === 0) return void (await library.remove([chosen.id]));
    const id = chosen?.id ?? `g${this.random(6)}`;
    const before = library.games.get(id);
    if (before) this.alive.delete(before.note);
    this.alive.add(note);
    if (!before) await library.keep([game(id)], "");
    if (this.random(2) === 0) await library.keepDraft(draft(id, note));
    await library.change(id, { note, binnedAt: this.random(4) === 0 ? Date.now() : null });
  }

  /** What a browser alone has is lost with it. */
  async #lose(at: Browser): Promise<void> {
    for (const each of this.browsers) await each.library.read();
    const others = this.browsers.filter((other) => other !== at).flatMap(({ notes }) => notes);
    const kept = new Set([...others, ...[...server.rows.values()].map(({ game: row }) => row?.game.note)]);
    for (const note of at.notes) if (!kept.has(note)) this.alive.delete(note);
    at.lose();
  }
}

test.each(Array.from({ length: 60 }, (_, seed) => seed + 1))(
  "nothing vanishes, and all become the same (%i)",
  async (seed) => {
    const random = randomOf(seed);
    const club = new Club(random);
    let isBusy = false;
    server.fault = () => (["before", "after", null, null, null, null] as const)[random(6)] ?? null;
    server.meanwhile = async () => {
      if (isBusy || random(3) > 0) return;
      isBusy = true;
      await club.edit(club.browsers[random(3)] as Browser);
      isBusy = false;
    };
    for (let step = 0; step < 60; step++) await club.step();
    server.fault = () => null;
    server.meanwhile = () => Promise.resolve();
    for (let round = 0; round < 3; round++) for (const each of club.browsers) await each.sync();
    const [first, ...others] = await Promise.all(club.browsers.map((each) => each.contents()));
    for (const other of others) expect(other).toEqual(first);
    const notes = club.browsers[0]?.notes ?? [];
    expect(notes).toEqual(expect.arrayContaining([...club.alive]));
    const before = server.nChanges;
    for (const each of club.browsers) await each.sync();
    expect(server.nChanges).toBe(before);
  },
);
