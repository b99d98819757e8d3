// Every sentence of a lesson is played over on the naive rules of the tests: errors of tournament games.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Side } from "../../protocol/wire";
import { opponentOf, SQUARES, type Square } from "../../board/squares";
import { findingOf } from "../../tests/analyst";
import { testRules as rules } from "../../tests/rules";
import type { Finding } from "./analyst";
import { lessonsOf, type Lesson } from "./lessons";

interface Wrong {
  readonly before: string;
  readonly finding: Finding;
}
const ERRORS = readFileSync("src/tests/errors.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Wrong);

const sideOf = (name: string): Side => (name === "Black" ? "black" : "white");
const after = (before: string, moves: readonly string[]) =>
  moves.reduce((position, move) => rules.play(position, move).position, before);
const canTake = (position: string, side: Side, square: string) =>
  rules.legalMoves(position.slice(0, -1) + (side === "black" ? "X" : "O")).includes(square);
/** Returns the ply of the move after which so many moves of both sides have followed the first one. */
const plyOf = (moves: readonly string[], later: number) =>
  moves.findIndex(
    (move, ply) => move !== "pass" && moves.slice(1, ply + 1).filter((mv) => mv !== "pass").length === later,
  );
const hasDiscs = (position: string, squares: readonly string[], side: Side) =>
  squares.every((square) => position[SQUARES.indexOf(square as Square)] === (side === "black" ? "X" : "O"));

/** The move makes the corner legal for a side, which plays it with no turn between at which it could not. */
function expectOpened(
  { before }: Wrong,
  moves: readonly string[],
  ply: number,
  taker: Side,
  corner: string,
): void {
  const end = moves.indexOf(corner);
  expect(end).toBeGreaterThan(ply);
  for (let n = ply; n <= end; n++) {
    expect([n, canTake(after(before, moves.slice(0, n)), taker, corner)]).toEqual([n, n > ply]);
  }
}

/** A side can never take a corner in a line. */
function expectClosed({ before }: Wrong, moves: readonly string[], side: Side, corner: string): void {
  for (let n = 1; n <= moves.length; n++) {
    const position = after(before, moves.slice(0, n));
    if (position.endsWith(side === "black" ? "X" : "O"))
      expect(rules.legalMoves(position)).not.toContain(corner);
  }
}

type Check = (wrong: Wrong, lesson: Lesson, ...said: string[]) => void;
const count = (number: string | undefined) => (number ? Number(number) : 0);
const givesCorner = (position: string) =>
  ["a1", "h1", "a8", "h8"].some((corner) => rules.legalMoves(position).includes(corner));
/** Returns the ply of a move that follows so many moves later, or more than three moves later. */
const plyAt = (moves: readonly string[], later: string | undefined, move: string) => {
  if (later !== undefined) return plyOf(moves, count(later));
  expect(moves.indexOf(move)).toBeGreaterThan(plyOf(moves, 3));
  return moves.indexOf(move);
};
/** Returns the squares where a side can play after a move and could not before. */
const openedBy = (before: string, move: string, side: Side) =>
  rules.legalMoves(after(before, [move])).filter((square) => !canTake(before, side, square));
/** The opponent has the last move in the squares of a lesson, and the side itself in the best line. */
function expectLastMoves({ finding }: Wrong, { squares }: Lesson): void {
  const last = (moves: readonly string[]) => moves.findLastIndex((move) => squares.includes(move)) % 2;
  expect([last(finding.played_pv), last(finding.pv)]).toEqual([1, 0]);
}
/** What the sentences claim. */
const LAWS: readonly (readonly [RegExp, Check])[] = [
  [
    /^(\w+) can take (\w\d) at once\.$/,
    ({ before, finding }, _, side, corner) =>
      expect(rules.legalMoves(after(before, [finding.move]))).toContain(corner) ??
      expect(sideOf(side ?? "")).toBe(opponentOf(finding.side)),
  ],
  [
    /^(?:(\d+) moves? later|Later), (\w+)'s (\w\d) opens (\w\d) to (\w+)\.$/,
    (wrong, { line }, later, side, move = "", corner = "", taker = "") => {
      const ply = plyAt(line, later, move);
      expect([line[ply], ply % 2, sideOf(side ?? "")]).toEqual([move, 0, wrong.finding.side]);
      expectOpened(wrong, line, ply, sideOf(taker), corner);
    },
  ],
  [
    /^(?:(\d+) moves? later|Later), (\w+) attacks (\w\d) with (\w\d), and takes it\.$/,
    (wrong, { line }, later, side = "", corner = "", move = "") => {
      const ply = plyAt(line, later, move);
      expect([line[ply], ply % 2]).toEqual([move, 1]);
      expectOpened(wrong, line, ply, sideOf(side), corner);
    },
  ],
  [
    /^(\w+) answers (\w\d), which attacks (\w\d), and takes it\.$/,
    (wrong, { line }, side = "", move = "", corner = "") => {
      expect(line[1]).toBe(move);
      expectOpened(wrong, line, 1, sideOf(side), corner);
    },
  ],
  [
    /^(?:(?:(\d+) moves? later|Later), )(\w+) takes (\w\d)\.$/,
    (_, { line }, later, __, corner = "") => expect(line[plyAt(line, later, corner)]).toBe(corner),
  ],
  [
    /^(\w\d) attacks (\w\d), and (\w+) takes it\.$/,
    (wrong, { line }, best = "", corner = "", side = "") => {
      expect(line[0]).toBe(best);
      expectOpened(wrong, line, 0, sideOf(side), corner);
    },
  ],
  [
    /^After (\w\d), (\w+) (?:attacks|opens) (\w\d) (?:to (\w+) )?with (\w\d), (?:(\d+) moves? later|later)(?:, and takes it)?\.$/,
    (wrong, { line }, best = "", side = "", corner = "", taker = side, move = "", later?: string) => {
      const ply = plyAt(line, later, move);
      expect([line[0], line[ply]]).toEqual([best, move]);
      expectOpened(wrong, line, ply, sideOf(taker), corner);
    },
  ],
  [
    /^(\w\d) takes it at once\.$/,
    ({ before, finding }, _, corner) =>
      expect([finding.best, rules.legalMoves(before).includes(corner ?? "")]).toEqual([corner, true]),
  ],
  [
    /^In the line after (\w\d), (\w+) never gets (\w\d)\.$/,
    (wrong, _, move = "", side = "", corner = "") => {
      const { best, pv, played_pv } = wrong.finding;
      expectClosed(wrong, move === best ? pv : played_pv, sideOf(side), corner);
    },
  ],
  [
    /^(\w+) gets (\w\d)(?: and (\w\d))? in return\.$/,
    (_, { line }, __, ...corners) =>
      corners.filter(Boolean).forEach((corner) => expect(line.slice(1)).toContain(corner)),
  ],
  [/^(\w+) has (\w\d) for it\.$/, ({ finding }, _, __, corner) => expect(finding.move).toBe(corner)],
  [
    /^After (\w\d), (\w+) always has a move\.$/,
    ({ finding }) => expect(finding.pv.filter((_, ply) => ply % 2 === 0)).not.toContain("pass"),
  ],
  [
    /^After (\w\d), that does not happen\.$/,
    ({ before, finding }, { line, reason }) => {
      const [one = "", two = "", three = ""] = (reason?.cause ?? reason)?.squares ?? [];
      const there = after(before, finding.pv.slice(0, line.length));
      const opponent = opponentOf(finding.side);
      const term = reason?.cause?.term ?? reason?.term;
      if (term === "wedge")
        expect(hasDiscs(there, [one], opponent) && hasDiscs(there, [two, three], finding.side)).toBe(false);
      else expect(hasDiscs(there, term === "x-square" ? [two] : [one], finding.side)).toBe(false);
    },
  ],
  [
    /^With best play (\w+) is left with (?:hardly any|about (\d+)) of the 64 discs; after (\w\d), with about (\d+)\.$/,
    ({ finding: { value, best_value } }, _, __, now, ___, then) => {
      expect(value).toBeLessThanOrEqual(-40);
      expect([count(now), count(then)]).toEqual([value, best_value].map((of) => Math.round((64 + of) / 2)));
    },
  ],
  [
    /^(?:(\d+) moves? later|Later), (\w+) has no move, and/,
    ({ before }, { line }) => expect(rules.mustPass(after(before, line))).toBe(true),
  ],
  [
    /^(?:(\d+) moves? later|Later), every move of (\w+)/,
    ({ before }, { line }, _, side = "") => {
      const position = after(before, line);
      for (const move of rules.legalMoves(position)) {
        const next = after(position, [move]);
        expect(
          ["a1", "h1", "a8", "h8"].some((corner) => canTake(next, opponentOf(sideOf(side)), corner)),
        ).toBe(true);
      }
    },
  ],
  [
    /^Of (?:the \d+ empty squares there|[\w, ]+?), (\w+) fills the last; after (\w\d), with best play, (\w+) does\.$/,
    (wrong, lesson, other = "", _, own = "") => {
      expect([sideOf(own), opponentOf(sideOf(other))]).toEqual([wrong.finding.side, wrong.finding.side]);
      expectLastMoves(wrong, lesson);
    },
  ],
  [
    /^(\w\d) leaves (one|\d+) empty squares? there with (\w+) to move: in turns, (\w+) fills the last\.$/,
    (wrong, lesson, move = "", number, other = "", last) => {
      const left = lesson.squares.filter((square) => square !== move);
      expect([left.length, left.length % 2]).toEqual([number === "one" ? 1 : count(number), 1]);
      expect([sideOf(other), last]).toEqual([opponentOf(wrong.finding.side), other]);
      expectLastMoves(wrong, lesson);
    },
  ],
  [
    /^After (\w\d), with best play, (\w+) does\.$/,
    ({ finding }, _, best, own = "") => expect([best, sideOf(own)]).toEqual([finding.best, finding.side]),
  ],
  [
    /^(?:(\d+) moves? later|Later), (\w+) (?:has|would have) (\d+) moves?.*; in the line after (\w\d), (\d+)\.$/,
    ({ before, finding }, { line }, _, side = "", now, ___, then) => {
      const movesIn = (moves: readonly string[]) =>
        rules.legalMoves(after(before, moves).slice(0, -1) + (side === "Black" ? "X" : "O")).length;
      expect([movesIn(line), movesIn(finding.pv.slice(0, line.length))]).toEqual([Number(now), Number(then)]);
    },
  ],
  [
    /^(\w\d) gives (\w+) (\d+) moves?; (\w\d) gives (\d+)\.$/,
    ({ before }, { squares }, move = "", _, now, best = "", then) => {
      const left = [move, best].map((mv) => rules.legalMoves(after(before, [mv])));
      expect(left.map((moves) => moves.length)).toEqual([count(now), count(then)]);
      expect(squares.toSorted()).toEqual(left[0]?.toSorted());
    },
  ],
  [
    /^After the answer (\w\d), (\w+) has (\d+) moves?( that gives? no corner away)?; after (\w\d) and (\w\d), (\d+)\.$/,
    ({ before, finding }, _, reply = "", side = "", now, isSafe, best = "", other = "", then) => {
      expect([sideOf(side), reply, other]).toEqual([finding.side, finding.played_pv[1], finding.pv[1]]);
      const left = (...moves: string[]) => {
        const position = after(before, moves);
        const legal = rules.legalMoves(position);
        return isSafe ? legal.filter((move) => !givesCorner(after(position, [move]))) : legal;
      };
      const numbers = [left(finding.move, reply), left(best, other)].map((moves) => moves.length);
      expect(numbers).toEqual([count(now), count(then)]);
    },
  ],
  [
    /^(\w\d) leaves (?:the corner )?(\w\d) to (\w+)\.$/,
    ({ before, finding }, _, move, reply = "", side = "") => {
      expect([move, reply]).toEqual(finding.played_pv.slice(0, 2));
      expect(canTake(before, sideOf(side), reply)).toBe(true);
    },
  ],
  [
    /^(\w+) plays there next; after (\w\d), (\w+) cannot\.$/,
    ({ before, finding }, { head, squares }, side = "", best = "") => {
      expect(sideOf(side)).toBe(opponentOf(finding.side));
      expect([squares, head]).toEqual([[finding.played_pv[1]], expect.stringContaining(squares[0] ?? "")]);
      expect(rules.legalMoves(after(before, [best]))).not.toContain(finding.played_pv[1]);
    },
  ],
  [
    /^(\w+) takes (\w\d)\.$/,
    ({ finding }, _, side = "", best) =>
      expect([sideOf(side), finding.played_pv[1], finding.best]).toEqual([
        opponentOf(finding.side),
        best,
        best,
      ]),
  ],
  [
    /^(\w\d) was (\w+)'s best square, and now (\w+) plays there\.$/,
    ({ finding }, _, best, own = "") => expect([best, sideOf(own)]).toEqual([finding.best, finding.side]),
  ],
  [
    /^(\w+) loses the move (\w\d)\.$/,
    ({ before, finding }, _, __, best) =>
      expect(rules.legalMoves(after(before, finding.played_pv.slice(0, 2)))).not.toContain(best),
  ],
  [
    /^(\w+) answers (\w\d), and then (\w+) can no longer play (\w\d), the best move\.$/,
    ({ finding }, _, __, reply, ___, best) =>
      expect([reply, best]).toEqual([finding.played_pv[1], finding.best]),
  ],
  [
    /^(\w+) plays (\w\d) too late\.$/,
    ({ finding }, _, side = "", best) =>
      expect([sideOf(side), finding.played_pv[2]]).toEqual([finding.side, best]),
  ],
  [
    /^(\w\d) was best at once; now (\w+) answers (\w\d) first\.$/,
    ({ finding }, _, best, __, reply) => expect([best, reply]).toEqual([finding.best, finding.played_pv[1]]),
  ],
  [
    /^(\w\d) opens (?:the corner )?(\w\d(?:, \w\d)*) to (\w+)\.$/,
    ({ before }, _, move = "", squares = "", side = "") =>
      expect(openedBy(before, move, sideOf(side))).toEqual(expect.arrayContaining(squares.split(", "))),
  ],
  [
    /^(\w+) could not play there before; (\w\d) opens (?:no square|only (\d+) squares?)\.$/,
    ({ before, finding }, { squares }, side = "", best = "", number) => {
      expect(openedBy(before, best, sideOf(side))).toHaveLength(count(number));
      expect(openedBy(before, finding.move, sideOf(side))).toEqual(squares);
    },
  ],
  [
    /^(\w\d) turns (\d+) discs?; (\w\d) turns (\d+)\.$/,
    ({ before }, _, move = "", now, best = "", then) =>
      expect([move, best].map((mv) => rules.flips(before, mv).length)).toEqual([Number(now), Number(then)]),
  ],
  [
    /^(?:(?:(\d+) moves? later|Later), )?(\w\d) stands alone beside an empty corner\.$/,
    ({ finding }, { line }, later, square) =>
      later && line.includes(square ?? "") && finding.reasons.length > 0
        ? expect(line.indexOf(square ?? "")).toBeLessThanOrEqual(plyAt(line, later, square ?? ""))
        : undefined,
  ],
  [
    /^Better: (\w\d)(?:, by (\d+) discs?)?\.$/,
    ({ finding }, _, best, discs) =>
      expect([best, count(discs)]).toEqual([
        finding.best,
        finding.certainty === "proven" ? 0 : Math.max(1, Math.round(finding.loss)),
      ]),
  ],
];
/** Numbers and formations that the engine's own tests check on naive rules. */
const OF_THE_ENGINE =
  /stable|turned|touch|may play|may come|in a row|between|What is|No single cause|runs out first|safe moves|Stoner|is still empty|then \w\d, and takes/;
/** Heads whose bodies say where. */
const HEADS =
  /a corner\.|plays last around|the last move|to pass|stable discs than|is weak|a wedge|a wall|(more|fewer|safe) moves|many discs|lie open|-square, |better game|every disc|for later moves/;

test("are true of the lines that they speak of, and name the better move", () => {
  const used = new Set<RegExp>();
  for (const { before, finding } of ERRORS) {
    const wrong = { before, finding: findingOf(finding) };
    for (const lesson of lessonsOf(rules, before, wrong.finding)) {
      expect(lesson.body).toContain(finding.best);
      after(before, lesson.line);
      for (const sentence of [lesson.head, ...lesson.body.split(/(?<=\.) /)]) {
        const law = LAWS.find(([form]) => form.test(sentence));
        if (!law) {
          expect(sentence).toMatch(HEADS.test(sentence) ? HEADS : OF_THE_ENGINE);
          continue;
        }
        used.add(law[0]);
        law[1](wrong, lesson, ...(law[0].exec(sentence)?.slice(1) ?? []));
      }
    }
  }
  expect(LAWS.filter(([form]) => !used.has(form)).map(([form]) => form.source)).toEqual([]);
});
