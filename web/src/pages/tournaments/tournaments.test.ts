// Tests of what pages of tournaments compute: results, whose turn it is, the crosstable, the log, the plan.
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import type { Command, Notice, TournamentState, TournamentTable } from "../../protocol/wire";
import { Tournaments, type TournamentNews } from "../../state/tournaments.svelte";
import { readLog, sentenceOf, withNews } from "./log";
import { OpenTournament } from "./open.svelte";
import { PlanForm } from "./plan.svelte";
import { discsOf, halfPoints, isComplete, kindOf, readResult, restOf, resultText, totalsOf } from "./result";
import { pagesOf } from "./screen";
import { nextStep, situationOf } from "./situation";
import { crosstableRow, formatText, tieBreakOf, tieText } from "./table";

const TERMS = { clock: "5:00", rated: true, color: "random", start: "standard", private: false } as const;

function stateWith(changes: Partial<TournamentState>): TournamentState {
  const field = [1, 2, 3, 4, 5].map((player) => ({ player, called: `P${player}`, online: false }));
  return {
    tournament: 7,
    title: "Club",
    format: { swiss: { rounds: 2 } },
    place: "tables",
    terms: TERMS,
    phase: "running",
    by: "olga",
    players: 5,
    round: 1,
    rounds: 2,
    last: 9,
    plan: { name: "Club", format: { swiss: { rounds: 2 } }, terms: TERMS },
    field,
    pairings: [
      {
        stage: "swiss",
        tables: [
          { black: 1, white: 2, results: [null] },
          { black: 3, white: 4, results: [{ discs: [40, 20] }] },
        ],
        byes: [{ player: 5, kind: "unpaired" }],
      },
    ],
    ...changes,
  };
}

describe("a result", () => {
  it("gives its points and discs, empties to the winner", () => {
    expect([halfPoints({ discs: [33, 31] }, "black"), halfPoints({ discs: [33, 31] }, "white")]).toEqual([
      2, 0,
    ]);
    expect([halfPoints({ discs: [30, 30] }, "white"), halfPoints("double_forfeit", "white")]).toEqual([1, 0]);
    expect([halfPoints({ forfeit: "black" }, "black"), halfPoints({ forfeit: "black" }, "white")]).toEqual([
      0, 2,
    ]);
    expect([discsOf({ discs: [20, 40] }), discsOf({ discs: [30, 30] })]).toEqual([
      [20, 44],
      [32, 32],
    ]);
    expect([discsOf({ forfeit: "white" }), discsOf("double_forfeit")]).toEqual([
      [64, 0],
      [0, 0],
    ]);
  });
  it("is read if a game can end so", () => {
    expect(readResult("discs", 42, 22)).toEqual({ discs: [42, 22] });
    expect(readResult("discs", 13, 0)).toEqual({ discs: [13, 0] });
    for (const [black, white] of [
      [40, 25],
      [12, 0],
      [null, 20],
      [20.5, 30],
      [-1, 64],
    ] as const)
      expect(readResult("discs", black, white), `${black} ${white}`).toBeUndefined();
    expect([readResult("black", null, null), readResult("both", 1, 1), readResult("none", 1, 1)]).toEqual([
      { forfeit: "black" },
      "double_forfeit",
      null,
    ]);
    expect([
      kindOf(null),
      kindOf("double_forfeit"),
      kindOf({ forfeit: "white" }),
      kindOf({ discs: [33, 31] }),
    ]).toEqual(["none", "both", "white", "discs"]);
    expect([restOf(42), restOf(65), restOf(null)]).toEqual([22, null, null]);
  });
  it("is said with Black's discs first", () => {
    expect(resultText({ discs: [42, 22] })).toBe("42–22");
    expect(resultText({ forfeit: "black" })).toBe("0–64 by forfeit");
  });
  it("counts for who has the colour in the game", () => {
    const table: TournamentTable = {
      black: 1,
      white: 2,
      results: [{ discs: [40, 24] }, { discs: [40, 24] }, null],
    };
    expect([totalsOf(table, 1), totalsOf(table, 2)]).toEqual([
      { half: 2, discs: 64 },
      { half: 2, discs: 64 },
    ]);
    expect(isComplete(table)).toBe(false);
    const [won, lost] = [{ discs: [40, 24] } as const, { discs: [24, 40] } as const];
    const results = [won, lost, null].map((it) => it && { discs: [...it.discs] as [number, number] });
    expect(isComplete({ black: 1, white: 2, results, best_of: true }), "two of three are won").toBe(true);
  });
});

describe("what somebody sees first", () => {
  it("is the way in, for who has not entered", () => {
    expect(situationOf(stateWith({}), false)).toEqual({ kind: "visitor" });
    expect(situationOf(stateWith({}), true)).toEqual({ kind: "enter", places: ["tables"] });
    expect(situationOf(stateWith({ place: "both" }), true)).toEqual({
      kind: "enter",
      places: ["tables", "online"],
    });
  });
  it("is the own game at a table", () => {
    const of = { round: 1, table: 1, game: 1 };
    expect(situationOf(stateWith({ me: 2 }), true)).toMatchObject({
      kind: "result",
      of,
      opponent: 1,
      color: "white",
    });
    const claims = [{ of, player: 1, result: { discs: [42, 22] as [number, number] } }];
    expect(situationOf(stateWith({ me: 2, claims }), true)).toMatchObject({
      kind: "confirm",
      result: claims[0]?.result,
    });
    expect(situationOf(stateWith({ me: 1, claims }), true)).toMatchObject({ kind: "told", opponent: 2 });
  });
  it("is the own game on the server", () => {
    const games = [{ of: { round: 1, table: 1, game: 1 }, game: 99 }];
    expect(situationOf(stateWith({ me: 1, games }), true)).toMatchObject({
      kind: "play",
      game: 99,
      color: "black",
    });
    const field = stateWith({}).field.map((player) => ({ ...player, online: true }));
    expect(situationOf(stateWith({ me: 1, field }), true)).toMatchObject({ kind: "soon" });
  });
  it("says what one waits for", () => {
    expect(situationOf(stateWith({ me: 3 }), true)).toEqual({ kind: "waiting", result: { discs: [40, 20] } });
    expect(situationOf(stateWith({ me: 5 }), true)).toEqual({ kind: "bye", isAsked: false });
    expect(situationOf(stateWith({ me: 5, phase: "open", pairings: [] }), true)).toEqual({ kind: "entered" });
    const field = stateWith({}).field.map((player) => ({ ...player, left: player.player === 5 }));
    expect(situationOf(stateWith({ me: 5, field, pairings: [] }), true)).toEqual({ kind: "left" });
  });
  it("is the game of an arena, or that one is looked for", () => {
    const arena = { format: { arena: { minutes: 60 } }, pairings: [], me: 4 } as const;
    const game = { game: 5, black: 4, white: 1, running: true };
    expect(situationOf(stateWith({ ...arena, pairings: [] }), true)).toEqual({ kind: "seeking" });
    expect(situationOf(stateWith({ ...arena, pairings: [], arena_games: [game] }), true)).toEqual({
      kind: "play",
      game: 5,
      table: null,
      opponent: 1,
      color: "black",
    });
  });
});

describe("an organiser's next step", () => {
  const done = stateWith({}).pairings?.map((round) => ({
    ...round,
    tables: round.tables.map((table) => ({ ...table, results: [{ discs: [40, 20] as [number, number] }] })),
  }));
  it("is the missing result, then the next round, then the end", () => {
    expect(nextStep(stateWith({}))).toMatchObject({
      kind: "results",
      round: 1,
      missing: 1,
      canTakeBack: false,
    });
    const field = stateWith({}).field.map((player) =>
      player.player === 5 ? { ...player, byes: [2] } : player,
    );
    expect(nextStep(stateWith({ pairings: done ?? [], field }))).toMatchObject({
      kind: "pair",
      round: 2,
      tables: 2,
      hasBye: false,
      asked: [5],
    });
    const both = { pairings: [...(done ?? []), ...(done ?? [])] };
    expect(nextStep(stateWith(both)).kind).toBe("finish");
    const plan = { ...stateWith({}).plan, finals: { players: 2, best_of: 3 } };
    expect(nextStep(stateWith({ ...both, plan, rounds: 3 }))).toMatchObject({ kind: "pair", tables: 1 });
  });
  it("is the beginning, when there are two", () => {
    expect(nextStep(stateWith({ phase: "open", pairings: [] }))).toMatchObject({
      kind: "start",
      tables: 2,
      hasBye: true,
    });
    expect(nextStep(stateWith({ phase: "open", pairings: [], field: [] })).kind).toBe("few");
  });
  it("takes a round back that has no result", () => {
    const round = { stage: "swiss" as const, tables: [{ black: 1, white: 2, results: [null] }], byes: [] };
    expect(nextStep(stateWith({ pairings: [round] })).canTakeBack).toBe(true);
  });
});

test("the crosstable has opponents by their places, and byes", () => {
  const standing = {
    half_points: 2,
    results: [1, 0, 0],
    colors: [1, 0],
    brightwell: 65,
    buchholz: 3,
    discs: 44,
  };
  const more = { disc_difference: 24, direct: 0, share: 0, performance: null, reach: null };
  const standings = [3, 5, 1, 2, 4].map((player, at) => ({
    rank: at + 1,
    player,
    ...standing,
    ...more,
  })) as NonNullable<TournamentState["standings"]>;
  const state = stateWith({ standings });
  expect(crosstableRow(state, 3)).toEqual([
    { opponent: 4, rank: 5, color: "black", isPlayed: true, bye: null, half: 2, discs: 44 },
  ]);
  expect(crosstableRow(state, 2)[0]).toMatchObject({ opponent: 1, rank: 3, color: "white", isPlayed: false });
  expect(crosstableRow(state, 5)[0]).toMatchObject({ opponent: null, bye: "unpaired" });
  expect(crosstableRow(state, 6)).toEqual([null]);
  expect([tieBreakOf(state), tieBreakOf(stateWith({ plan: { ...state.plan, preset: "jof" } }))]).toEqual([
    "brightwell",
    "disc_difference",
  ]);
  const [first] = standings;
  if (first) expect([tieText(first, "buchholz"), tieText(first, "disc_difference")]).toEqual(["1½", "+24"]);
  expect(formatText({ round_robin: { cycles: 2 } })).toBe("Round robin, 2 times");
});

describe("the log", () => {
  const event = (number: number, change: TournamentNews["change"], by?: string): TournamentNews =>
    ({
      event: "tournament-changed",
      room: "tournament/7",
      number,
      time: 0,
      change,
      ...(by && { by }),
    }) as TournamentNews;
  const nameOf = (player: number) => `P${player}`;
  it("goes on with what is heard, each event once", () => {
    const read = [event(1, { forgotten: { player: 1 } }), event(2, { forgotten: { player: 2 } })];
    const file = read.map((line) => JSON.stringify(line)).join("\n") + "\n";
    const news = [event(2, { forgotten: { player: 2 } }), event(3, { forgotten: { player: 3 } })];
    expect(withNews(readLog(file), news).map(({ number }) => number)).toEqual([1, 2, 3]);
  });
  it("says in sentences what happened", () => {
    const game = { round: 2, table: 1, game: 1 };
    const said = (change: TournamentNews["change"], by?: string) => sentenceOf(event(1, change, by), nameOf);
    expect(said({ registered: { name: "mona" } }, "mona")).toBe("entered");
    expect(said({ registered: { called: "Ito Jun" } }, "mona")).toBe("entered Ito Jun");
    expect(said({ pairing: { result_corrected: { game, result: null, reason: "not played" } } })).toBe(
      "round 2, table 1: result taken back. not played",
    );
    expect(said({ pairing: { result_entered: { game, result: { discs: [42, 22] } } } })).toBe(
      "round 2, table 1: 42–22",
    );
    expect(said({ claimed: { game, player: 3, result: { forfeit: "white" } } })).toBe(
      "P3 says round 2, table 1: 64–0 by forfeit",
    );
    expect(said({ pairing: { player_withdrawn: 4 } })).toBe("P4 left");
    expect(said({ phase: { phase: "running", reason: "one more" } })).toBe("It is being played: one more");
  });
});

describe("the plan of a form", () => {
  it("says only what was chosen", () => {
    const form = new PlanForm();
    expect(form.problems).toEqual(["name"]);
    form.name = " Club evening ";
    expect(form.problems).toEqual([]);
    expect(form.plan).toMatchObject({
      name: "Club evening",
      format: { swiss: { rounds: 5 } },
      place: "tables",
    });
    expect(form.plan.terms).toMatchObject({ rated: false });
    for (const key of ["starts_at", "about", "max_players"]) expect(form.plan).not.toHaveProperty(key);
  });
  it("needs whole rounds, and a clock where games are on the server", () => {
    const form = new PlanForm();
    form.name = "x";
    form.rounds = 1.5;
    form.place = "both";
    form.terms.clockKind = "none";
    expect(form.problems).toEqual(["number", "clock"]);
  });
  it("is the plan again that it was made of", () => {
    const plan = {
      ...new PlanForm().plan,
      name: "Arena",
      format: { arena: { minutes: 30 } },
      place: "online" as const,
      terms: { ...TERMS, clock: "3:00+2", start: "random:12", rated: true },
      starts_at: 1_800_000_000_000,
      auto: true,
      chat: false,
      max_players: 40,
      about: "Prizes",
    };
    expect(new PlanForm(plan).plan).toEqual(plan);
  });
  it("has finals only after a Swiss", () => {
    const form = new PlanForm();
    form.name = "Cup";
    expect(form.plan).not.toHaveProperty("finals");
    form.finalists = 4;
    expect(form.plan.finals).toEqual({ players: 4, best_of: 3 });
    expect(new PlanForm(form.plan).plan).toEqual(form.plan);
    form.format = "knockOut";
    expect(form.plan).not.toHaveProperty("finals");
  });
});

test("a projector's pages are about as long as each other", () => {
  const standings = Array.from({ length: 21 }, (_, at) => ({ player: at })) as TournamentState["standings"] &
    object;
  const pages = pagesOf(stateWith({ standings }), 10);
  expect(pages.map(({ of, from, to }) => [of, to - from])).toEqual([
    ["pairings", 3],
    ["standings", 7],
    ["standings", 7],
    ["standings", 7],
  ]);
  expect(pagesOf(stateWith({ phase: "open", pairings: [] }), 10)).toEqual([{ of: "people", from: 0, to: 5 }]);
});

describe("an open tournament", () => {
  const ask = vi.fn<(command: Command) => Promise<Notice>>();
  beforeEach(() => {
    vi.useFakeTimers();
    ask.mockReset();
    ask.mockResolvedValue({ event: "tournament-state", time: 0, ...stateWith({}) });
    return () => vi.useRealTimers();
  });
  it("is read once for many events, and not for those that it has", async () => {
    const open = new OpenTournament(7, { ask, textOf: () => Promise.resolve("") });
    await open.read();
    open.onNews(9);
    await vi.advanceTimersByTimeAsync(5000);
    expect(ask).toHaveBeenCalledTimes(1);
    open.onNews(10);
    for (const last of [11, 12, 13]) open.onNews(last);
    await vi.advanceTimersByTimeAsync(5000);
    expect(ask, "at once, and once more after the pause").toHaveBeenCalledTimes(3);
    open.leave();
    expect(ask).toHaveBeenLastCalledWith({ do: "tournament", tournament: 7, follow: false });
  });
  it("is read after an order", async () => {
    const open = new OpenTournament(7, { ask, textOf: () => Promise.resolve("") });
    await open.order({ pair: { round: 1 } });
    expect(ask.mock.calls.map(([command]) => command.do)).toEqual(["direct", "tournament"]);
    expect(open.state?.title).toBe("Club");
    open.leave();
  });
});

test("the list is read in pages, and changes with the lobby", async () => {
  const summary = stateWith({});
  const page = (tournament: number, next: number | null) =>
    ({
      event: "tournaments",
      time: 0,
      tournaments: [{ ...summary, tournament, phase: "over" }],
      next,
    }) as Notice;
  const ask = vi.fn<(command: Command) => Promise<Notice>>();
  ask.mockResolvedValueOnce(page(7, 7)).mockResolvedValueOnce(page(3, null));
  const list = new Tournaments(ask);
  await list.read();
  await list.read(list.next);
  expect([list.all.map(({ tournament }) => tournament), list.next]).toEqual([[7, 3], null]);
  list.onNotice({ event: "tournament", time: 0, ...summary, tournament: 8 });
  list.onNotice({ event: "tournament", time: 0, ...summary, tournament: 8, round: 2 });
  expect(list.current.map(({ tournament, round }) => [tournament, round])).toEqual([[8, 2]]);
  list.onNotice({ event: "tournament", time: 0, ...summary, tournament: 9, phase: "open" });
  expect(list.all.map(({ tournament }) => tournament)).toEqual([8, 9, 7, 3]);
  list.onNotice({ event: "tournament", time: 0, ...summary, tournament: 8, phase: "over" });
  expect(list.all.map(({ tournament }) => tournament)).toEqual([9, 8, 7, 3]);
});
