// Japanese: what a notification says. The service worker alone has these words.
import type { PushWords } from "../type";

export const push: PushWords = {
  title: (opponent) => `${opponent}さんとの対局: あなたの手番です`,
  moved: (opponent, square) => `${opponent}さんが${square}に打ちました。`,
  toMove: "あなたの手番です。",
  deadline: (time) => `期限は${time}です。`,
};
