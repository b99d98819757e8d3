// Chinese: why the engine in the browser has no answer, and what can be done.
import type { Words } from "../type";

export const engine: Words["engine"] = {
  "not-a-position": "这不是局面：需要 64 格和轮到哪一方。请改正后再试。",
  "not-a-move": "这不是格子。请写 a1 到 h8。",
  "illegal-move": "这一手翻不了棋子。请选别的格子。",
  "bad-limits": "本页要求了不可能的搜索。请重新加载后再试。",
  "too-long": "这份棋谱的手数超过了一盘棋的可能。",
  "no-moves": "没有可分析的着手：对局已结束，或轮到的一方必须停一手。",
  "not-weights": "引擎数据损坏或版本不符。请重新加载页面。",
  "no-memory": "引擎内存不足。请关闭其他标签页后再试。",
  "cannot-load": "引擎没能加载。请检查网络后再试。",
  unsupported: "引擎不能在这个浏览器里运行。请用更新的浏览器，如 2023 年以后的 Firefox、Chrome 或 Safari。",
  crashed: "引擎出错停止。再试时会重新启动。",
  stopped: "搜索在找到着手前被停止。",
  closed: "引擎已关闭。请重新加载页面。",
};
