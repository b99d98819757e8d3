// English: clocks, starts, colours and results in words.
import type { SpeedClass } from "../../protocol/wire";
import { figures } from "../figures";
import { pluralOf } from "../plural";
import { clockBy, durationBy, rangeBy, resultBy, shortBy, startBy } from "../terms";

const plural = pluralOf("en");

/** Says a time in its largest one or two units: `1 hour 30 minutes`, `90 seconds` as `1 minute 30 seconds`. Seconds may have decimals. */
const duration = durationBy(
  [
    (days) => plural(days, { one: "# day", other: "# days" }),
    (hours) => plural(hours, { one: "# hour", other: "# hours" }),
    (minutes) => plural(minutes, { one: "# minute", other: "# minutes" }),
    (seconds) => plural(seconds, { one: `${seconds} second`, other: `${seconds} seconds` }),
  ],
  " ",
);

/** Says a clock in full. */
const clock = clockBy({
  none: () => "no clock",
  move: ({ each }) => `${duration(each)} a move`,
  game: ({ main }) => `${duration(main)} each`,
  increment: ({ main, increment }) =>
    increment === 0
      ? `${duration(main)} each`
      : `${duration(main)} each, ${duration(increment)} more after each move`,
  byoyomi: ({ main, period }) => `${duration(main)} each, then ${duration(period)} a move`,
  extension: ({ main, increment, extension }) =>
    `${duration(main)} each` +
    (increment === 0 ? "" : `, ${duration(increment)} more after each move`) +
    `, then ${duration(extension)} in which one can at best lose by 2`,
});

const short = shortBy({
  days: (count) => plural(count, { one: "# day", other: "# days" }),
  minutes: (count) => `${count}\u00a0min`,
  seconds: (count) => `${count}\u00a0s`,
});

/** Says a clock in a few letters, for lists. */
const clockShort = clockBy({
  none: () => "no clock",
  move: ({ each }) => `${short(each)} a move`,
  game: ({ main }) => short(main),
  increment: ({ main, increment }) => `${short(main)}\u00a0+\u00a0${increment}\u00a0s`,
  byoyomi: ({ main, period }) => `${short(main)}, then ${short(period)}`,
  extension: ({ main, extension }) => `${short(main)} and ${short(extension)}`,
});

const start = startBy({
  balanced: "balanced start after eight moves",
  random: (discs) => `random start with ${discs} discs`,
  position: "start from a given position",
});

/** Says how a game ended. */
const result = resultBy({
  aborted: "aborted",
  score: (one, other) => `${one} to ${other}`,
  draw: (score) => `draw, ${score}`,
  how: {
    agreed: "by agreement",
    resigned: "by resignation",
    timeout: "on time",
    abandoned: "because the opponent left",
    forfeited: "by forfeit",
  },
  won: (winner, how) => `${winner} won ${how}`,
});

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
  range: rangeBy({
    between: (from, to) => `ratings ${from} to ${to}`,
    from: (least) => `ratings from ${least}`,
    upTo: (most) => `ratings up to ${most}`,
  }),
};
