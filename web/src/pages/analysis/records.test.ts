// What is kept and exported: drafts, SGF with variations, diagrams; the keys; the archive's answers.
import { beforeEach, describe, expect, test } from "vitest";
import type { Command, Notice } from "../../protocol/wire";
import { diagramOf } from "../../study/diagram";
import { draftLinks, keepDraft, keepText, readDraft, readText, type Draft } from "../../study/drafts";
import { Explorer } from "../../study/explorer.svelte";
import { textOf } from "./exports";
import { NO_FINDINGS, withFindings } from "../../study/findings";
import { analysisKeyOf } from "../../study/keys";
import { Remembered } from "../../study/remembered";
import { writeSgf } from "../../study/sgf";
import { findingOf } from "../../tests/analyst";
import { press as pressed } from "../../tests/keys";
import { firstLegalGame, START, testRules } from "../../tests/rules";
import { lineThrough, nodeAt, ROOT, treeOf, withComment, withMove, type Tree } from "../../study/tree";
import { Study } from "../../study/study.svelte";

const NAMES = { black: "alice", white: "bob", event: "" };
const plain = treeOf(testRules, START, ["f5", "d6", "c3"]);
/** The game with a variation f5 f6 and comments. */
function annotated(): Tree {
  const { tree, at } = withMove(testRules, plain, 1, "f6");
  return withComment(withComment(tree, at, "a ] or \\"), 2, "why?");
}

describe("a draft", () => {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  const address = (moves: string[], ply: number | null = null) => ({
    start: START,
    moves,
    ply,
    black: "alice",
    white: "bob",
  });
  const draftOf = (tree: Tree, more: Partial<Draft> = {}): Draft => ({
    id: "one",
    tree,
    at: ROOT,
    names: { ...NAMES, event: "Open 2026" },
    findings: NO_FINDINGS,
    accuracies: new Map([["f5", { black: 60, white: null }]]),
    ...more,
  });
  const keepGame = (id: string, moves: string[]) =>
    keepDraft(draftOf(treeOf(testRules, START, moves), { id }));
  const keptGames = () => draftLinks(testRules).map(({ moves }) => moves.join(""));

  test("outlives a reload with variations, comments and findings", () => {
    const tree = annotated();
    const findings = withFindings(NO_FINDINGS, lineThrough(tree, ROOT), [findingOf({ ply: 1, move: "f5" })]);
    const draft = draftOf(tree, { at: 2, findings });
    keepDraft(draft);
    expect(readDraft(testRules, null)).toEqual(draft);
  });

  test("is found by any of its lines, and shows the ply of the address", () => {
    keepDraft(draftOf(annotated()));
    expect(readDraft(testRules, address(["f5", "f6"]))?.at).toBe(4);
    expect(readDraft(testRules, address(["f5", "d6", "c3"], 1))?.at).toBe(1);
    expect(readDraft(testRules, address(["f5", "d6", "c3"], 0))?.at).toBe(ROOT);
    expect(readDraft(testRules, address(["d3"]))).toBeNull();
    expect(readDraft(testRules, address(["a1"])), "no game at all").toBeNull();
  });

  test("is not opened by a line that only begins as it does", () => {
    keepDraft(draftOf(annotated()));
    expect(readDraft(testRules, address([]))).toBeNull();
    expect(readDraft(testRules, address(["f5", "d6"]))).toBeNull();
  });

  test("of a board without moves outlives a reload, and a new beginning is a new record", () => {
    keepDraft(draftOf(withComment(treeOf(testRules, START, []), ROOT, "Here.")));
    expect(readDraft(testRules, address([], 0))?.id).toBe("one");
    expect(readDraft(testRules, address([]))).toBeNull();
  });

  test("keeps its names where the address has none, and takes those that it lacks", () => {
    const named = { black: "alice", white: "", event: "" };
    keepDraft(draftOf(plain, { names: named }));
    const opened = readDraft(testRules, { ...address(["f5", "d6", "c3"]), black: "", white: "bob" });
    expect(opened?.names).toEqual(NAMES);
    const study = new Study(testRules, { start: START, moves: [], black: "", white: "" }, null);
    if (opened) study.restore(opened);
    expect([study.names, study.tree]).toEqual([NAMES, plain]);
  });

  test("takes the place of its earlier state, also if it became shorter; others stay", () => {
    keepGame("one", ["d3"]);
    keepGame("two", ["f5"]);
    keepGame("two", ["f5", "d6"]);
    keepGame("three", ["f5", "d6", "c3"]);
    expect(keptGames()).toEqual(["f5d6c3", "f5d6", "d3"]);
    keepGame("two", []);
    expect(keptGames()).toEqual(["", "f5d6c3", "d3"]);
    expect(JSON.parse(sessionStorage.getItem("willow-analysis") ?? "")).toHaveLength(3);
  });

  test("of a bare board leaves room for games: only one of them is kept", () => {
    keepGame("one", ["d3"]);
    for (const id of ["two", "three", "four", "five"]) keepGame(id, []);
    expect(keptGames()).toEqual(["", "d3"]);
  });

  test("outlives its tab; that of the own tab counts", () => {
    keepDraft(draftOf(annotated(), { at: 4 }));
    // A new tab has no storage of its own yet.
    sessionStorage.clear();
    expect(readDraft(testRules, address(["f5", "f6"]))?.tree).toEqual(annotated());
    const tree = withComment(plain, ROOT, "Here.");
    keepDraft(draftOf(tree));
    const own = sessionStorage.getItem("willow-analysis") ?? "";
    sessionStorage.clear();
    keepDraft(draftOf(plain));
    sessionStorage.setItem("willow-analysis", own);
    expect(readDraft(testRules, address(["f5", "d6", "c3"]))?.tree).toEqual(tree);
    expect(draftLinks(testRules)).toHaveLength(1);
  });

  test("from before drafts had numbers of their own is read, too", () => {
    keepDraft(draftOf(plain));
    for (const storage of [sessionStorage, localStorage]) {
      const kept = storage.getItem("willow-analysis") ?? "";
      storage.setItem("willow-analysis", kept.replace('"id":"one",', ""));
    }
    expect(keptGames()).toEqual(["f5d6c3"]);
    const opened = readDraft(testRules, null);
    if (opened) keepDraft({ ...opened, tree: annotated() });
    expect(draftLinks(testRules)).toHaveLength(1);
  });

  test("has a link that leads back to it", () => {
    keepDraft(draftOf(annotated(), { at: 4 }));
    const [link] = draftLinks(testRules);
    expect(link?.address).toEqual(address(["f5", "f6"], 2));
    expect(readDraft(testRules, link?.address ?? null)?.at).toBe(4);
  });

  test("of a game with passes has them", () => {
    const tree = treeOf(testRules, START, firstLegalGame());
    keepDraft(draftOf(tree, { at: 60 }));
    expect(readDraft(testRules, null)?.tree).toEqual(tree);
    const [link] = draftLinks(testRules);
    expect(readDraft(testRules, link?.address ?? null)?.at).toBe(60);
  });

  test.each(["null", "{", "[1,{}]", '[{"form":1,"nodes":[{"id":1,"move":"a1"}],"findings":[]}]'])(
    "that is damaged is none: %s",
    (text) => {
      sessionStorage.setItem("willow-analysis", text);
      expect(readDraft(testRules, null)).toBeNull();
    },
  );

  test("what is typed is kept, too", () => {
    expect(readText()).toBe("");
    keepText("f5d6");
    expect(readText()).toBe("f5d6");
  });
});

describe("exports", () => {
  test("SGF holds variations and comments", () => {
    const start = "AB[e4][d5]AW[d4][e5]PL[B]";
    expect(writeSgf(annotated(), NAMES)).toBe(
      `(;FF[4]GM[2]SZ[8]CA[UTF-8]PB[alice]PW[bob]${start};B[f5](;W[d6]C[why?];B[c3])(;W[f6]C[a \\] or \\\\]))`,
    );
  });

  test("SGF says passes and set-up boards", () => {
    const passed = treeOf(testRules, `OX${"-".repeat(62)} X`, []);
    expect(writeSgf(passed, { black: "", white: "" })).toBe(
      "(;FF[4]GM[2]SZ[8]CA[UTF-8]AB[b1]AW[a1]PL[B];B[PA])",
    );
  });

  test("other formats have the line on the board", () => {
    const study = new Study(testRules, { start: START, moves: ["f5", "d6"], ...NAMES }, 1);
    study.play("f6");
    expect(textOf(study, "transcript")).toBe("f5f6");
    expect(textOf(study, "sgf")).toContain("(;W[d6])(;W[f6])");
  });

  test("a diagram has the discs, the last move and a title", () => {
    const svg = diagramOf(nodeAt(plain, 1).position, "f5", "after <f5>");
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml");
    expect(drawn.querySelector("parsererror")).toBeNull();
    expect(drawn.querySelector("title")?.textContent).toBe("after <f5>");
    expect(drawn.querySelectorAll('circle[r="0.4"]')).toHaveLength(5);
    expect(drawn.querySelector('circle[r="0.12"]')?.getAttribute("cx")).toBe("6.25");
    expect(diagramOf(START, "pass", "")).not.toContain('r="0.12"');
  });
});

describe("keys", () => {
  const press = (key: string, more: object = {}) => analysisKeyOf(pressed(key, more), true);

  test.each([
    ["ArrowLeft", { kind: "step", plies: -1 }],
    ["]", { kind: "step", plies: 1 }],
    ["Home", { kind: "start" }],
    ["End", { kind: "end" }],
    ["Escape", { kind: "board" }],
    ["/", { kind: "command-line" }],
    ["3", null],
  ])("%s", (key, wanted) => expect(press(key)).toEqual(wanted));

  test("arrows are left to the board, to fields and to the browser", () => {
    expect(press("ArrowLeft", { defaultPrevented: true })).toBeNull();
    expect(press("ArrowLeft", { target: document.createElement("textarea") })).toBeNull();
    expect(press("ArrowLeft", { altKey: true })).toBeNull();
  });
});

describe("the archive", () => {
  const explored = (games: number): Notice => ({
    time: 0,
    event: "explored",
    position: START,
    games,
    moves: [],
    recent: [],
  });

  test("is asked once for a position", async () => {
    const asked: Command[] = [];
    const explorer = new Explorer((command) => {
      asked.push(command);
      return Promise.resolve(explored(3));
    });
    await explorer.show(START);
    await explorer.show(START);
    expect(explorer.shown?.games).toBe(3);
    expect(asked).toEqual([{ do: "explore", position: START.replace(" ", "/") }]);
  });

  test("says nothing about a position that it does not have, or without a connection", async () => {
    const silent = new Explorer(() => Promise.resolve(explored(0)));
    await silent.show(START);
    const offline = new Explorer(() => Promise.reject(new Error("offline")));
    await offline.show(START);
    expect([silent.shown, offline.shown]).toEqual([null, null]);
  });

  test("does not answer for a position that has gone", async () => {
    const answers: ((notice: Notice) => void)[] = [];
    const explorer = new Explorer(() => new Promise((resolve) => answers.push(resolve)));
    const first = explorer.show(START);
    const second = explorer.show(nodeAt(plain, 1).position);
    answers[0]?.(explored(3));
    await first;
    expect(explorer.shown).toBeNull();
    answers[1]?.(explored(2));
    await second;
    expect(explorer.shown?.games).toBe(2);
  });
});

test("a memory forgets what was set longest ago", () => {
  const memory = new Remembered<number>(2);
  memory.set("a", 1);
  memory.set("b", 2);
  memory.set("a", 3);
  memory.set("c", 4);
  expect(["a", "b", "c"].map((key) => memory.get(key))).toEqual([3, undefined, 4]);
});
