// Chinese: the board and what is said of it.
import type { Side } from "../../protocol/wire";
import type { Who } from "../en/board";
import type { Words } from "../type";

const who: Record<Who, string> = { black: "黑方", white: "白方", you: "你" };

const speech: Words["board"]["speech"] = {
  moved: (side, square, turned) =>
    turned.length === 0
      ? `${who[side]} ${square}。`
      : `${who[side]} ${square}，翻 ${turned.length} 颗：${turned.join(" ")}。`,
  movedOnly: (side, square) => `${who[side]} ${square}。`,
  passed: (side) => `${who[side]}停一手。`,
  moves: (person, count) =>
    count === 0 ? `${who[person]}无处可下，停一手。` : `${who[person]}有 ${count} 处可下。`,
  movesListed: (person, squares) => `${who[person]}有 ${squares.length} 处可下：${squares.join(" ")}。`,
  score: (discs) => `${discs.black} 比 ${discs.white}。`,
  scoreLong: (discs) => `黑 ${discs.black}，白 ${discs.white}，空 ${64 - discs.black - discs.white}。`,
  chosen: (square) => `选了 ${square}。再按一次落子。`,
  illegal: (square) => `${square} 不能下。`,
  premove: (square) => `轮到你时，如果能下就下 ${square}。`,
  timeLeft: (person, time) => `${who[person]}还剩 ${time}。`,
  time: (person, time) => `${who[person]}：${time ?? "不计时"}。`,
  days: (count) => `${count} 天`,
  hours: (count) => `${count} 小时`,
  minutes: (count) => `${count} 分钟`,
  seconds: (count) => `${count} 秒`,
  over: "对局结束。",
  aborted: "对局中止，没有结果。",
  resigned: (loser) => `${who[loser]}认输。`,
  timeout: (loser) => `${who[loser]}超时。`,
  abandoned: (loser) => `${who[loser]}离开了对局。`,
  forfeited: (loser) => `${who[loser]}被判负。`,
  wins: (person) => `${who[person]}胜。`,
  winsBy: (person, high, low) => `${who[person]} ${high} 比 ${low} 胜。`,
  winsByMargin: (person, by) => `${who[person]}胜 ${by} 子。`,
  drawn: (each) => `平局，${each} 比 ${each}。`,
  row: (row, contents) => `第 ${row} 行：${contents}。`,
  diagonal: (from, to, contents) =>
    from === to ? `斜线 ${from}：${contents}。` : `斜线 ${from} 到 ${to}：${contents}。`,
  column: (column, contents) => `${column} 列：${contents}。`,
  run: (from, to, contents) => (from === to ? `${from} ${contents}` : `${from} 到 ${to} ${contents}`),
};

const commands: Words["board"]["commands"] = {
  label: "命令行",
  hint: "输入格子就落子。? 列出命令。",
  send: "执行",
  move: "下这一手",
  last: "上一手",
  clocks: "棋钟",
  score: "子数，黑方在前",
  opponent: "谁在下",
  legal: "可下的位置",
  row: "一行上有什么",
  column: "一列上有什么",
  diagonals: "经过一格的斜线上有什么",
  board: "整个棋盘，逐行",
  stable: "再也翻不了的棋子",
  turns: "下在那里会翻什么",
  value: "上一手和下一手各值多少（分析和开局库）",
  say: "在对局聊天里写一行",
  resign: "认输，要输入两次",
  help: "这个列表",
  argument: { square: "f5", row: "3", column: "d", text: "你好" },
  noMoveYet: "还没有下棋。",
  notYourTurn: "没有轮到你。",
  youOnlyWatch: "你不是这盘对局的棋手。",
  gameOver: "对局结束。",
  played: (square) => `${square} 已发送。`,
  playedHere: (square) => `下了 ${square}。`,
  clocksStopped: "棋钟已停。请先继续走钟。",
  noValue: "只有分析和开局库会说估值。",
  said: "已发送。",
  nobodyReads: "这里没有聊天。",
  resignAgain: "要认输，请再输入一次 resign。",
  resigned: "认输已发送。",
  player: (side, name, rating) =>
    rating === null ? `${who[side]}：${name}。` : `${who[side]}：${name}，等级分 ${rating}。`,
  opponentIs: (name, rating) =>
    rating === null ? `你的对手是 ${name}。` : `你的对手是 ${name}，等级分 ${rating}。`,
  unknown: (word) => `没有“${word}”这个命令。输入 ? 看列表。`,
  needsRow: "请在 r 后面输入行号，如 r 3。",
  needsColumn: "请在 f 后面输入列的字母，如 f d。",
  needsSquare: (word) => `请在 ${word} 后面输入格子，如 ${word} f5。`,
  notKnown: "这个浏览器说不出来。",
  stableOf: (side, squares) =>
    squares.length === 0
      ? `${who[side]}没有稳定子。`
      : `${who[side]}有 ${squares.length} 颗稳定子：${squares.join(" ")}。`,
  wouldTurn: (square, turned) => `${square} 会翻 ${turned.length} 颗：${turned.join(" ")}。`,
  needsText: "请在 say 后面输入一行字。",
  noArgument: (word) => `“${word}”后面不能有内容。`,
};

export const board: Words["board"] = {
  board: "棋盘",
  comma: "，",
  gap: "",
  cell: {
    empty: "空",
    black: "黑",
    white: "白",
    legal: "可下",
    turns: (discs) => `翻 ${discs} 颗`,
    lastMove: "上一手",
    premove: "预下",
    chosen: "已选，再按一次落子",
  },
  lastMoveOf: (square) => `上一手 ${square}`,
  mini: (discs, toMove: Side | null) =>
    `黑 ${discs.black}，白 ${discs.white}` + (toMove === null ? "" : `，轮到${who[toMove]}`),
  speech,
  commands,
};
