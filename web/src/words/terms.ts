// What all languages take apart in the same way before they say it in their own: times, clocks, starts, results and
// ranges of ratings. Only words come here, as in `figures.ts`.
import type { GameEnd } from "../protocol/wire";
import type { Clock } from "../state/games-terms";
import { figures } from "./figures";

/** Says each number of a unit. */
type Unit = (count: number) => string;

/** Says a time in seconds, which may have decimals, in its largest one or two of the units days, hours, minutes and seconds. */
export function durationBy(
  units: readonly [Unit, Unit, Unit, Unit],
  gap: string,
): (seconds: number) => string {
  return (seconds) => {
    const rest = Math.round((seconds % 60) * 1000) / 1000;
    const larger = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(Math.floor);
    const parts = [...larger, rest].map((count, index) => ({ count, say: units[index] ?? String }));
    const first = parts.findIndex(({ count }) => count > 0);
    const said = parts.slice(first).slice(0, 2);
    return said.flatMap(({ count, say }) => (count > 0 || first < 0 ? [say(count)] : [])).join(gap);
  };
}

/** Says a time in few letters: in days, in minutes if they are whole, else in seconds up to a minute or in figures. */
export function shortBy(say: { days: Unit; minutes: Unit; seconds: Unit }): (seconds: number) => string {
  return (seconds) => {
    if (seconds >= 86_400) return say.days(seconds / 86_400);
    if (seconds > 60 && seconds % 60 !== 0) return figures(seconds);
    return seconds >= 60 ? say.minutes(seconds / 60) : say.seconds(seconds);
  };
}

/** Says a clock, each kind in its way. */
export function clockBy(say: { [Kind in Clock["kind"]]: (clock: Extract<Clock, { kind: Kind }>) => string }) {
  return (clock: Clock): string => (say[clock.kind] as (clock: Clock) => string)(clock);
}

/** Says where a game starts, if it is not the usual start. */
export function startBy(say: { balanced: string; random: (discs: string) => string; position: string }) {
  return (start: string): string | null => {
    const [kind, discs = "?"] = start.split(":");
    if (kind === "standard") return null;
    return kind === "random" ? say.random(discs) : kind === "balanced" ? say.balanced : say.position;
  };
}

/** Says how a game ended. */
export function resultBy(say: {
  aborted: string;
  score: (one: number, other: number) => string;
  draw: (score: string) => string;
  how: Record<Exclude<GameEnd["reason"], "aborted" | "finished">, string>;
  won: (winner: string, how: string) => string;
}) {
  return (end: GameEnd, players: { black: string; white: string }): string => {
    const { reason, black_discs: black, white_discs: white } = end;
    if (reason === "aborted" || end.result == null) return say.aborted;
    const corrected = end.result - Number(end.komi ?? 0);
    if (corrected === 0) return say.draw(say.score(black, white));
    const score = say.score(Math.max(black, white), Math.min(black, white));
    const winner = corrected > 0 ? players.black : players.white;
    return say.won(winner, reason === "finished" ? score : say.how[reason]);
  };
}

/** Says a range of ratings, `1500-1700` or open at one end. */
export function rangeBy(say: {
  between: (from: string, to: string) => string;
  from: (least: string) => string;
  upTo: (most: string) => string;
}) {
  return (range: string): string => {
    const [from = "", to = ""] = range.split("-");
    if (from !== "" && to !== "") return say.between(from, to);
    return from !== "" ? say.from(from) : say.upTo(to);
  };
}
