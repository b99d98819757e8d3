// Makes `Rules` of the WebAssembly module: its objects live in the memory of WebAssembly, ours are plain.
import type * as generated from "./generated/willow_wasm";
import { RulesError, type ReadGame, type ReadPosition, type Rules, type RulesProblem } from "./types";
import type { FileEntry, RecordFile, Replayed, SetUpRemark } from "./types";

/** The module that wasm-bindgen makes. Its types are committed, so that the client compiles without it. */
export type RulesModule = typeof generated;

const PROBLEMS: Record<RulesProblem, true> = {
  "not-a-position": true,
  "not-a-move": true,
  "illegal-move": true,
  empty: true,
  "unknown-format": true,
  malformed: true,
  "too-long": true,
  "cannot-hold": true,
};

/** The usual start, as positions are written. */
const USUAL_START = "---------------------------OX------XO--------------------------- X";

const REMARKS: Record<SetUpRemark, true> = {
  over: true,
  "must-pass": true,
  "empty-centre": true,
  apart: true,
};

/** Returns the rules of a module that is ready. */
export function rulesOf(module: RulesModule): Rules {
  const ask = <T>(question: () => T): T => asked(module, question);
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
    open: (bytes) => fileOf(new module.RecordFile(bytes)),
    readPosition: (text) => {
      const [first, ...others] = ask(() => module.read(text));
      others.forEach((entry) => entry.free());
      if (!first) throw new RulesError("empty", "the text has no game and no position");
      return taken(first, (entry) => entry.position);
    },
    write: ({ start, moves, black = "", white = "" }, format) =>
      ask(() => module.write(start, [...moves], black, white, format)),
    checkSetUp: (position) => {
      const remarks = ask(() => module.setUpRemarks(position)).filter(isRemark);
      return { isPlayable: !remarks.includes("over") && !remarks.includes("must-pass"), remarks };
    },
  };
}

/** Asks the module, and throws its problems as errors of ours. */
function asked<T>(module: RulesModule, question: () => T): T {
  try {
    return question();
  } catch (error) {
    if (!(error instanceof module.Problem)) throw error;
    throw taken(error, errorOf);
  }
}

function errorOf({ problem, message, line, column }: generated.Problem): RulesError {
  const place = line === undefined || column === undefined ? null : { line, column };
  return new RulesError(isProblem(problem) ? problem : "malformed", message, place);
}

/** The texts of an entry of a file, one after the other. */
const ENTRY_TEXTS = 6;

function fileOf(file: generated.RecordFile): RecordFile {
  return {
    get isAtEnd() {
      return file.isAtEnd;
    },
    get failures() {
      return file.nFailures;
    },
    get firstFailure() {
      const { firstFailure } = file;
      return firstFailure ? taken(firstFailure, errorOf) : null;
    },
    read: (most) => entriesOf(file.read(most)),
    free: () => file.free(),
  };
}

function entriesOf(texts: readonly string[]): FileEntry[] {
  return Array.from({ length: texts.length / ENTRY_TEXTS }, (_, entry) => {
    const [kind, start = "", transcript = "", black = "", white = "", branches = ""] = texts.slice(
      entry * ENTRY_TEXTS,
      (entry + 1) * ENTRY_TEXTS,
    );
    const names = { black, white };
    const isGame = kind === "game";
    return {
      kind: isGame ? "game" : "position",
      start: start || USUAL_START,
      transcript,
      branches,
      ...names,
    };
  });
}

/** Copies an object of the module, and gives its memory back. */
function taken<Theirs extends { free(): void }, Ours>(theirs: Theirs, copy: (theirs: Theirs) => Ours): Ours {
  try {
    return copy(theirs);
  } finally {
    theirs.free();
  }
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

function isProblem(text: string): text is RulesProblem {
  return Object.hasOwn(PROBLEMS, text);
}

function isRemark(text: string): text is SetUpRemark {
  return Object.hasOwn(REMARKS, text);
}
