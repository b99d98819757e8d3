// Makes `Rules` of the WebAssembly module: its objects live in the memory of WebAssembly, ours are plain.
import { inUtf8 } from "./encodings";
import type * as generated from "./generated/willow_wasm";
import { asker, taken } from "./owned";
import { RULES_PROBLEMS, RulesError, SET_UP_REMARKS } from "./types";
import type { FileEntry, ReadGame, ReadPosition, RecordFile, Replayed, Rules } from "./types";

/** The module that wasm-bindgen makes. Its types are committed, so that the client compiles without it. */
export type RulesModule = typeof generated;

/** The usual start, as positions are written. */
const USUAL_START = "---------------------------OX------XO--------------------------- X";

/** Returns the rules of a module that is ready. */
export function rulesOf(module: RulesModule): Rules {
  const ask = asker(module, errorOf);
  return {
    legalMoves: (position) => ask(() => module.legalMoves(position)),
    mustPass: (position) => ask(() => module.mustPass(position)),
    isOver: (position) => ask(() => module.isOver(position)),
    stableDiscs: (position) => ask(() => module.stableDiscs(position)),
    flips: (position, square) => ask(() => module.flips(position, square)),
    play: (position, move) =>
      taken(
        ask(() => module.play(position, move)),
        ({ position, flipped }) => ({ position, flipped }),
      ),
    replay: (moves, from = {}) =>
      taken(
        ask(() => module.replay(from.start, [...moves], from.ply)),
        plainReplay,
      ),
    read: (text) => ask(() => module.read(text)).map((entry) => taken(entry, plainEntry)),
    open: (files) =>
      fileOf(
        files.map((bytes) => new module.RecordFile(inUtf8(bytes))),
        files,
      ),
    readPosition: (text) => {
      const [first, ...others] = ask(() => module.read(text));
      others.forEach((entry) => entry.free());
      if (!first) throw new RulesError("empty", "the text has no game and no position");
      return taken(first, (entry) => entry.position);
    },
    write: ({ start, moves, black = "", white = "" }, format) =>
      ask(() => module.write(start, [...moves], black, white, format)),
    checkSetUp: (position) => {
      const found = ask(() => module.setUpRemarks(position));
      const remarks = SET_UP_REMARKS.filter((remark) => found.includes(remark));
      return { isPlayable: !remarks.includes("over") && !remarks.includes("must-pass"), remarks };
    },
  };
}

function errorOf({ problem, message, line, column }: generated.Problem): RulesError {
  const place = line === undefined || column === undefined ? null : { line, column };
  return new RulesError(RULES_PROBLEMS.find((known) => known === problem) ?? "malformed", message, place);
}

/** The texts of an entry of a file, one after the other. */
const ENTRY_TEXTS = 7;

/** Reads files one after the other. Those that have names alone name the players of the others. */
function fileOf(all: readonly generated.RecordFile[], bytes: readonly Uint8Array[]): RecordFile {
  const names = bytes.filter((_, index) => all[index]?.hasNamesOnly);
  const withGames = all.filter((file) => !file.hasNamesOnly);
  const files = withGames.length > 0 ? withGames : all;
  files.forEach((file) => names.forEach((each) => file.addNames(each)));
  return {
    get isAtEnd() {
      return files.every((file) => file.isAtEnd);
    },
    get failures() {
      return files.reduce((sum, file) => sum + file.nFailures, 0);
    },
    get firstFailure() {
      for (const file of files) {
        const failure = file.firstFailure;
        if (failure) return taken(failure, errorOf);
      }
      return null;
    },
    read: (most) => {
      const file = files.find(({ isAtEnd }) => !isAtEnd);
      return file ? entriesOf(file.read(most)) : [];
    },
    free: () => all.forEach((file) => file.free()),
  };
}

function entriesOf(texts: readonly string[]): FileEntry[] {
  return Array.from({ length: texts.length / ENTRY_TEXTS }, (_, entry) => {
    const begin = entry * ENTRY_TEXTS;
    const [kind, start, transcript = "", black = "", white = "", branches = "", event = ""] = texts.slice(
      begin,
      begin + ENTRY_TEXTS,
    );
    return {
      kind: kind === "game" ? "game" : "position",
      start: start || USUAL_START,
      transcript,
      branches,
      black,
      white,
      event,
    };
  });
}

function plainReplay(game: generated.Replayed): Replayed {
  return {
    position: game.position,
    flipped: game.flipped,
    moves: game.moves,
    ply: game.ply,
    lastMove: game.lastMove ?? null,
    legal: game.legal,
    mustPass: game.mustPass,
    isOver: game.isOver,
  };
}

function plainEntry(entry: generated.ReadEntry): ReadGame | ReadPosition {
  const { position } = entry;
  if (!entry.isGame) return { kind: "position", position };
  const { start, moves, black, white } = entry;
  return { kind: "game", start, moves, position, black, white };
}
