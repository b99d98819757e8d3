// Japanese: the opening book, and what is proven about the opening.
import type { BookProgram, ProvenResult, Side } from "../../protocol/wire";
import { numbersOf } from "../numbers";
import type { Words } from "../type";
import { openings } from "./openings";

const numbers = numbersOf("ja");

const sides: Record<Side, string> = { black: "黒", white: "白" };
const day = (date: string) =>
  new Intl.DateTimeFormat("ja", { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

const proven: Record<ProvenResult, string> = {
  draw: "引き分け証明済み",
  "win-or-draw": "引き分け以上証明済み",
  "loss-or-draw": "引き分け以下証明済み",
};

export const book: Words["book"] = {
  title: "定石ブック",
  choice: "ブック",
  names: { shipped: "Willowのブック", server: "このサーバーのブック" },
  reading: "読み込み中…",
  badMoves: "このページのアドレスは正しい手順ではありません。初期局面を表示します。",
  noMoves: "盤か一覧から手を選んでください。",
  archive: "棋譜検索で見る",
  open: "この局面から定石ブックを見る",

  here: "この局面",
  opening: (name) => `定石: ${openings[name] ?? name}`,
  value: (side, value) => `${sides[side]}から見た評価値: ${value}`,
  absent: "この局面はブックにありません。",
  over: "ここで終局です。",
  level: (level) => (level == null ? "レベル不明" : `レベル\u2060${level}`),
  depth: (plies) => `${plies}手先まで`,
  origin: (program, version, date) =>
    [program === "willow" && version !== null ? `Willow ${version}` : programs[program], date && day(date)]
      .filter(Boolean)
      .join("、"),
  games: (wins, draws, losses) =>
    `${numbers.count(wins)}勝${numbers.count(draws)}分${numbers.count(losses)}敗`,
  solved: {
    exact: "完全読み",
    atLeast: (value) => `${value}以上`,
    atMost: (value) => `${value}以下`,
    between: (lower, upper) => `${lower}〜${upper}`,
  },

  proven,
  provenHere: (side, result) =>
    ({
      draw: "引き分け証明済み（Takizawa 2023）。",
      "win-or-draw": `${sides[side]}の引き分け以上が証明済み（Takizawa 2023）。`,
      "loss-or-draw": `${sides[side]}の引き分け以下が証明済み（Takizawa 2023）。`,
    })[result],

  moves: "候補手",
  columns: {
    move: "手",
    value: "評価値",
    level: "レベル",
    solved: "読み切り",
    kind: "ブック",
    games: "勝・分・負",
    proven: "証明",
  },
  kinds: { book: "収録", leaf: "リーフ", end: "終局" },
  play: (move) => `${move}に打つ`,
  hint: "評価値は手番の側から見た石差です。リーフは、ブックに続きがない手のうちの最善手です。証明は勝ち・引き分け・負けについてのもので、評価値とは別です。",

  edit: {
    title: "このブックを編集",
    value: (side) => `評価値を手で設定（${sides[side]}から見て）`,
    valueHint: "-64から64までの石差。学習では変わらなくなります。",
    set: "評価値を設定",
    noValue: "-64から64までの数を入れてください。",
    remove: "この局面を削除",
    removeAgain: "もう一度押すと削除します",
    undo: "直前の変更を取り消す",
    done: {
      set: "評価値を設定しました。",
      remove: "局面を削除しました。",
      undo: "直前の変更を取り消しました。",
    },
    left: (changes) => `取り消せる変更: ${changes}件`,
    today: "今日学習した局面",
    learned: (date, positions) => `${day(date)}（UTC）: ${numbers.count(positions)}局面`,
    ply: (ply, positions) => `${ply}手目: ${numbers.count(positions)}局面`,
  },
};

const programs: Record<BookProgram, string> = {
  unknown: "出どころ不明",
  willow: "Willow",
  edax: "Edax",
  egaroucid: "Egaroucid",
  zebra: "Zebra",
  person: "手で設定",
};
