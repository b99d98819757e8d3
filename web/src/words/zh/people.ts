// Chinese: friends, leader boards, and a user's record.
import { numbersOf } from "../numbers";
import type { Words } from "../type";

const numbers = numbersOf("zh");

export const people: Words["people"] = {
  title: "棋手",
  friends: "在线好友",
  noFriends: "现在没有好友在线。",
  friendsNeedAccount: "互相关注的人就是好友。需要账号。",
  followed: "我的关注",
  noFollowed: "还没有关注任何人。在个人主页上按“关注”。",
  offline: "离线",
  online: "在线",
  plays: (black, white) => `对局中：${black} – ${white}`,
  find: "找棋手",
  findHint: "输入名字的开头。",
  noneFound: "没有这样开头的名字。",
  leaders: "排行榜",
  leadersHint: "在这种用时下过足够多计分对局的人。久不下棋，等级分会变得不确定，并退出榜单。",
  noLeaders: "还没有人在这种用时下过足够多的计分对局。",
  columns: { rank: "名次", name: "名字", rating: "等级分", games: "对局" },
  chart: {
    title: "等级分变化",
    slider: "每盘计分对局后的等级分",
    none: "没有这种用时的计分对局。",
    point: (date, rating, deviation, change) =>
      `${date}：${numbers.rating(rating)} ± ${numbers.count(deviation)}${change === null ? "" : `，本局 ${change}`}`,
    game: "看这盘棋",
    columns: { date: "日期", rating: "等级分", deviation: "误差" },
    tableOf: (count, isNewestOnly) =>
      isNewestOnly
        ? `用表格看（最近 ${numbers.count(count)} 盘计分对局）`
        : `用表格看（${numbers.count(count)} 盘计分对局）`,
  },
  record: "在本服务器的对局",
  versus: {
    title: (name) => `你和 ${name}`,
    none: "你们还没有下过棋。",
    line: (wins, draws, losses) =>
      `你 ${numbers.count(wins)} 胜 ${numbers.count(draws)} 平 ${numbers.count(losses)} 负。`,
    games: "你们的对局",
  },
};
