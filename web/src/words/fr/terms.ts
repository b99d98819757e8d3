// French: clocks, starts, colours and results in words.
import { figures } from "../figures";
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";
import { clockBy, durationBy, rangeBy, resultBy, shortBy, startBy } from "../terms";
import type { Words } from "../type";

const numbers = numbersOf("fr");
const plural = pluralOf("fr");
const days = (count: number) => plural(count, { one: "# jour", other: "# jours" });

/** Says a time in its largest one or two units: `1 heure 30 minutes`. Seconds may have decimals. */
const duration = durationBy(
  [
    days,
    (hours) => plural(hours, { one: "# heure", other: "# heures" }),
    (minutes) => plural(minutes, { one: "# minute", other: "# minutes" }),
    (seconds) => {
      const said = new Intl.NumberFormat("fr", { maximumFractionDigits: 3 }).format(seconds);
      return plural(seconds, { one: `${said} seconde`, other: `${said} secondes` });
    },
  ],
  " ",
);

/** Says a clock in full. */
const clock = clockBy({
  none: () => "sans pendule",
  move: ({ each }) => `${duration(each)} par coup`,
  game: ({ main }) => `${duration(main)} chacun`,
  increment: ({ main, increment }) =>
    increment === 0
      ? `${duration(main)} chacun`
      : `${duration(main)} chacun, plus ${duration(increment)} à chaque coup`,
  byoyomi: ({ main, period }) => `${duration(main)} chacun, puis ${duration(period)} par coup`,
  extension: ({ main, increment, extension }) =>
    `${duration(main)} chacun` +
    (increment === 0 ? "" : `, plus ${duration(increment)} à chaque coup`) +
    `, puis ${duration(extension)} où l’on perd de 2 au mieux`,
});

const short = shortBy({
  days,
  minutes: (count) => `${count}\u00a0min`,
  seconds: (count) => `${numbers.count(count)}\u00a0s`,
});

/** Says a clock in a few letters, for lists. */
const clockShort = clockBy({
  none: () => "sans pendule",
  move: ({ each }) => `${short(each)} par coup`,
  game: ({ main }) => short(main),
  increment: ({ main, increment }) => `${short(main)}\u00a0+\u00a0${increment}\u00a0s`,
  byoyomi: ({ main, period }) => `${short(main)}, puis ${short(period)}`,
  extension: ({ main, extension }) => `${short(main)} et ${short(extension)}`,
});

const start = startBy({
  balanced: "départ équilibré après huit coups",
  random: (discs) => `départ au hasard avec ${discs} pions`,
  position: "départ d’une position donnée",
});

/** Says how a game ended. */
const result = resultBy({
  aborted: "annulée",
  score: (one, other) => `${one} à ${other}`,
  draw: (score) => `nulle, ${score}`,
  how: {
    agreed: "d’un commun accord",
    resigned: "par abandon",
    timeout: "au temps",
    abandoned: "par départ de l’adversaire",
    forfeited: "par forfait",
  },
  won: (winner, how) => `${winner} gagne ${how}`,
});

export const terms: Words["terms"] = {
  figures,
  duration,
  clock,
  clockShort,
  start,
  result,
  classes: {
    bullet: "Bullet",
    blitz: "Blitz",
    rapid: "Rapide",
    classical: "Longue",
    correspondence: "Par correspondance",
  },
  rated: "classée",
  unrated: "non classée",
  colors: { black: "Noir", white: "Blanc", random: "Au sort" },
  yourColor: {
    black: "vous avez les blancs",
    white: "vous avez les noirs",
    random: "couleurs tirées au sort",
  },
  synchro: "deux parties à la fois, une avec chaque couleur",
  lockstep: "deux parties à la fois au même pas, une avec chaque couleur",
  komi: "komi par enchères",
  private: "privée",
  range: rangeBy({
    between: (from, to) => `classement de ${from} à ${to}`,
    from: (least) => `classement à partir de ${least}`,
    upTo: (most) => `classement jusqu’à ${most}`,
  }),
};
