// Japanese: clocks, starts, colours and results in words.
import type { GameEnd } from "../../protocol/wire";
import type { Clock } from "../../state/games-terms";
import { figures } from "../figures";
import type { Words } from "../type";

const DAY = 24 * 3600;

/** Says a time in its largest one or two units: `1時間30分`. Seconds may have decimals. */
function duration(seconds: number): string {
  const rest = Math.round((seconds % 60) * 1000) / 1000;
  const parts: [number, string][] = [
    [Math.floor(seconds / DAY), "日"],
    [Math.floor(seconds / 3600) % 24, "時間"],
    [Math.floor(seconds / 60) % 60, "分"],
    [rest, "秒"],
  ];
  const first = parts.findIndex(([number]) => number > 0);
  if (first < 0) return "0秒";
  return parts
    .slice(first, first + 2)
    .filter(([number]) => number > 0)
    .map(([number, unit]) => `${number}${unit}`)
    .join("");
}

/** Says a clock in full. */
function clock(clock: Clock): string {
  switch (clock.kind) {
    case "none":
      return "時計なし";
    case "move":
      return `1手${duration(clock.each)}`;
    case "game":
      return `各${duration(clock.main)}切れ負け`;
    case "increment":
      return clock.increment === 0
        ? `各${duration(clock.main)}切れ負け`
        : `各${duration(clock.main)}、1手ごとに${duration(clock.increment)}加算`;
    case "byoyomi":
      return `各${duration(clock.main)}、切れたら1手${duration(clock.period)}`;
    case "extension":
      return (
        `各${duration(clock.main)}` +
        (clock.increment === 0 ? "" : `、1手ごとに${duration(clock.increment)}加算`) +
        `、切れたら${duration(clock.extension)}延長（よくて2石負け）`
      );
  }
}

function short(seconds: number): string {
  if (seconds >= DAY) return `${seconds / DAY}日`;
  if (seconds > 60 && seconds % 60 !== 0) return figures(seconds);
  return seconds >= 60 ? `${seconds / 60}分` : `${seconds}秒`;
}

/** Says a clock in a few letters, for lists. */
function clockShort(clock: Clock): string {
  switch (clock.kind) {
    case "none":
      return "時計なし";
    case "move":
      return `1手${short(clock.each)}`;
    case "game":
      return short(clock.main);
    case "increment":
      return `${short(clock.main)}＋${clock.increment}秒`;
    case "byoyomi":
      return `${short(clock.main)}＋秒読み${short(clock.period)}`;
    case "extension":
      return `${short(clock.main)}＋延長${short(clock.extension)}`;
  }
}

/** Says where a game starts, if it is not the usual start. */
function start(start: string): string | null {
  const [kind, value] = start.split(":");
  switch (kind) {
    case "standard":
      return null;
    case "balanced":
      return "均衡局面（8手目）から";
    case "random":
      return `ランダム局面（${value ?? "?"}石）から`;
    default:
      return "指定局面から";
  }
}

/** Says how a game ended. */
function result(end: GameEnd, players: { black: string; white: string }): string {
  if (end.reason === "aborted" || end.result == null) return "中止";
  const corrected = end.result - Number(end.komi ?? 0);
  const winner = corrected > 0 ? players.black : players.white;
  if (corrected === 0) return `${end.black_discs}対${end.white_discs}で引き分け`;
  const how = {
    finished: `${Math.max(end.black_discs, end.white_discs)}対${Math.min(end.black_discs, end.white_discs)}で`,
    agreed: "合意で",
    resigned: "相手の投了で",
    timeout: "時間切れで",
    abandoned: "相手の離席で",
    forfeited: "相手の反則で",
  }[end.reason];
  return `${how}${winner}の勝ち`;
}

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
  range: (range) => {
    const [from = "", to = ""] = range.split("-");
    if (from !== "" && to !== "") return `レーティング${from}〜${to}`;
    return from !== "" ? `レーティング${from}以上` : `レーティング${to}以下`;
  },
  provisional: "まだ確かなレーティングではありません。",
  newPlayer: "新規",
};
