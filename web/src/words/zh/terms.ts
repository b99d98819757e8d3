// Chinese: clocks, starts, colours and results in words.
import { figures } from "../figures";
import { clockBy, durationBy, rangeBy, resultBy, shortBy, startBy } from "../terms";
import type { Words } from "../type";

/** Says a time in its largest one or two units: `1 小时 30 分钟`. Seconds may have decimals. */
const duration = durationBy(
  [
    (days) => `${days} 天`,
    (hours) => `${hours} 小时`,
    (minutes) => `${minutes} 分钟`,
    (seconds) => `${seconds} 秒`,
  ],
  " ",
);

/** Says a clock in full. */
const clock = clockBy({
  none: () => "不计时",
  move: ({ each }) => `每手 ${duration(each)}`,
  game: ({ main }) => `每方 ${duration(main)}包干`,
  increment: ({ main, increment }) =>
    increment === 0 ? `每方 ${duration(main)}包干` : `每方 ${duration(main)}，每手加 ${duration(increment)}`,
  byoyomi: ({ main, period }) => `每方 ${duration(main)}，然后每手 ${duration(period)}`,
  extension: ({ main, increment, extension }) =>
    `每方 ${duration(main)}` +
    (increment === 0 ? "" : `，每手加 ${duration(increment)}`) +
    `，然后延长 ${duration(extension)}（最好也要输 2 子）`,
});

const short = shortBy({
  days: (count) => `${count} 天`,
  minutes: (count) => `${count}\u00a0分`,
  seconds: (count) => `${count}\u00a0秒`,
});

/** Says a clock in a few letters, for lists. */
const clockShort = clockBy({
  none: () => "不计时",
  move: ({ each }) => `每手 ${short(each)}`,
  game: ({ main }) => short(main),
  increment: ({ main, increment }) => `${short(main)}\u00a0+\u00a0${increment}\u00a0秒`,
  byoyomi: ({ main, period }) => `${short(main)}，读秒 ${short(period)}`,
  extension: ({ main, extension }) => `${short(main)}，延长 ${short(extension)}`,
});

const start = startBy({
  balanced: "八手后的均衡局面开局",
  random: (discs) => `${discs} 颗随机棋子开局`,
  position: "指定局面开局",
});

/** Says how a game ended. */
const result = resultBy({
  aborted: "中止",
  score: (one, other) => `${one} 比 ${other}`,
  draw: (score) => `平局，${score}`,
  how: {
    agreed: "协议",
    resigned: "对方认输",
    timeout: "对方超时",
    abandoned: "对方离开",
    forfeited: "对方犯规",
  },
  won: (winner, how) => `${winner} 胜（${how}）`,
});

export const terms: Words["terms"] = {
  figures,
  duration,
  clock,
  clockShort,
  start,
  result,
  classes: {
    bullet: "超快棋",
    blitz: "快棋",
    rapid: "中速棋",
    classical: "慢棋",
    correspondence: "通信棋",
  },
  rated: "计分",
  unrated: "不计分",
  colors: { black: "黑", white: "白", random: "抽签" },
  yourColor: { black: "你执白", white: "你执黑", random: "抽签定颜色" },
  synchro: "同时两盘，各执一色",
  lockstep: "同步两盘，各执一色",
  komi: "叫价贴目",
  private: "私密",
  range: rangeBy({
    between: (from, to) => `等级分 ${from} 到 ${to}`,
    from: (least) => `等级分 ${least} 以上`,
    upTo: (most) => `等级分 ${most} 以下`,
  }),
};
