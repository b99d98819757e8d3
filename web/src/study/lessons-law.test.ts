// Every sentence of a lesson is played over on the naive rules of the tests: errors of tournament games.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { opponentOf } from "../board/squares";
import { findingOf } from "../tests/analyst";
import { joined } from "../words";
import {
  after,
  canTake,
  expectClosed,
  expectLastMoves,
  expectOpened,
  expectOpenedByDiscs,
  given,
  givesCorner,
  hasDiscs,
  lossOf,
  openedBy,
  plyOf,
  sideOf,
} from "../tests/lines";
import { testRules as rules } from "../tests/rules";
import type { Finding } from "./analyst";
import { lessonOf, lessonsOf, type Lesson } from "./lessons";

interface Wrong {
  readonly before: string;
  readonly finding: Finding;
}
const ERRORS = readFileSync("src/tests/errors.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Wrong);

type Check = (wrong: Wrong, lesson: Lesson, ...said: string[]) => void;
const count = (number: string | undefined) => (number ? Number(number) : 0);
/** Returns the ply of a move that follows so many moves later, or more than three moves later. */
const plyAt = (moves: readonly string[], later: string | undefined, move: string) => {
  if (later !== undefined) return plyOf(moves, count(later));
  expect(moves.indexOf(move)).toBeGreaterThan(plyOf(moves, 3));
  return moves.indexOf(move);
};
/** Only one of the two moves is in a region. */
const squaresDiffer = (squares: readonly string[], { move, best }: Finding) =>
  squares.includes(move) !== squares.includes(best);
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
    /^After (\w\d), (\w+) takes (\w\d) (?:(\d+) moves? later|later)\.$/,
    ({ finding }, { line }, best, side = "", corner = "", later?: string) =>
      expect([best, sideOf(side), plyAt(line, later, corner)]).toEqual([
        finding.best,
        finding.side,
        line.indexOf(corner),
      ]),
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
      expectLastMoves(wrong.finding, lesson);
    },
  ],
  [
    /^(\w\d) leaves (one|\d+) empty squares? there with (\w+) to move: in turns, (\w+) fills the last\.$/,
    (wrong, lesson, move = "", number, other = "", last) => {
      const left = lesson.squares.filter((square) => square !== move);
      expect([left.length, left.length % 2]).toEqual([number === "one" ? 1 : count(number), 1]);
      expect([sideOf(other), last]).toEqual([opponentOf(wrong.finding.side), other]);
      const { before, finding } = wrong;
      expect(after(before, [finding.move])).toMatch(finding.side === "black" ? /O$/ : /X$/);
      expect(finding.played_pv[1]).not.toBe("pass");
      expect(squaresDiffer(lesson.squares, finding)).toBe(true);
      expectLastMoves(wrong.finding, lesson);
    },
  ],
  [
    /^(\w\d) leaves (\d+), and with best play (\w+) fills the last\.$/,
    ({ finding }, { squares }, best = "", number, own = "") => {
      const left = squares.filter((square) => square !== best).length;
      expect([best, left, left % 2]).toEqual([finding.best, count(number), 0]);
      expect(sideOf(own)).toBe(finding.side);
    },
  ],
  [
    /^Counted to the end, (\w+) gets (\d+)-(\d+) after (\w\d) and (\d+)-(\d+) after (\w\d)\.$/,
    ({ finding }, _, side = "", own, other, move, bestOwn, bestOther, best) => {
      expect([finding.certainty, sideOf(side), move, best]).toEqual([
        "exact",
        finding.side,
        finding.move,
        finding.best,
      ]);
      expect([count(own) - count(other), count(bestOwn) - count(bestOther)]).toEqual([
        finding.value,
        finding.best_value,
      ]);
      expect([count(own) + count(other), count(bestOwn) + count(bestOther)]).toEqual([64, 64]);
    },
  ],
  [
    /^Searched to the end, (\w\d) is a (\w+) and (\w\d) a (\w+)\.$/,
    ({ finding }, _, ...said) =>
      expect(said).toEqual([finding.move, finding.outcome, finding.best, finding.best_outcome]),
  ],
  [
    /^A search says that (\w\d) is (\d+) discs? better\.$/,
    ({ finding }, _, best, discs) => {
      expect(finding.certainty).not.toBe("exact");
      expect([best, count(discs)]).toEqual([finding.best, Math.max(1, lossOf(finding))]);
    },
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
    /^(\w+) plays there next(?:, since (\w\d) turns (\w\d(?:, \w\d)*))?; after (\w\d), (\w+) cannot\.$/,
    ({ before, finding }, { head, squares }, side = "", move, turned, best = "") => {
      expect(sideOf(side)).toBe(opponentOf(finding.side));
      expect([squares, head]).toEqual([[finding.played_pv[1]], expect.stringContaining(squares[0] ?? "")]);
      expect(rules.legalMoves(after(before, [best]))).not.toContain(finding.played_pv[1]);
      if (turned) expectOpenedByDiscs(before, finding, move, turned, squares[0] ?? "");
    },
  ],
  [
    /^(?:(\w\d) turns (\w\d(?:, \w\d)*); )?(\w+), who could not play (\w\d) before, plays there next\.$/,
    ({ before, finding }, _, move, turned, side = "", best = "") => {
      const opponent = opponentOf(finding.side);
      expect([sideOf(side), finding.played_pv[1], finding.best]).toEqual([opponent, best, best]);
      const played = after(before, [finding.move]);
      expect([canTake(before, opponent, best), canTake(played, opponent, best)]).toEqual([false, true]);
      if (turned) expectOpenedByDiscs(before, finding, move, turned, best);
    },
  ],
  [
    /^(\w+) turns (\d+) discs? there\.$/,
    ({ before, finding }, { line, reason }, side = "", number) => {
      const { term, squares } = reason?.cause ?? reason ?? { term: "reply", squares: [] };
      const square = (term === "reply" ? finding.played_pv[1] : squares[0]) ?? "";
      const at = after(before, line.slice(0, line.length === 1 ? 1 : line.indexOf(square)));
      expect(sideOf(side)).toBe(opponentOf(finding.side));
      expect(rules.legalMoves(at)).toContain(square);
      expect(rules.flips(at, square)).toHaveLength(count(number));
    },
  ],
  [
    /^(\w\d) turns (\w\d(?:, \w\d)*): (\w\d) can no longer be played\.$/,
    ({ before, finding }, _, move, turned = "", best = "") => {
      const { side } = finding;
      expect([move, best]).toEqual([finding.move, finding.best]);
      expect(rules.flips(before, move ?? "")).toEqual(expect.arrayContaining(turned.split(", ")));
      const [played, replied] = [1, 2].map((n) => after(before, finding.played_pv.slice(0, n))) as [
        string,
        string,
      ];
      expect([canTake(played, side, best), canTake(replied, side, best)]).toEqual([false, false]);
      expect(canTake(given(played, turned, opponentOf(side)), side, best)).toBe(true);
    },
  ],
  [
    /^(\w+) loses the move (\w\d)\.$/,
    ({ before, finding }, _, __, best) =>
      expect(rules.legalMoves(after(before, finding.played_pv.slice(0, 2)))).not.toContain(best),
  ],
  [
    /^(\w\d) needs (?:one of )?(\w+)'s discs? on (\w\d(?:, \w\d)*); (\w+)'s (\w\d) turns (?:it|them all)\.$/,
    ({ before, finding }, _, best = "", own = "", needed = "", other = "", reply = "") => {
      const { side } = finding;
      expect([best, sideOf(own), sideOf(other)]).toEqual([finding.best, side, opponentOf(side)]);
      const played = after(before, [finding.move]);
      // The move itself leaves the best one, and one of the discs is enough for it.
      expect([finding.played_pv[1], canTake(played, side, best)]).toEqual([reply, true]);
      const squares = needed.split(", ");
      expect(hasDiscs(played, squares, side)).toBe(true);
      expect(rules.flips(played, reply)).toEqual(expect.arrayContaining(squares));
      expect(canTake(given(played, needed, opponentOf(side)), side, best)).toBe(false);
      for (const disc of squares) {
        const others = squares.filter((square) => square !== disc).join(", ");
        expect(canTake(given(played, others, opponentOf(side)), side, best)).toBe(true);
      }
    },
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
        finding.certainty === "proven" ? 0 : Math.max(1, lossOf(finding)),
      ]),
  ],
];
/** Numbers and formations that the engine's own tests check on naive rules. */
const OF_THE_ENGINE =
  /stable|turned|touch|may play|may come|in a row|between|runs out first|safe moves|Stoner|is still empty|then \w\d, and takes/;
/** Heads whose bodies say where. */
const HEADS =
  /a corner\.|plays last around|the last move|to pass|stable discs than|is weak|a wedge|a wall|(more|fewer|safe) moves|many discs|lie open|-square, |Nothing near|every disc|for later moves/;

test("are true of the lines that they speak of, and name the better move", () => {
  const used = new Set<RegExp>();
  for (const { before, finding } of ERRORS) {
    const wrong = { before, finding: findingOf(finding) };
    const told = lessonsOf(rules, before, wrong.finding);
    for (const { body } of told) expect(body).toContain(finding.best);
    // The others stand behind "more".
    const all = wrong.finding.reasons.map((reason) => lessonOf(rules, before, wrong.finding, reason));
    for (const lesson of [...told, ...all.map((it) => ({ ...it, body: joined(...it.parts) }))]) {
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
