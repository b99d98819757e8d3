// Chinese: the library of games in the browser.
import { numbersOf } from "../numbers";
import type { Words } from "../type";

const numbers = numbersOf("zh");
const games = (count: number) => `${numbers.count(count)} 盘对局`;

export const library: Words["library"] = {
  title: "藏谱",
  book: "在您的藏谱中",
  intro: "藏谱里的对局留在这个浏览器里，连同变化、注解和估值。",
  introWith: (account) => `藏谱里的对局连同变化和注解保存在账号 ${account} 中。`,
  empty: "这里还没有对局。棋盘上的对局可在“藏谱”里收藏，下完的对局可在结果下方收藏。",
  missing: "这个浏览器存不了：存储空间已满或被关闭。请改用导出。",
  sync: (account) => `把藏谱保存在账号 ${account} 中，与开启此项的其他设备保持一致`,
  joined: (account) => `从现在起，藏谱保存在账号 ${account} 中。只有此账号使用这个浏览器时才会显示。`,
  left: (account) => `从现在起，藏谱只留在这个浏览器里。账号 ${account} 中已有的对局不变。`,
  ofBrowser: (count) => `有 ${games(count)}是未登录账号时收藏的，只在这个浏览器里。`,
  addOfBrowser: "加入藏谱",
  notSynced: (reason) => `账号里还没有最近的改动。${reason}`,
  full: "账号的藏谱已满：全部对局合计最多 4 MiB。",
  tooLarge: (count) => `${games(count)}太大，无法保存到账号，只留在这个浏览器里。`,
  keep: "收入藏谱",
  keepGames: (count) => `把 ${games(count)}收入藏谱`,
  kept: (count) => `${games(count)}已收入藏谱。`,
  folder: "文件夹",
  note: "备注",
  saved: "已保存。",
  all: "全部文件夹",
  binWith: (count) => `回收站（${numbers.count(count)}）`,
  bin: "丢弃",
  binned: "对局已放入回收站，保留 30 天。",
  restore: "恢复",
  restored: "对局已回到藏谱。",
  emptyBin: "清空回收站",
  emptied: (count) => `${games(count)}已彻底删除。`,
  edit: "修改",
  editName: (name) => `修改：${name}`,
  filter: "查找棋手、赛事、备注或着手",
  found: (count) => `${games(count)}。`,
  more: "显示更多",
  format: "格式",
  write: (count) => `导出 ${games(count)}`,
  written: (name, leftOut) =>
    leftOut === 0 ? `已存为 ${name}。` : `已存为 ${name}。${games(leftOut)}未写入：这种格式容纳不下。`,
};
