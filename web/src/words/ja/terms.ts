// Japanese: clocks, starts, colours and results in words.
import { figures } from "../figures";
import { clockBy, durationBy, rangeBy, resultBy, shortBy, startBy } from "../terms";
import type { Words } from "../type";

/** Says a time in its largest one or two units: `1時間30分`. Seconds may have decimals. */
const duration = durationBy(
  [
    (days) => `${days}日`,
    (hours) => `${hours}時間`,
    (minutes) => `${minutes}分`,
    (seconds) => `${seconds}秒`,
  ],
  "",
);

/** Says a clock in full. */
const clock = clockBy({
  none: () => "時計なし",
  move: ({ each }) => `1手${duration(each)}`,
  game: ({ main }) => `各${duration(main)}切れ負け`,
  increment: ({ main, increment }) =>
    increment === 0
      ? `各${duration(main)}切れ負け`
      : `各${duration(main)}、1手ごとに${duration(increment)}加算`,
  byoyomi: ({ main, period }) => `各${duration(main)}、切れたら1手${duration(period)}`,
  extension: ({ main, increment, extension }) =>
    `各${duration(main)}` +
    (increment === 0 ? "" : `、1手ごとに${duration(increment)}加算`) +
    `、切れたら${duration(extension)}延長（よくて2石負け）`,
});

const short = shortBy({
  days: (count) => `${count}日`,
  minutes: (count) => `${count}分`,
  seconds: (count) => `${count}秒`,
});

/** Says a clock in a few letters, for lists. */
const clockShort = clockBy({
  none: () => "時計なし",
  move: ({ each }) => `1手${short(each)}`,
  game: ({ main }) => short(main),
  increment: ({ main, increment }) => `${short(main)}＋${increment}秒`,
  byoyomi: ({ main, period }) => `${short(main)}＋秒読み${short(period)}`,
  extension: ({ main, extension }) => `${short(main)}＋延長${short(extension)}`,
});

const start = startBy({
  balanced: "均衡局面（8手目）から",
  random: (discs) => `ランダム局面（${discs}石）から`,
  position: "指定局面から",
});

/** Says how a game ended. */
const result = resultBy({
  aborted: "中止",
  score: (one, other) => `${one}対${other}で`,
  draw: (score) => `${score}引き分け`,
  how: {
    agreed: "合意で",
    resigned: "相手の投了で",
    timeout: "時間切れで",
    abandoned: "相手の離席で",
    forfeited: "相手の反則で",
  },
  won: (winner, how) => `${how}${winner}の勝ち`,
});

export const terms: Words["terms"] = {
  figures,
  duration,
  clock,
  clockShort,
  start,
  result,
  classes: {
    bullet: "超早打ち",
    blitz: "早打ち",
    rapid: "短時間",
    classical: "長時間",
    correspondence: "通信戦",
  },
  rated: "レート戦",
  unrated: "フリー対局",
  colors: { black: "黒", white: "白", random: "おまかせ" },
  yourColor: { black: "あなたは白番", white: "あなたは黒番", random: "手番は抽選" },
  synchro: "2局同時（黒白1局ずつ）",
  lockstep: "2局同時・同時着手（黒白1局ずつ）",
  komi: "入札コミ",
  private: "非公開",
  range: rangeBy({
    between: (from, to) => `レーティング${from}〜${to}`,
    from: (least) => `レーティング${least}以上`,
    upTo: (most) => `レーティング${most}以下`,
  }),
};
