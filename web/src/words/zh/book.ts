// Chinese: the opening book, and what is proven about the opening.
import type { BookProgram, Side } from "../../protocol/wire";
import { numbersOf } from "../numbers";
import type { Words } from "../type";

const numbers = numbersOf("zh");
const sides: Record<Side, string> = { black: "黑方", white: "白方" };
const day = (date: string) =>
  new Intl.DateTimeFormat("zh", { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

const programs: Record<BookProgram, string> = {
  unknown: "来源不明",
  willow: "Willow",
  edax: "Edax",
  egaroucid: "Egaroucid",
  zebra: "Zebra",
  person: "手工设定",
};

export const book: Words["book"] = {
  title: "开局库",
  choice: "库",
  names: { shipped: "Willow 的开局库", server: "本服务器的开局库" },
  reading: "正在读取…",
  badMoves: "本页地址不是一串合法的着手。这里是开局。",
  noMoves: "在棋盘上或列表里下一手。",
  archive: "棋谱库中的对局",
  open: "从这里走开局库",

  here: "这个局面",
  opening: (name) => `开局：${name}`,
  value: (side, value) => `${sides[side]}的估值：${value}`,
  absent: "开局库里没有这个局面。",
  over: "对局在此结束。",
  level: (level) => (level == null ? "等级不明" : `等级 ${level}`),
  depth: (plies) => `向前看 ${numbers.count(plies)} 手`,
  origin: (program, version, date) =>
    [program === "willow" && version !== null ? `Willow ${version}` : programs[program], date && day(date)]
      .filter(Boolean)
      .join("，"),
  games: (wins, draws, losses) =>
    `${numbers.count(wins)} 胜 ${numbers.count(draws)} 平 ${numbers.count(losses)} 负`,
  solved: {
    exact: "精确",
    atLeast: (value) => `至少 ${value}`,
    atMost: (value) => `至多 ${value}`,
    between: (lower, upper) => `${lower} 到 ${upper}`,
  },

  proven: {
    draw: "已证平局",
    "win-or-draw": "已证胜或平",
    "loss-or-draw": "已证负或平",
  },
  provenHere: (side, result) =>
    ({
      draw: "已证明是平局（Takizawa 2023）。",
      "win-or-draw": `已证明：${sides[side]}胜或平（Takizawa 2023）。`,
      "loss-or-draw": `已证明：${sides[side]}负或平（Takizawa 2023）。`,
    })[result],

  moves: "可下的着手",
  columns: {
    move: "着手",
    value: "估值",
    level: "等级",
    solved: "已解",
    kind: "库",
    games: "胜、平、负",
    proven: "已证",
  },
  kinds: { book: "库内", leaf: "叶", end: "终局" },
  play: (move) => `下 ${move}`,
  hint: "估值以子数计，属于轮到的一方。“叶”是库没有继续展开的最佳着手。证明只关乎胜、平、负，估值都不以它为据。",

  edit: {
    title: "修改开局库",
    value: (side) => `手工估值，${sides[side]}`,
    valueHint: "-64 到 64 子。搜索不会再改动它。",
    set: "设定估值",
    noValue: "请输入 -64 到 64 的数。",
    remove: "删除这个局面",
    removeAgain: "再按一次删除",
    undo: "撤销上次修改",
    done: {
      set: "估值已设定。",
      remove: "局面已删除。",
      undo: "上次修改已撤销。",
    },
    left: (changes) => `可以撤销 ${numbers.count(changes)} 次修改。`,
    today: "今天学到的",
    learned: (date, positions) => `${day(date)}（UTC）：${numbers.count(positions)} 个局面`,
    ply: (ply, positions) => `第 ${ply} 手：${numbers.count(positions)} 个局面`,
  },
};
