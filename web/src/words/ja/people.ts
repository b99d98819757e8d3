// Japanese: friends, leader boards, and a user's record.
import { numbersOf } from "../numbers";
import type { Words } from "../type";

const numbers = numbersOf("ja");

export const people: Words["people"] = {
  title: "プレイヤー",
  friends: "オンラインの友だち",
  noFriends: "いまオンラインの友だちはいません。",
  friendsNeedAccount: "友だちは、互いにフォローしている人です。アカウントが必要です。",
  followed: "フォロー中",
  noFollowed: "まだ誰もフォローしていません。プロフィールの「フォロー」を押してください。",
  offline: "オフライン",
  online: "オンライン",
  plays: (black, white) => `対局中: ${black} – ${white}`,
  find: "人を探す",
  findHint: "名前の始めの部分を入れてください。",
  noneFound: "このような名前の人はいません。",
  leaders: "ランキング",
  leadersHint:
    "この持ち時間で十分にレート戦を打った人です。しばらく打たないとレートが不確かになり、一覧から外れます。",
  noLeaders: "この持ち時間で十分に打った人はまだいません。",
  columns: { rank: "順位", name: "名前", rating: "レート", games: "局数" },
  chart: {
    title: "レートの推移",
    slider: "レート戦ごとのレート",
    none: "この持ち時間のレート戦はありません。",
    point: (date, rating, deviation, change) =>
      `${date}: レート${numbers.rating(rating)} ± ${numbers.count(deviation)}${change === null ? "" : `（この対局で${change}）`}`,
    game: "対局を見る",
    columns: { date: "日付", rating: "レート", deviation: "誤差" },
    tableOf: (count, isNewestOnly) =>
      isNewestOnly
        ? `表で見る（最近のレート戦${numbers.count(count)}局）`
        : `表で見る（レート戦${numbers.count(count)}局）`,
  },
  record: "このサーバーでの対局",
  versus: {
    title: (name) => `あなたと${name}`,
    none: "まだ対局していません。",
    line: (wins, draws, losses) =>
      `あなたの${numbers.count(wins)}勝${numbers.count(draws)}分${numbers.count(losses)}敗です。`,
    games: "二人の対局",
  },
};
