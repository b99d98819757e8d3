// What the analysis shows when a game of the library is opened, and the list of the library to the user of an account.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inApp, testApp } from "../tests/app";
import { libraryOwner } from "../state/library-owner.svelte";
import { words } from "../words";
import { keepDraft, packDraft, type Draft, type KeptDraft } from "../study/drafts";
import { NO_ACCURACIES, NO_FINDINGS } from "../study/findings";
import type { LibraryGame } from "../study/library-games";
import LibraryPanel from "./analysis/LibraryPanel.svelte";
import { Run } from "./analysis/run.svelte";
import { START, testRules } from "../tests/rules";
import { nodeAt, ROOT, treeOf, withComment, withMove, type Tree } from "../study/tree";
import type { Study } from "../study/study.svelte";
import AnalysisPage from "./AnalysisPage.svelte";

const shown = vi.hoisted((): { id: string; study: Study }[] => []);
/** A library with one game. */
const library = vi.hoisted(() => ({
  state: "ready",
  folders: [],
  games: new Map<string, LibraryGame>(),
  find: () => [...library.games.values()],
  read: () => Promise.resolve(),
  draftOf: (_id: string): Promise<KeptDraft | null> => Promise.resolve(null),
  open: () => undefined,
  editOf: () => undefined,
  isOutdated: () => false,
  follow: () => undefined,
  flush: () => undefined,
}));
/** The library of the browser itself, and what keeps the other one with an account. */
const [own, keeper] = vi.hoisted(() => [
  { games: new Map([["a", {}]]), read: () => Promise.resolve() },
  { problem: null, nTooLarge: 0, join: () => Promise.resolve() },
]);
vi.mock("../study/library.svelte", () => ({ library, libraryOf: () => own, keeperOf: () => keeper }));
vi.mock("./analysis/RecordView.svelte", () => ({
  default: (_anchor: unknown, props: { id: string; study: Study }) => void shown.push(props),
}));

const plain = treeOf(testRules, START, ["f5", "d6"]);
const varied = withMove(testRules, plain, 1, "f6").tree;
const draftOf = (id: string, tree: Tree): Draft => ({
  id,
  tree,
  at: ROOT,
  names: { black: "", white: "" },
  findings: NO_FINDINGS,
  accuracies: NO_ACCURACIES,
});

/** Opens the game of the library, which has these moves, and waits for what happens then. */
async function openKept(transcript: string): Promise<void> {
  const names = { black: "", white: "", event: "", branches: "", folder: "", note: "" };
  library.games.set("one", { id: "one", start: START, transcript, ...names, keptAt: 1, binnedAt: null });
  const { rerender } = render(inApp(testApp(), AnalysisPage), { query: "", rules: testRules });
  const name = transcript || words.analysis.untitled;
  await fireEvent.click(await screen.findByText(name, { selector: "button" }, { timeout: 10_000 }));
  await vi.waitFor(() => expect(location.search || screen.queryByText(words.library.missing)).toBeTruthy());
  await rerender({ query: location.search });
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  shown.length = 0;
  history.replaceState(null, "", "/analysis");
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  vi.spyOn(Run.prototype, "start").mockResolvedValue();
});
afterEach(() => {
  cleanup();
  libraryOwner.set("alice", false);
  libraryOwner.recognise(null);
});

test("a position without moves is opened with its comments", async () => {
  const tree = withComment(treeOf(testRules, START, []), ROOT, "Here.");
  vi.spyOn(library, "draftOf").mockResolvedValue(packDraft(draftOf("one", tree)));
  await openKept("");
  expect(shown.map(({ study }) => [study.id, nodeAt(study.tree, ROOT).comment])).toEqual([["one", "Here."]]);
});

test("a game is opened with its variations also where the storage of the browser is full", async () => {
  vi.spyOn(library, "draftOf").mockResolvedValue(packDraft(draftOf("one", varied)));
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  await openKept("f5d6");
  expect(shown.map(({ study }) => study.tree)).toEqual([varied]);
});

test("a game without variations does not take those of another record", async () => {
  keepDraft(draftOf("two", varied));
  await openKept("f5d6");
  expect(shown.map(({ study }) => [study.id, study.tree])).toEqual([["one", plain]]);
});

test("a game whose variations cannot be read is not opened", async () => {
  vi.spyOn(library, "draftOf").mockRejectedValue(new Error("unreadable"));
  await openKept("f5d6");
  expect(screen.queryByText(words.library.missing)).toBeTruthy();
  expect([location.search, shown.length]).toEqual(["", 0]);
});

const text = words.library;

/** Shows the library to the user of an account. */
function showPanel(): HTMLInputElement {
  const app = testApp();
  app.session.enter({ name: "alice", role: "player" });
  render(inApp(app, LibraryPanel), { rules: testRules, onOpen: () => undefined });
  return screen.getByRole("checkbox");
}

test("the box is ticked when the library is with the account, and cannot be pressed on the way", async () => {
  let fail: (reason: Error) => void = () => undefined;
  vi.spyOn(keeper, "join").mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  const box = showPanel();
  await fireEvent.click(box);
  expect(box.disabled).toBe(true);
  fail(new Error("the browser keeps nothing"));
  await vi.waitFor(() => expect(screen.queryByText(text.missing)).toBeTruthy());
  expect([box.checked, box.disabled]).toEqual([false, false]);
  vi.spyOn(keeper, "join").mockImplementationOnce(() => Promise.resolve(libraryOwner.set("alice", true)));
  await fireEvent.click(box);
  await vi.waitFor(() => expect(screen.queryByText(text.joined("alice"))).toBeTruthy());
  expect(box.checked).toBe(true);
});

test("games that were kept while nobody was signed in are offered", async () => {
  libraryOwner.set("alice", true);
  const join = vi.spyOn(keeper, "join");
  showPanel();
  expect(screen.queryByText(text.ofBrowser(1), { exact: false })).toBeTruthy();
  await fireEvent.click(screen.getByText(text.addOfBrowser));
  await vi.waitFor(() => expect(screen.queryByText(text.kept(1))).toBeTruthy());
  expect(join).toHaveBeenCalledOnce();
});
