// Tests of the library: folders, notes, search, the recycle bin, what follows the study, and what is written.
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { USUAL_START } from "../../state/games-new.svelte";
import { packDraft, textOfDraft, type Draft } from "../../study/drafts";
import { NO_ACCURACIES, NO_FINDINGS } from "../../study/findings";
import { Library } from "../../study/library.svelte";
import type { KeepableGame } from "../../study/library-games";
import { writeGames } from "./library-export";
import { testRules } from "../../tests/rules";
import { browser, databases as kept } from "../../tests/database";
import { ROOT, treeOf, withComment, withMove } from "../../study/tree";

vi.mock("idb-keyval", async () => (await import("../../tests/database")).fakeKeyval);
const [GAMES, DRAFTS] = ["willow-library", "willow-library-drafts"];

const game = (transcript: string, more: Partial<KeepableGame> = {}): KeepableGame => ({
  start: USUAL_START,
  transcript,
  black: "Ann",
  white: "Ben",
  event: "",
  branches: "",
  ...more,
});
const draft = (id: string, moves: readonly string[]): Draft => ({
  id,
  tree: treeOf(testRules, USUAL_START, moves),
  at: ROOT,
  names: { black: "Cyd", white: "" },
  findings: NO_FINDINGS,
  accuracies: NO_ACCURACIES,
});
const ALL = { kind: "all" } as const;
const BIN = { kind: "bin" } as const;
const found = (library: Library, ...of: Parameters<Library["find"]>) =>
  library.find(...of).map(({ transcript }) => transcript);

beforeEach(() => {
  kept.clear();
  browser.name = "";
  kept.set(GAMES, new Map()).set(DRAFTS, new Map());
  vi.useFakeTimers({ now: 1_000_000 });
});

afterEach(() => void vi.useRealTimers());
// Files share modules, and another one has a server for the library.
afterAll(() => void vi.resetModules());

describe("the library", () => {
  test("has folders and notes, finds players, events, notes and moves, and outlives the page", async () => {
    const library = new Library();
    expect(await library.keep([game("f5d6"), game("f5f6", { event: "Open 2026" })], "Study")).toBe(true);
    vi.advanceTimersByTime(5);
    await library.keep([game("d3", { black: "Eve" })], "");
    const [first] = library.find({ kind: "folder", name: "Study" }, "f5d6");
    await library.change(first?.id ?? "", { note: "A wedge on e1." });
    const again = new Library();
    await again.read();
    expect(again.state).toBe("ready");
    expect(again.folders).toEqual(["Study"]);
    expect(found(again, ALL, "")).toEqual(["d3", "f5d6", "f5f6"]);
    expect(found(again, { kind: "folder", name: "Study" }, "")).toEqual(["f5d6", "f5f6"]);
    for (const [wanted, transcript] of [
      ["eve", "d3"],
      ["open", "f5f6"],
      ["WEDGE", "f5d6"],
      ["f5f", "f5f6"],
    ] as const) {
      expect(found(again, ALL, wanted)).toEqual([transcript]);
    }
  });

  test("has a recycle bin, from which games come back, and which forgets them after 30 days", async () => {
    const library = new Library();
    await library.keep([game("f5d6"), game("d3")], "");
    for (const { id } of library.find(ALL, "")) await library.change(id, { binnedAt: Date.now() });
    expect([found(library, ALL, ""), found(library, BIN, "").length]).toEqual([[], 2]);
    // Keeping a game anew takes it out of the bin, with its note.
    await library.keep([game("d3")], "Other");
    expect([found(library, ALL, ""), found(library, BIN, "")]).toEqual([["d3"], ["f5d6"]]);
    vi.advanceTimersByTime(29 * 24 * 3600 * 1000);
    const later = new Library();
    await later.read();
    expect(found(later, BIN, "")).toEqual(["f5d6"]);
    vi.advanceTimersByTime(2 * 24 * 3600 * 1000);
    const tooLate = new Library();
    await tooLate.read();
    expect([found(tooLate, BIN, ""), found(tooLate, ALL, "")]).toEqual([[], ["d3"]]);
    expect(kept.get(GAMES)?.size).toBe(1);
  });

  test("follows the open studies that it has, and no others", async () => {
    const library = new Library();
    await library.keepDraft(draft("one", ["f5"]));
    library.follow(draft("one", ["f5", "d6"]));
    library.follow(draft("two", ["d3"]));
    await vi.advanceTimersByTimeAsync(2000);
    expect(found(library, ALL, "")).toEqual(["f5d6"]);
    expect((await library.draftOf("one"))?.nodes).toHaveLength(3);
    expect(await library.draftOf("two")).toBeNull();
    await library.remove(["one"]);
    expect([await library.draftOf("one"), library.games.size]).toEqual([null, 0]);
  });

  test("keeps the event of a record, also where it is kept again and exported", async () => {
    const library = new Library();
    const one = draft("one", ["f5", "d6"]);
    await library.keepDraft({ ...one, names: { ...one.names, event: "Open 2026" } });
    expect(library.games.get("one")?.event).toBe("Open 2026");
    // A draft that was kept by an older page does not know it.
    await library.keepDraft(one);
    const [game] = library.find(ALL, "open");
    const sgf = await writeGames(testRules, game ? [game] : [], "sgf", (id) => library.draftOf(id));
    expect(sgf.text).toContain("EV[Open 2026]");
  });

  test("has a game once, from a study and from a file", async () => {
    const library = new Library();
    const mine = { ...draft("one", ["f5", "d6"]), names: { black: "Ann", white: "Ben" } };
    expect(await library.keepDraft(mine)).toBe("one");
    await library.keep([game("f5d6", { event: "Open 2026" })], "Study");
    expect(library.find(ALL, "").map(({ id, event }) => [id, event])).toEqual([["one", "Open 2026"]]);
    // The other way round it goes on under the name that it has.
    await library.keep([game("d3c3")], "Study");
    const kept = await library.keepDraft({ ...draft("two", ["d3", "c3"]), names: mine.names });
    expect([kept, library.games.size]).toEqual([library.sameAs(game("d3c3"))?.id, 2]);
    // Another event is another game.
    await library.keep([game("f5d6", { event: "Cup 2026" })], "");
    expect(library.games.size).toBe(3);
  });

  test("has a game of this device under its own name, as it stands after its last end", async () => {
    const library = new Library();
    const ended = (id: string, transcript: string) =>
      library.keep([game(transcript, { id, result: 64, isAgainstDevice: true })], "");
    await ended("table", "f5d6");
    await library.change("table", { folder: "Study" });
    await ended("table", "d3c3");
    await ended("other", "d3c3");
    const all = library.find(ALL, "").map(({ id, transcript, folder }) => [id, transcript, folder]);
    expect(all).toEqual([
      ["table", "d3c3", "Study"],
      ["other", "d3c3", ""],
    ]);
    expect(library.games.get("table")).toMatchObject({ result: 64, isAgainstDevice: true });
  });

  test("loses no change that is made while another one is written", async () => {
    const library = new Library();
    await library.keepDraft(draft("one", ["f5"]));
    const all = [library.change("one", { folder: "Study" }), library.change("one", { note: "Mine." })];
    expect(await Promise.all(all)).toEqual([true, true]);
    const drafted = library.keepDraft(draft("one", ["f5", "d6"]));
    await Promise.resolve();
    await Promise.all([library.change("one", { note: "Yours." }), drafted]);
    const changed = { folder: "Study", note: "Yours.", transcript: "f5d6" };
    expect(library.games.get("one")).toMatchObject(changed);
    expect(kept.get(GAMES)?.get("one")).toMatchObject(changed);
  });

  test("keeps what two tabs make of one study", async () => {
    const [one, two] = [new Library(), new Library()];
    await one.keepDraft(draft("a", ["f5"]));
    await two.read();
    const { edit } = one.games.get("a") ?? {};
    for (const each of [one, two]) each.open({ ...draft("a", ["f5"]), edit });
    one.follow(draft("a", ["f5", "d6"]));
    await one.flush();
    await one.change("a", { note: "Mine." });
    await two.readAgain();
    expect([one, two].map((each) => each.isOutdated("a", undefined))).toEqual([false, true]);
    // The other tab has not shown it yet.
    two.follow(draft("a", ["f5", "f6"]));
    await two.flush();
    one.follow(draft("a", ["f5", "d6", "c3"]));
    await one.flush();
    await one.readAgain();
    expect(one.games.get("a")).toMatchObject({ transcript: "f5d6c3", note: "Mine." });
    expect(found(one, ALL, "").sort()).toEqual(["f5d6c3", "f5f6"]);
    // A change that waits while the study is shown anew was made to the old state.
    two.open({ ...draft("a", ["f5"]), edit: two.games.get("a")?.edit });
    await one.change("a", { note: "Yours." });
    two.follow(draft("a", ["f5", "f4"]));
    await two.readAgain();
    two.open({ ...draft("a", ["f5", "d6", "c3"]), edit: two.games.get("a")?.edit });
    await two.flush();
    await one.readAgain();
    expect(found(one, ALL, "").sort()).toEqual(["f5d6c3", "f5f4", "f5f6"]);
    // A tab is loaded again with what it had.
    const again = new Library();
    await again.read();
    again.open({ ...draft("a", ["f5"]), edit });
    expect(again.isOutdated("a", undefined)).toBe(true);
    again.open({ ...draft("a", ["f5"]), edit: one.editOf("a") });
    expect(again.isOutdated("a", undefined)).toBe(false);
  });

  test("knows what was changed in a study that was open before the library was read", async () => {
    await new Library().keepDraft(draft("a", ["f5"]));
    const library = new Library();
    library.open(draft("a", ["f5"]));
    await library.read();
    const { edit } = library.games.get("a") ?? {};
    const { tree, ...rest } = draft("a", ["f5"]);
    library.follow({ ...rest, tree: withComment(tree, ROOT, "Begin.") });
    await library.flush();
    expect(library.games.get("a")?.edit).not.toBe(edit);
  });

  test("begins to write a game and its variations at once: the page may be about to close", async () => {
    const library = new Library();
    await library.keepDraft(draft("a", ["f5"]));
    library.follow(draft("a", ["f5", "d6"]));
    void library.flush();
    await Promise.resolve();
    expect(kept.get(DRAFTS)?.get("a")).toMatchObject({ nodes: { length: 3 } });
    expect(kept.get(GAMES)?.get("a")).toMatchObject({ transcript: "f5d6" });
  });

  test("takes the next study that is opened for no change", async () => {
    const library = new Library();
    for (const id of ["a", "b"]) await library.keepDraft(draft(id, id === "a" ? ["f5"] : ["d3"]));
    const edits = () => ["a", "b"].map((id) => library.games.get(id)?.edit);
    const before = edits();
    const remarked = draft("a", ["f5"]);
    library.open(draft("a", ["f5"]));
    library.follow({ ...remarked, tree: withComment(remarked.tree, ROOT, "Begin.") });
    library.open(draft("b", ["d3"]));
    library.follow(draft("b", ["d3"]));
    await library.flush();
    expect(edits()[0]).not.toBe(before[0]);
    expect(edits()[1]).toBe(before[1]);
  });

  test("takes back what the browser does not keep, and fails to read what is not there", async () => {
    const library = new Library();
    await library.keepDraft(draft("one", ["f5"]));
    kept.clear();
    expect(await library.change("one", { note: "Mine." })).toBe(false);
    expect(library.games.get("one")?.note).toBe("");
    expect(await library.remove(["one"])).toBe(false);
    expect(library.games.size).toBe(1);
    await expect(library.draftOf("one")).rejects.toThrow();
  });

  test("writes what follows the study while it goes on changing", async () => {
    const library = new Library();
    await library.keepDraft(draft("one", ["f5"]));
    for (let time = 0; time < 1500; time += 100) {
      library.follow(draft("one", ["f5", "d6"]));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(found(library, ALL, "")).toEqual(["f5d6"]);
  });

  test("says that the browser keeps nothing", async () => {
    kept.clear();
    const library = new Library();
    await library.read();
    expect(library.state).toBe("missing");
    expect([await library.keep([game("f5")], ""), await library.keepDraft(draft("one", ["f5"]))]).toEqual([
      false,
      null,
    ]);
    expect(library.games.size).toBe(0);
  });

  test("writes SGF with notes, remarks and variations, and counts what a format cannot hold", async () => {
    const library = new Library();
    const { tree, ...rest } = draft("one", ["f5", "d6"]);
    const varied = withMove(testRules, tree, 1, "f6").tree;
    await library.keepDraft({ ...rest, tree: withComment(varied, ROOT, "Begin.") });
    await library.change("one", { note: "Mine." });
    await library.keep([game("d3")], "");
    const games = library.find(ALL, "").toSorted((one, other) => one.black.localeCompare(other.black));
    const draftOf = (id: string) => library.draftOf(id);
    const sgf = await writeGames(testRules, games, "sgf", draftOf);
    expect(sgf.leftOut).toBe(0);
    const [first, second] = sgf.text.trim().split("\n(");
    expect(first).toMatch(/PB\[Ann\]PW\[Ben\].*;B\[d3\]\)$/);
    expect(second).toMatch(/C\[Mine\.\nBegin\.\];B\[f5\]\(;W\[d6\]\)\(;W\[f6\]\)\)$/);
    const lines = await writeGames(testRules, games, "transcript", draftOf);
    expect(lines).toEqual({ text: "d3\nf5d6\n", leftOut: 0 });
    expect(packDraft(draft("x", [])).nodes).toHaveLength(1);
  });
});

test("a packed record is the same after it was opened", () => {
  const { tree, ...rest } = draft("a", ["f5"]);
  expect(textOfDraft(packDraft({ ...rest, tree }))).toBe("");
  expect(textOfDraft(packDraft({ ...rest, tree: withComment(tree, ROOT, "Begin.") }))).not.toBe("");
});
