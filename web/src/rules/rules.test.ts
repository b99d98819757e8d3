// The real rules, as `cargo xtask web` has compiled them. Without them the tests are skipped; `cargo xtask test` builds
// them first.
import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { branchesOf } from "./branches";
import { rulesOf, type RulesModule } from "./module";
import { RulesError, type Rules } from "./types";

const START = "---------------------------OX------XO--------------------------- X";
// Another module may be named, such as the committed one, to see that it does the same.
const WASM = process.env["WILLOW_RULES"] ?? "src/rules/wasm/willow_wasm_bg.wasm";
const built = import.meta.glob<RulesModule>("./wasm/willow_wasm.js");
const [importModule] = Object.values(built);

function problemOf(question: () => unknown): [string, number | null] {
  try {
    question();
  } catch (error) {
    if (error instanceof RulesError) return [error.problem, error.place?.column ?? null];
    throw error;
  }
  throw new Error("no error");
}

describe.skipIf(!importModule || !existsSync(WASM))("the rules in WebAssembly", () => {
  let rules: Rules;
  let memory: WebAssembly.Memory;

  beforeAll(async () => {
    const module = await importModule?.();
    if (!module) throw new Error("the module is missing");
    memory = module.initSync({ module: readFileSync(WASM) }).memory;
    rules = rulesOf(module);
  });

  test("open files of any format in portions", () => {
    const file = rules.open([new TextEncoder().encode("f5d6\nf5d5\n(no game)\nf5d6c3\n")]);
    const game = {
      kind: "game",
      start: START,
      transcript: "f5d6",
      black: "",
      white: "",
      event: "",
      branches: "",
    };
    expect([file.read(1), file.isAtEnd, file.failures]).toEqual([[game], false, 0]);
    expect(file.read(10)).toEqual([{ ...game, transcript: "f5d6c3" }]);
    expect([file.isAtEnd, file.failures]).toEqual([true, 2]);
    expect([file.firstFailure?.problem, file.firstFailure?.place?.line]).toEqual(["malformed", 2]);
    file.free();
  });

  test("open the files of WTHOR together: games, and the names of players and tournaments", () => {
    const header = (games: number, names: number) => [
      20,
      26,
      1,
      1,
      games,
      0,
      0,
      0,
      names,
      0,
      234,
      7,
      8,
      0,
      24,
      0,
    ];
    const text = (name: string, length: number) =>
      Array.from({ length }, (_, index) => name.charCodeAt(index) || 0);
    const moves = [56, 64, 33, ...text("", 57)];
    const games = Uint8Array.from([...header(1, 0), 1, 0, 0, 0, 1, 0, 33, 33, ...moves]);
    const players = Uint8Array.from([...header(0, 2), ...text("Doe Jane", 20), ...text("Roe Ren\xe9", 20)]);
    const events = Uint8Array.from([...header(0, 2), ...text("?", 26), ...text("Open", 26)]);
    const read = (files: Uint8Array[]) => {
      const file = rules.open(files);
      const found = file.read(9).map(({ black, white, event }) => [black, white, event]);
      const failure = file.isAtEnd ? (file.firstFailure?.message ?? "") : "not at the end";
      file.free();
      return [...found, failure];
    };
    expect(read([games])).toEqual([["#0", "#1", "#1 2026"], ""]);
    expect(read([players, games, events])).toEqual([["Doe Jane", "Roe René", "Open 2026"], ""]);
    expect(read([players])).toEqual(["the file holds names, not games"]);
  });

  test("read the variations and remarks of SGF, and remarks of GGF", () => {
    const branchesIn = (text: string) => {
      const file = rules.open([new TextEncoder().encode(text)]);
      const [entry] = file.read(1);
      file.free();
      return branchesOf(entry?.branches ?? "");
    };
    const sgf = "(;GM[2];B[f5](;W[d6]C[played])(;W[f6];B[e6]C[two])(;W[a1]))";
    expect(branchesIn(sgf)).toEqual({
      leftOut: 1,
      branches: [
        { after: { ply: 2 }, move: null, comment: "played" },
        { after: { ply: 1 }, move: "f6", comment: "" },
        { after: { branch: 1 }, move: "e6", comment: "two" },
      ],
    });
    const board = `${"-".repeat(27)}O*------*O${"-".repeat(27)} *`;
    const ggf = `(;GM[Othello]PB[a]PW[b]CO[a game]TY[8]BO[8 ${board}]B[f5]CO[good]W[d6];)`;
    expect(branchesIn(ggf).branches).toEqual([
      { after: { ply: 0 }, move: null, comment: "a game" },
      { after: { ply: 1 }, move: null, comment: "good" },
    ]);
  });

  test("know the legal moves and what they turn", () => {
    expect(rules.legalMoves(START)).toEqual(["d3", "c4", "f5", "e6"]);
    expect(rules.flips(START, "f5")).toEqual(["e5"]);
    expect(rules.flips(START, "a1")).toEqual([]);
    expect([rules.mustPass(START), rules.isOver(START)]).toEqual([false, false]);
  });

  test("turn discs clockwise from the north, the nearest first", () => {
    const rows = ["-X-X-X--", "--OOO---", "-XO-OOX-", "--OOO---", "-X-X-X--"];
    const position = `${"-".repeat(8)}${rows.join("")}${"-".repeat(16)} X`;
    expect(rules.flips(position, "d4")).toEqual(["d3", "e3", "e4", "f4", "e5", "d5", "c5", "c4", "c3"]);
  });

  // The published numbers of move sequences, as for the kernels of the engine.
  test("count the move sequences from the start", () => {
    const sequences = (position: string, depth: number): number =>
      depth === 0
        ? 1
        : rules
            .legalMoves(position)
            .map((move) => sequences(rules.play(position, move).position, depth - 1))
            .reduce((sum, count) => sum + count, 0);
    expect([1, 2, 3, 4, 5].map((depth) => sequences(START, depth))).toEqual([4, 12, 56, 244, 1396]);
  });

  test("play and replay", () => {
    const played = rules.play(START, "f5");
    expect(played).toEqual({ position: expect.stringMatching(/ O$/), flipped: ["e5"] });
    const game = rules.replay(["f5", "d6", "c3"], { ply: 1 });
    expect(game).toMatchObject({
      position: played.position,
      ply: 1,
      lastMove: "f5",
      moves: ["f5", "d6", "c3"],
    });
    expect(rules.replay([])).toMatchObject({ position: START, lastMove: null, flipped: [], ply: 0 });
  });

  test("read and write every format", () => {
    const game = { moves: ["f5", "d6", "c3"], black: "alice", white: "bob" };
    for (const format of ["transcript", "ggf", "sgf"] as const) {
      expect(rules.read(rules.write(game, format))).toMatchObject([{ kind: "game", moves: game.moves }]);
    }
    const { position } = rules.replay(game.moves);
    for (const format of ["obf", "board", "printed-board"] as const) {
      expect(rules.read(rules.write(game, format))).toEqual([{ kind: "position", position }]);
    }
    expect(rules.readPosition("f5d6c3")).toBe(position);
  });

  test("say what is wrong and where", () => {
    expect(problemOf(() => rules.legalMoves(`${"-".repeat(10)}?`))).toEqual(["not-a-position", 11]);
    expect(problemOf(() => rules.flips(START, "z9"))).toEqual(["not-a-move", null]);
    expect(problemOf(() => rules.play(START, "a1"))).toEqual(["illegal-move", null]);
    expect(problemOf(() => rules.read("f5d6a1"))).toEqual(["malformed", 5]);
    expect(problemOf(() => rules.read(""))).toEqual(["empty", 1]);
    expect(problemOf(() => rules.read("hello"))).toEqual(["unknown-format", 1]);
  });

  test("names the discs of both sides that lean on a corner", () => {
    expect(rules.stableDiscs(`XX${"-".repeat(61)}O X`)).toEqual(["a1", "b1", "h8"]);
    expect(rules.stableDiscs(START)).toEqual([]);
  });

  test("judge positions that somebody has set up", () => {
    expect(rules.checkSetUp(START)).toEqual({ isPlayable: true, remarks: [] });
    expect(rules.checkSetUp(`${"-".repeat(64)} X`)).toEqual({
      isPlayable: false,
      remarks: ["over", "empty-centre"],
    });
  });

  test("leave nothing in the memory of WebAssembly", () => {
    const replay = (times: number) => {
      for (let n = 0; n < times; n += 1) rules.replay(["f5", "d6", "c3"]);
      return memory.buffer.byteLength;
    };
    const before = replay(100);
    expect(replay(20_000)).toBe(before);
  });
});
