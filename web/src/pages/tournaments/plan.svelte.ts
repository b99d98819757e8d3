// The plan of a tournament as its form has it.
import type { Place, TournamentFormat, TournamentPlan } from "../../protocol/wire";
import { NewGame } from "../../state/games-new.svelte";
import { readClock, writeClock } from "../../state/games-terms";
import { localTime } from "./times";

export const FORMATS = ["swiss", "roundRobin", "knockOut", "arena"] as const;
export type FormatKind = (typeof FORMATS)[number];
export const PLACES = ["tables", "online", "both"] as const;
export const OPENINGS = ["standard", "balanced", "random"] as const;
/** How many play the finals after a Swiss; 0 is none. */
export const FINALISTS = [0, 2, 4, 8, 16] as const;
export const PRESETS = ["papp-wof", "fide-dutch", "jof", "egp", "ggs-td"] as const;

/** The fields that may be wrong. */
export type PlanField = "name" | "number" | "clock";

export class PlanForm {
  name = $state("");
  format = $state<FormatKind>("swiss");
  rounds = $state<number | null>(5);
  cycles = $state<number | null>(1);
  minutes = $state<number | null>(60);
  place = $state<Place>("tables");
  /** When it begins, as the browser's field has it: `2026-12-01T19:30`. */
  begins = $state("");
  auto = $state(false);
  rated = $state(true);
  chat = $state(true);
  bots = $state(false);
  preset = $state<(typeof PRESETS)[number]>("papp-wof");
  finalists = $state<number>(0);
  bestOf = $state<number | null>(3);
  games = $state<number | null>(1);
  maxPlayers = $state<number | null>(null);
  about = $state("");
  country = $state("");
  date = $state("");
  /** Clock and start, as forms of games have them. */
  readonly terms = new NewGame();

  constructor(plan?: TournamentPlan) {
    if (plan) this.#take(plan);
  }

  /** Whether games are played on the server. */
  get isOnline(): boolean {
    return this.format === "arena" || this.place !== "tables";
  }

  /** The plan; call it when `problems` finds none. */
  get plan(): TournamentPlan {
    const { terms } = this;
    return {
      name: this.name.trim(),
      format: this.#format,
      preset: this.preset,
      ...(this.format === "swiss" && this.finalists > 0
        ? { finals: { players: this.finalists, best_of: this.bestOf ?? 3 } }
        : {}),
      games: this.games ?? 1,
      place: this.format === "arena" ? "online" : this.place,
      terms: {
        clock: terms.clock ? writeClock(terms.clock) : "",
        rated: this.rated && this.isOnline,
        start: terms.start,
        color: "random",
        private: false,
      },
      auto: this.auto && this.begins !== "",
      chat: this.chat,
      bots: this.bots,
      ...(this.begins === "" ? {} : { starts_at: Date.parse(this.begins) }),
      ...(this.maxPlayers === null ? {} : { max_players: this.maxPlayers }),
      ...filled({ about: this.about, country: this.country, date: this.date }),
    };
  }

  /** What is wrong. */
  get problems(): PlanField[] {
    const number = { swiss: this.rounds, roundRobin: this.cycles, knockOut: 1, arena: this.minutes }[
      this.format
    ];
    const { clock } = this.terms;
    return [
      ...(this.name.trim() === "" ? (["name"] as const) : []),
      ...(number === null || !Number.isInteger(number) || number < 1 ? (["number"] as const) : []),
      ...(this.isOnline && (clock === null || clock.kind === "none") ? (["clock"] as const) : []),
    ];
  }

  get #format(): TournamentFormat {
    switch (this.format) {
      case "swiss":
        return { swiss: { rounds: this.rounds ?? 1 } };
      case "roundRobin":
        return { round_robin: { cycles: this.cycles ?? 1 } };
      case "knockOut":
        return "knock_out";
      case "arena":
        return { arena: { minutes: this.minutes ?? 1 } };
    }
  }

  #take(plan: TournamentPlan): void {
    this.name = plan.name;
    this.#takeFormat(plan.format);
    this.place = plan.place ?? "online";
    this.begins = plan.starts_at == null ? "" : localTime(plan.starts_at);
    this.auto = plan.auto ?? false;
    this.rated = plan.terms?.rated ?? false;
    this.chat = plan.chat ?? true;
    this.bots = plan.bots ?? false;
    this.preset = PRESETS.find((preset) => preset === plan.preset) ?? "papp-wof";
    this.finalists = plan.finals?.players ?? 0;
    this.bestOf = plan.finals?.best_of ?? 3;
    this.games = plan.games ?? 1;
    this.maxPlayers = plan.max_players ?? null;
    this.about = plan.about ?? "";
    this.country = plan.country ?? "";
    this.date = plan.date ?? "";
    takeTerms(this.terms, plan.terms?.clock ?? "", plan.terms?.start ?? "standard");
  }

  #takeFormat(format: TournamentFormat): void {
    if (format === "knock_out") this.format = "knockOut";
    else if ("swiss" in format) [this.format, this.rounds] = ["swiss", format.swiss.rounds];
    else if ("round_robin" in format) [this.format, this.cycles] = ["roundRobin", format.round_robin.cycles];
    else [this.format, this.minutes] = ["arena", format.arena.minutes];
  }
}

const DAY = 24 * 3600;

/** Fills the form of a game with a clock and a start as the server writes them. */
function takeTerms(form: NewGame, clock: string, start: string): void {
  const read = readClock(clock);
  if (read?.kind === "move" && read.each % DAY === 0) [form.clockKind, form.days] = ["days", read.each / DAY];
  else if (read) form.clockKind = read.kind;
  if (read && "main" in read) form.minutes = read.main / 60;
  if (read?.kind === "increment") form.seconds = read.increment;
  if (read?.kind === "byoyomi") form.seconds = read.period;
  if (read?.kind === "extension") form.extension = read.extension / 60;
  if (read?.kind === "move" && form.clockKind === "move") form.seconds = read.each;
  const [, discs] = /^random:(\d+)$/.exec(start) ?? [];
  if (discs !== undefined) [form.startKind, form.discs] = ["random", Number(discs)];
  else form.startKind = start === "balanced" ? "balanced" : "standard";
}

/** Only the texts that say something. */
function filled(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts)
      .map(([key, value]) => [key, value.trim()])
      .filter(([, value]) => value !== ""),
  );
}
