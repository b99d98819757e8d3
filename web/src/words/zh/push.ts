// Chinese: what a notification says. The service worker alone has these words.
import type { PushWords } from "../type";

export const push: PushWords = {
  title: (opponent) => `与 ${opponent} 的对局：轮到你了`,
  moved: (opponent, square) => `${opponent} 下了 ${square}。`,
  toMove: "轮到你了。",
  deadline: (time) => `请在 ${time} 之前落子。`,
};
