// Japanese: the library of games in the browser.
import { numbersOf } from "../numbers";
import type { Words } from "../type";

const numbers = numbersOf("ja");
const games = (count: number) => `${numbers.count(count)}局`;

export const library: Words["library"] = {
  title: "棋譜帳",
  book: "棋譜帳の対局では",
  intro: "棋譜帳に入れた対局は、変化、コメント、評価値と一緒にこのブラウザーに残ります。",
  introWith: (account) =>
    `棋譜帳に入れた対局は、変化とコメントと一緒にアカウント「${account}」に保存されます。`,
  empty: "まだ棋譜がありません。検討中の対局は「棋譜帳」から、終わった対局は結果の下から入れられます。",
  missing: "保存の容量がないか、保存が禁止されているため、残せません。書き出しを使ってください。",
  sync: (account) => `棋譜帳をアカウント「${account}」に保存し、これをオンにしたほかの端末と共有する`,
  joined: (account) =>
    `これからは棋譜帳をアカウント「${account}」に保存します。このアカウントでログインしている間だけ表示されます。`,
  left: (account) =>
    `これからは棋譜帳をこのブラウザーだけに残します。アカウント「${account}」に保存済みの対局はそのまま残ります。`,
  ofBrowser: (count) => `アカウントを使わずに残した${games(count)}が、このブラウザーだけにあります。`,
  addOfBrowser: "棋譜帳に加える",
  notSynced: (reason) => `最近の変更はまだアカウントに保存されていません。${reason}`,
  full: "アカウントの棋譜帳がいっぱいです。保存できるのは全部で4MiBまでです。",
  tooLarge: (count) =>
    `${games(count)}は大きすぎてアカウントに保存できないため、このブラウザーだけに残ります。`,
  keep: "棋譜帳に入れる",
  keepGames: (count) => `${games(count)}を棋譜帳に入れる`,
  kept: (count) => `${games(count)}を棋譜帳に入れました。`,
  folder: "フォルダー",
  note: "メモ",
  saved: "保存しました。",
  all: "すべてのフォルダー",
  binWith: (count) => `ごみ箱（${numbers.count(count)}）`,
  bin: "捨てる",
  binned: "ごみ箱に入れました。30日間残ります。",
  restore: "元に戻す",
  restored: "棋譜帳に戻しました。",
  emptyBin: "ごみ箱を空にする",
  emptied: (count) => `${games(count)}を完全に消しました。`,
  edit: "編集",
  editName: (name) => `編集: ${name}`,
  filter: "対局者、大会、メモ、手順で探す",
  found: (count) => `${games(count)}。`,
  more: "もっと見る",
  format: "形式",
  write: (count) => `${games(count)}を書き出す`,
  written: (name, leftOut) =>
    `${name}に保存しました。${leftOut === 0 ? "" : `${games(leftOut)}はこの形式に入らないので除きました。`}`,
};
