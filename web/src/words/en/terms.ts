// English: clocks, starts, colours and results in words.
import type { GameEnd, SpeedClass } from "../../protocol/wire";
import type { Clock } from "../../state/games-terms";
import { figures } from "../figures";
import { pluralOf } from "../plural";

const plural = pluralOf("en");
const DAY = 24 * 3600;

/** Says a time in its largest one or two units: `1 hour 30 minutes`, `90 seconds` as `1 minute 30 seconds`. Seconds may have decimals. */
function duration(seconds: number): string {
  const rest = Math.round((seconds % 60) * 1000) / 1000;
  const parts: [number, string][] = [
    [Math.floor(seconds / DAY), plural(Math.floor(seconds / DAY), { one: "# day", other: "# days" })],
    [
      Math.floor(seconds / 3600) % 24,
      plural(Math.floor(seconds / 3600) % 24, { one: "# hour", other: "# hours" }),
    ],
    [
      Math.floor(seconds / 60) % 60,
      plural(Math.floor(seconds / 60) % 60, { one: "# minute", other: "# minutes" }),
    ],
    [rest, plural(rest, { one: `${rest} second`, other: `${rest} seconds` })],
  ];
  const first = parts.findIndex(([number]) => number > 0);
  if (first < 0) return "0 seconds";
  return parts
    .slice(first, first + 2)
    .filter(([number]) => number > 0)
    .map(([, text]) => text)
    .join(" ");
}

/** Says a clock in full. */
function clock(clock: Clock): string {
  switch (clock.kind) {
    case "none":
      return "no clock";
    case "move":
      return `${duration(clock.each)} a move`;
    case "game":
      return `${duration(clock.main)} each`;
    case "increment":
      return clock.increment === 0
        ? `${duration(clock.main)} each`
        : `${duration(clock.main)} each, ${duration(clock.increment)} more after each move`;
    case "byoyomi":
      return `${duration(clock.main)} each, then ${duration(clock.period)} a move`;
    case "extension":
      return (
        `${duration(clock.main)} each` +
        (clock.increment === 0 ? "" : `, ${duration(clock.increment)} more after each move`) +
        `, then ${duration(clock.extension)} in which one can at best lose by 2`
      );
  }
}

function short(seconds: number): string {
  if (seconds >= DAY) return plural(seconds / DAY, { one: "# day", other: "# days" });
  if (seconds > 60 && seconds % 60 !== 0) return figures(seconds);
  return seconds >= 60 ? `${seconds / 60} min` : `${seconds} s`;
}

/** Says a clock in a few letters, for lists. */
function clockShort(clock: Clock): string {
  switch (clock.kind) {
    case "none":
      return "no clock";
    case "move":
      return `${short(clock.each)} a move`;
    case "game":
      return short(clock.main);
    case "increment":
      return `${short(clock.main)} + ${clock.increment} s`;
    case "byoyomi":
      return `${short(clock.main)}, then ${short(clock.period)}`;
    case "extension":
      return `${short(clock.main)} and ${short(clock.extension)}`;
  }
}

/** Says where a game starts, if it is not the usual start. */
function start(start: string): string | null {
  const [kind, value] = start.split(":");
  switch (kind) {
    case "standard":
      return null;
    case "balanced":
      return "balanced start after eight moves";
    case "random":
      return `random start with ${value ?? "?"} discs`;
    default:
      return "start from a given position";
  }
}

/** Says how a game ended. */
function result(end: GameEnd, players: { black: string; white: string }): string {
  if (end.reason === "aborted" || end.result == null) return "aborted";
  const corrected = end.result - Number(end.komi ?? 0);
  const winner = corrected > 0 ? players.black : players.white;
  if (corrected === 0) return `draw, ${end.black_discs} to ${end.white_discs}`;
  const how = {
    finished: `${Math.max(end.black_discs, end.white_discs)} to ${Math.min(end.black_discs, end.white_discs)}`,
    agreed: "by agreement",
    resigned: "by resignation",
    timeout: "on time",
    abandoned: "because the opponent left",
    forfeited: "by forfeit",
  }[end.reason];
  return `${winner} won ${how}`;
}

const classes: Record<SpeedClass, string> = {
  bullet: "Bullet",
  blitz: "Blitz",
  rapid: "Rapid",
  classical: "Classical",
  correspondence: "Correspondence",
};

export const terms = {
  figures,
  duration,
  clock,
  clockShort,
  start,
  result,
  classes,
  rated: "rated",
  unrated: "unrated",
  colors: { black: "Black", white: "White", random: "By lot" },
  /** What the one who accepts will play. */
  yourColor: { black: "you play White", white: "you play Black", random: "colours by lot" },
  synchro: "two games at once, one with each colour",
  lockstep: "two games at once in lock-step, one with each colour",
  komi: "komi by bids",
  private: "private",
  range: (range: string) => {
    const [from = "", to = ""] = range.split("-");
    if (from !== "" && to !== "") return `ratings ${from} to ${to}`;
    return from !== "" ? `ratings from ${from}` : `ratings up to ${to}`;
  },
  provisional: "This rating is not certain yet.",
  newPlayer: "new",
};
