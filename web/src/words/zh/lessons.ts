// Chinese: the reasons of a wrong move as a learner reads them.
import { FEW, isCorner } from "../lesson-parts";
import type { Words } from "../type";

/** So many moves of both sides together after a move. */
const after = (later: number) => (later === 0 ? "马上" : later > FEW ? "后来" : `${later} 手后`);
/** The position after the move itself or after some more. */
const at = (move: string, later: number) => (later === 0 ? `下 ${move} 之后，` : after(later));
const taken = (other: string, corner: string, later: number) =>
  later === 0 ? `${other}马上可以占 ${corner}。` : `${after(later)}，${other}占 ${corner}。`;

const outcomes = { win: "胜", draw: "和", loss: "负" };

export const lessons: Words["analysis"]["lessons"] = {
  show: "看",
  showName: (head) => `在棋盘上看：${head}`,
  after: (best) => `下 ${best} 之后`,
  taken,
  gain: (other, count) => `${other}在那里翻 ${count} 颗。`,
  opened: (own, move, other, corner, later) => `${after(later)}，${own}的 ${move} 让${other}能占 ${corner}。`,
  attacked: (other, move, corner, later) => `${after(later)}，${other}用 ${move} 瞄准 ${corner}，随后占角。`,
  inReturn: (side, corners) => `作为交换，${side}占 ${corners.join(" 和 ")}。`,
  has: (side, corner) => `作为交换，${side}有 ${corner}。`,
  kept: (best, other, corner) => `下 ${best} 之后的变化里，${other}占不到 ${corner}。`,
  absent: (best) => `下 ${best} 的话不会这样。`,
  movable: (best, own) => `下 ${best} 的话，${own}总有地方可下。`,
  safeLeft: (best, own) => `下 ${best} 的话，那时${own}还有安全着手。`,
  outOfSafe: (best, other) => `下 ${best} 的话，先用完的是${other}。`,
  better: (best, count) => (count === 0 ? `${best} 更好。` : `${best} 要好 ${count} 子。`),
  rout: (own, count, best, bestCount) =>
    `双方都下最佳着手，64 子中${own}${count === 0 ? "几乎一子不剩" : `只剩约 ${count} 子`}；下 ${best} 的话约 ${bestCount} 子。`,
  beside: (move, kind) =>
    kind === "X" ? `${move} 是星位（空角的斜邻格）。` : `${move} 是 C 位（空角旁的边格）。`,
  cornerGiven: (other) => `${other}得到角。`,
  missed: {
    head: (own) => `${own}错过了角。`,
    lost: (move, own, corner) => `下 ${move} 之后的变化里，${own}占不到 ${corner}。`,
    taken: (own, best, corner, later) =>
      best === corner ? `${best} 马上就能占角。` : `下 ${best} 的话，${after(later)}${own}占 ${corner}。`,
    attacked: (own, best, move, corner, later) =>
      later === 0
        ? `${best} 瞄准 ${corner}，随后${own}占角。`
        : `下 ${best} 的话，${after(later)}${own}用 ${move} 瞄准 ${corner}，随后占角。`,
    opened: (own, best, other, move, corner, later) =>
      `下 ${best} 的话，${after(later)}${other}的 ${move} 让${own}能占 ${corner}。`,
  },
  pass: (own, other, later) => ({
    head: `${own}将不得不停一手。`,
    body: `${after(later)}${own}无处可下，${other}连下两手。`,
  }),
  passMissed: (own, other, best, later) => ({
    head: `本可逼${other}停一手。`,
    body: `下 ${best} 的话，${after(later)}${other}无处可下，${own}连下两手。`,
  }),
  safe: (own, squares, other, later) => ({
    head: `${own}的安全着手快用完了。`,
    body: `${after(later)}${own}不管下哪里${squares.length > 4 ? "" : `（${squares.join("、")}）`}，都会让${other}占角。`,
  }),
  weakEdge: (own, squares, later) => ({
    head: `${own}的边很弱。`,
    body: `${later === null ? "" : after(later)}${
      squares.length === 1
        ? `${squares[0]} 孤零零地挨着空角。`
        : `${squares[0]} 到 ${squares.at(-1)} 五子夹在两个空角之间。`
    }`,
  }),
  xSquare: (own, disc, corner, later) => ({
    head: `${own}占着星位（空角的斜邻格）。`,
    body: `${after(later)}${disc} 是${own}的，而 ${corner} 还空着。`,
  }),
  stoner: (other, x, c, corner, later) => ({
    head: `${other}布下斯通纳陷阱。`,
    body: `${other}下 ${x}，再下 ${c}，${after(later)}占 ${corner}。`,
  }),
  wedge: (own, other, square, one, two, later) => ({
    head: `${other}得以楔入。`,
    body: `${after(later)}${other}在${own}的 ${one} 和 ${two} 之间占着 ${square}，沿边翻不了。`,
  }),
  wall: (own, other, move, count, from, to, best, later) => ({
    head: `${own}筑起一堵墙。`,
    body: `${at(move, later)}从 ${from} 到 ${to} 的一排 ${count} 子面对空格，${other}可以下在那里；下 ${best} 的话没有墙。`,
  }),
  parity: (own, other, move, best, isWhole, squares, left) => ({
    head: isWhole ? `${other}得到全局最后一手。` : `${squares[0]} 一带的最后一手归${other}。`,
    body: left
      ? `下 ${move} 之后那里剩 ${left.now} 个空格，轮到${other}：轮流下的话，最后一格归${other}。下 ${best} 的话剩 ${left.then} 个，双方都下最佳着手，最后一格归${own}。`
      : `${squares.length > 4 ? `${squares.length} 个空格` : squares.join("、")}里的最后一格由${other}下；下 ${best} 的话，双方都下最佳着手，归${own}。`,
  }),
  stable: (isOwn, side, now, before, best, later) => ({
    head: `${side}的稳定子（再也翻不了的子）${isOwn ? "变少" : "变多"}。`,
    body: isOwn
      ? `${after(later)}最多 ${now} 子；下 ${best} 的话至少 ${before} 子。`
      : `${after(later)}至少 ${now} 子；下 ${best} 的话最多 ${before} 子。`,
  }),
  answers: (other, move, count, best, bestCount) => ({
    head: `${other}可下的地方变多。`,
    body: `下 ${move} 之后，${other}有 ${count} 处可下；下 ${best} 之后只有 ${bestCount} 处。`,
  }),
  left: (own, reply, count, best, bestReply, bestCount, isSafe) => ({
    head: `${own}${isSafe ? "的安全着手" : "可下的地方"}变少。`,
    body: `对方回以 ${reply} 之后，${own}有 ${count} 处${isSafe ? "不送角的着手" : "可下"}；下 ${best} 再 ${bestReply} 的话有 ${bestCount} 处。`,
  }),
  flips: (own, move, count, best, bestCount) => ({
    head: `${own}翻得太多。`,
    body: `${move} 翻 ${count} 颗；${best} 只翻 ${bestCount} 颗。`,
  }),
  mobility: (isOwn, isTurn, side, now, before, best, later) => ({
    head: `以后${side}可下的地方比下 ${best} ${isOwn ? "少" : "多"}。`,
    body: `${after(later)}${isTurn ? "" : `如果轮到${side}，`}${side}有 ${now} 处可下；下 ${best} 的话有 ${before} 处。`,
  }),
  potential: (isOwn, side, against, now, before, best, later) => ({
    head: `${side}以后可能下的地方${isOwn ? "变少" : "变多"}。`,
    body: `${after(later)}挨着${against}棋子的空格有 ${now} 个；下 ${best} 的话有 ${before} 个。${side}以后可能下在那里。`,
  }),
  frontier: (isOwn, side, against, move, now, before, best, later) => ({
    head: `${side}暴露在外的棋子${isOwn ? "变多" : "变少"}。`,
    body: `${at(move, later)}挨着空格的有 ${now} 子，${against}可能下在那些空格；下 ${best} 的话有 ${before} 子。`,
  }),
  wipeOut: (own, other, later) => ({
    head: `${own}的棋子被吃光。`,
    body: `${after(later)}${other}翻掉最后一颗。`,
  }),
  wipeOutThreat: (own, other, square, later) => ({
    head: `${own}的棋子快被吃光。`,
    body: `${after(later)}${other}威胁下 ${square}。`,
  }),
  reply: {
    takes: (other, move, best, turned) => ({
      head: `${move} 让${other}能${isCorner(best) ? "占角" : "下"} ${best}。`,
      body: `${turned.length > 0 ? `${move} 翻了 ${turned.join("、")}；` : ""}${other}以前下不了 ${best}，接着就下那里。`,
    }),
    gets: (other, move, reply, best, turned) => ({
      head: turned
        ? `${move} 让${other}能${isCorner(reply) ? "占角" : "下"} ${reply}。`
        : `${move} 把${isCorner(reply) ? "角" : ""} ${reply} 留给${other}。`,
      body: `${turned?.length ? `因为 ${move} 翻了 ${turned.join("、")}，` : ""}${other}接着就下那里；下 ${best} 的话，${other}下不了。`,
    }),
    closes: (own, _other, move, best, turned) => ({
      head: `${own}下不了 ${best} 了。`,
      body: `${move} 自己翻了 ${turned.join("、")}，${best} 就没有子可翻了。`,
    }),
    prevents: (own, other, reply, best, needed) => ({
      head: `${own}下不了 ${best} 了。`,
      body:
        needed.length === 1
          ? `${best} 需要${own}在 ${needed[0]} 的子；${other}下 ${reply} 把它翻了。`
          : `${best} 需要${own}在 ${needed.join("、")} 中的一个子；${other}下 ${reply} 把它们都翻了。`,
    }),
    delays: (own, other, reply, best) => ({
      head: `${own}的 ${best} 下得太晚。`,
      body: `马上下 ${best} 最好；现在${other}先下了 ${reply}。`,
    }),
    opens: (other, move, squares, best, bestCount) => ({
      head: `${move} 让${other}能下 ${squares.join("、")}。`,
      body: `${other}以前下不了那里；${best} ${bestCount === 0 ? "不会新开任何格" : `只新开 ${bestCount} 格`}。`,
    }),
  },
  none: {
    head: "近几手看不出原因。",
    scores: (own, move, score, best, bestScore) =>
      `算到终局，下 ${move} ${own}得 ${score}，下 ${best} 得 ${bestScore}。`,
    outcomes: (move, outcome, best, bestOutcome) =>
      `算到终局，${move} 是${outcomes[outcome]}，${best} 是${outcomes[bestOutcome]}。`,
    discs: (best, count) => `按搜索，${best} 要好 ${count} 子。`,
  },
};
