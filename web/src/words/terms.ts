// What all languages take apart in the same way before they say it in their own: times, clocks and starts. Only words come
// here, as in `figures.ts`.
import type { Clock } from "../state/games-terms";

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
