// Chinese: the analysis of games.
import type { RulesProblem } from "../../rules";
import { numbersOf } from "../numbers";
import type { Words } from "../type";
import { lessons } from "./lessons";

const numbers = numbersOf("zh");
const discs = (count: number) => `${numbers.count(count)} 子`;
const games = (count: number) => `${numbers.count(count)} 盘对局`;
const outcomes = { win: "胜", draw: "平", loss: "负" };
const turns = (from: keyof typeof outcomes, to: keyof typeof outcomes) =>
  `由${outcomes[from]}变${outcomes[to]}`;

/** What the rules cannot take. */
const problems: Record<RulesProblem, string> = {
  "not-a-position": "不是 64 格加轮到哪一方的局面",
  "not-a-move": "不是 a1 到 h8 的格子，也不是停一手",
  "illegal-move": "这一手翻不了棋子",
  empty: "没有棋谱，也没有局面",
  "unknown-format": "格式不明",
  malformed: "格式有错",
  "too-long": "太长",
  "cannot-hold": "不是标准开局的对局放不进去",
};

export const analysis: Words["analysis"] = {
  title: "分析",
  discs,
  sides: { black: "黑方", white: "白方" },
  why: (problem) => problems[problem],

  badAddress: "本页地址已损坏，读不出对局。请改为粘贴对局。",
  badMoves: (why) => `这个地址的对局不合规则：${why}。`,

  openGame: {
    intro: "粘贴对局或局面，打开文件，或者摆棋。由这个浏览器里的引擎分析。",
    paste: "对局或局面",
    pasteHint: "f5d6c3 这样的着手、GGF、SGF、文字棋盘，也可以是多盘对局",
    open: "打开",
    file: "打开文件",
    fileHint: "上述格式，或 WTHOR：.wtb，名字另需 .jou 和 .trn。也可以把文件拖到本页。",
    table: "最近在这里的对局",
    setUp: "摆棋",
    openBoard: "分析这个棋盘",
    start: "从标准开局开始",
    empty: "还没有可打开的内容：请粘贴对局，或选择文件。",
    unreadable: "文件读不了。请再试一次。",
    problem: (why, line, column) =>
      line === null ? `读不了：${why}。` : `第 ${line} 行第 ${column ?? 1} 个字符：${why}。`,
    tooLarge: (mebibytes) => `文件大于 ${mebibytes} MiB。请只打开一部分。`,
    remarks: {
      over: "双方都无处可下：没有可分析的。",
      "must-pass": "轮到的一方无处可下，停一手。",
      "empty-centre": "中央有空格。对局不会走到这里，但可以分析。",
      apart: "有些棋子是分开的。对局不会走到这里，但可以分析。",
    },
  },

  list: {
    title: "文件中的对局",
    reading: (count) => `正在读取：已有 ${games(count)}。`,
    all: (count) => `文件中有 ${games(count)}。`,
    failures: (count, first) => `略去 ${games(count)}。第一处：${first}`,
    stopped: (count) => `已停止：列表有前 ${games(count)}。`,
    most: (count) => `列表到 ${games(count)}为止，这是本页的上限。`,
    stop: "停止读取",
    filter: "查找棋手、赛事或着手",
    found: (count) => `符合的有 ${games(count)}。`,
    hint: "按一盘对局来打开。按键：方向键、Page Up、Page Down、Home、End、回车。",
    again: "正在重新读取对局列表。",
    game: (number, black, white) =>
      black === "" && white === "" ? `第 ${number} 盘` : `${number}. ${black || "?"} – ${white || "?"}`,
    position: (number) => `局面 ${number}`,
    moves: (moves) => `${numbers.count(moves)} 手`,
  },

  run: {
    label: "分析",
    depth: "深度",
    depths: { quick: "快速", normal: "普通", deep: "深入（直到停止）" },
    start: "分析",
    again: "重新分析",
    goOn: "继续",
    stop: "停止",
    retry: "重试",
    line: "分析这条线",
    running: (share) => `引擎正在工作：${numbers.percent(share)}。`,
    stopped: "已停止。已找到的会保留。",
    done: "分析完成。",
    idle: "这条线还没有分析。",
    noMoves: "这里还没有下棋。请下一手，或看格子上的估值。",
    over: "对局在此结束。",
    failed: (why) => `${why}已找到的会保留。`,
    left: "这里的内容保存在这个浏览器里：最近四盘，关闭标签页后也在。",
  },

  another: "另一盘",
  study: "研究：变化、开局库、实战",
  names: (black, white) => `${black || "黑方"} – ${white || "白方"}`,
  untitled: "一盘对局",
  toMove: { black: "轮到黑方", white: "轮到白方" },
  over: "终局",
  opening: (name) => `开局：${name}`,

  outcomes,
  shortOutcomes: outcomes,
  standing: {
    even: "势均力敌",
    draw: "平局",
    ahead: (side, count) => `${side}约领先 ${numbers.count(count)} 子`,
    winsBy: (side, count) => `${side}胜 ${numbers.count(count)} 子`,
    wins: (side) => `${side}胜`,
  },
  players: {
    lost: (count) => `损失 ${numbers.count(count)} 子`,
    lostHint: "全部着手合计损失的子数",
    accuracy: (share) => `准确度 ${numbers.percent(share)}`,
    accuracyHint: "100 名比赛棋手中，有这么多人每手损失更多",
  },
  certainties: { exact: "精确", proven: "已证", estimate: "估计" },

  board: {
    values: "格子上的估值",
    valueNote: (value) => `估值 ${value}`,
    best: "最佳",
  },

  graph: {
    title: "曲线图",
    slider: "对局中的位置",
    curves: { value: "估值", discs: "子数", mobility: "行动力" },
    start: "开局",
    move: (ply, side, move) => `第 ${ply} 手，${side} ${move}`,
    value: (text) => `黑方 ${text}`,
    discs: (text) => `子数 ${text}`,
    mobility: (text) => `行动力 ${text}`,
    ply: (ply) => `第 ${ply} 手。`,
    unknown: "估值不明",
  },

  finding: {
    title: "这一手",
    none: "还不知道这一手如何。",
    whole: "整盘对局",
    atStart: "往前走，看每一手值多少。",
    worst: (ply) => `第 ${ply} 手损失最大。`,
    see: "看这一手",
    isBest: (move) => `${move} 是最佳着手`,
    lost: (move, lost) => `${move} 损失 ${lost}`,
    underOne: "不到 1 子",
    throws: (move, from, to) => `${move} ${turns(from, to)}`,
    better: (best, standing) => `最佳是 ${best}：${standing}。`,
    now: (standing) => `现在：${standing}。`,
    stays: (standing) => `形势：${standing}。`,
    before: "看当时的选择",
    more: "更多：变化、估值、其他原因",
    others: "其他原因",
    classes: {
      best: "最佳",
      good: "好棋",
      inaccuracy: "缓着",
      mistake: "失误",
      blunder: "大失误",
    },
    best: (move) => `${move} 是最佳着手。`,
    loses: (name, move, lost, best) => `${name}：${move} 损失 ${lost}。最佳是 ${best}。`,
    keeps: (name, move, lost, best) => `${name}：${move} 约损失 ${lost}，胜负不变。最佳是 ${best}。`,
    turns: (name, move, from, to, best) => `${name}：${move} ${turns(from, to)}。最佳是 ${best}。`,
    outcomes: (from, to) => `${turns(from, to)}。`,
    bestValue: (move, value) => `${move}：${value}`,
    why: "为什么",
    noReasons: "原因没能加载。请重新分析。",
    change: {
      title: "怎样才会是好棋",
      ask: "找一颗会让它变好的棋子",
      asking: (share) => `引擎在试别的棋子：${numbers.percent(share)}。`,
      stop: "停止寻找",
      none: "改变任何一颗棋子，它都不会是最佳着手。",
      sentence: ({ square, disc }, move) => {
        const other = disc === null ? "是空格" : { black: "是黑子", white: "是白子" }[disc];
        return `如果 ${square} ${other}，${move} 就是最佳着手。`;
      },
    },
    showSquares: (squares) => `在棋盘上标出 ${squares}`,
    bestLine: "最佳变化",
    playedLine: "这一手之后",
    play: (move, at) => `${move}，变化的第 ${at} 手`,
  },

  lessons,

  mistakes: {
    title: "胜负的关键",
    none: "没有发现失误。",
    item: (ply, side, move) => `${ply} ${side} ${move}`,
  },

  lines: {
    title: "这里的最佳着手",
    most: "看哪些着手",
    best: (count) => (count === 0 ? "全部着手" : count === 1 ? "最佳一手" : `最佳 ${count} 手`),
    endless: "一直算",
    threads: "线程",
    hash: "哈希表",
    play: (move) => `下 ${move}`,
    depth: (plies) => `深度 ${plies}。普通字：估计；粗体：精确；下划线：已证。`,
  },

  tree: {
    title: "变化",
    none: "在棋盘上下任意一手合法的棋，就成为变化。",
    comment: "这个局面的注解",
    makeMain: "设为主线",
    remove: "删掉这一手",
    removed: "这一手及其后续已删掉。",
    main: "回到主线",
    leftOut: (count) => `棋谱的 ${numbers.count(count)} 个变化从某一手起略去：不合规则，或数量太多。`,
    variation: (move) => `${move} 的变化`,
  },

  learn: {
    title: "从失误中学习",
    intro: "再看一遍每个失误，找出更好的着手。",
    side: "谁的失误",
    both: "双方",
    start: "开始",
    none: "没有可学习的失误。",
    task: (number, all, side, move) =>
      `第 ${number} 题，共 ${all} 题。${side}在这里下了 ${move}。请找出更好的一手。`,
    checking: (move) => `${move}：引擎正在看。`,
    right: (move) => `${move} 正确。`,
    asGood: (move, best) => `${move} 正确：不比 ${best} 差。`,
    played: (move, lost) => `${move} 是实战的着手，损失 ${lost}。`,
    wrong: (move, lost) => `${move} 损失 ${lost}。再试试别的。`,
    wrongOutcome: (move, outcome) => `${move} 的结果是${outcome}。再试试别的。`,
    solution: "显示最佳着手",
    shown: (best) => `最佳是 ${best}。`,
    next: "下一题",
    leave: "结束",
    finished: (right, all) => `这是最后一题。共 ${all} 题，你第一次就答对了 ${right} 题。`,
  },

  practice: {
    title: "从这里练习",
    intro: "从棋盘上的局面继续下。",
    color: "你的颜色",
    server: "和服务器的程序下",
    engine: "和这个浏览器的引擎下",
    levelHint: "引擎的着手成为变化。",
    start: "在这里下",
    leave: "不下了",
    yourTurn: "轮到你了。",
    thinking: "引擎在想。",
    loading: "引擎正在载入。",
    over: (black, white) => `对局结束：${black}–${white}。`,
    gameOver: "对局在此结束，没有可下的。",
    offline: "没有连接服务器：只能和这个浏览器的引擎下。",
  },

  export: {
    title: "导出",
    formats: {
      link: "这个局面的链接",
      transcript: "着手",
      ggf: "GGF",
      sgf: "SGF，带变化",
      svg: "棋图，SVG",
      png: "棋图，PNG",
      sheet: "编号棋谱，PNG",
      gif: "动图，GIF",
    },
    copy: "复制",
    copied: "已复制。",
    select: "本页不能复制：请选中文字自行复制。",
    text: "文字",
    save: "存成文件",
    saved: (name) => `已存为 ${name}。`,
    mainLineOnly: "这种格式只放得下一条线：棋盘上的那条。",
    cannot: (why) => `这种格式放不下这盘对局：${why}。`,
    drawing: "正在画图。",
    noPicture: "这个浏览器画不出图。请改存 SVG。",
    diagram: (position) => `局面 ${position}`,
  },

  openings: "我的开局",
  link: "分析",
};
