// Japanese: the analysis of games.
import type { RulesProblem } from "../../rules";
import { numbersOf } from "../numbers";
import type { Words } from "../type";
import { openings } from "./openings";
import { lessons } from "./lessons";

const numbers = numbersOf("ja");

/** What the rules cannot take. */
const problems: Record<RulesProblem, string> = {
  "not-a-position": "64マスと手番がある局面ではありません",
  "not-a-move": "a1からh8のマスでもパスでもありません",
  "illegal-move": "石が返らない手です",
  empty: "棋譜も局面もありません",
  "unknown-format": "知らない形式です",
  malformed: "形式に誤りがあります",
  "too-long": "長すぎます",
  "cannot-hold": "通常の開始局面ではない対局は入りません",
};

const outcomes = { win: "勝ち", draw: "引き分け", loss: "負け" };

export const analysis: Words["analysis"] = {
  title: "検討",
  discs: (count) => `${numbers.count(count)}石`,
  sides: { black: "黒", white: "白" },
  why: (problem) => problems[problem],

  badAddress: "アドレスが壊れていて、棋譜が読めません。棋譜を貼り付けてください。",
  badMoves: (why) => `このアドレスの棋譜はルールに合いません（${why}）。`,

  openGame: {
    intro: "棋譜や局面を貼り付ける、ファイルを開く、盤面を作る。ブラウザーの中のエンジンが解析します。",
    paste: "棋譜か局面",
    pasteHint: "f5d6c3 のような棋譜、GGF、SGF、文字の盤面。複数の対局もまとめて読めます",
    open: "開く",
    file: "ファイルを開く",
    fileHint:
      "上の形式か、WTHOR（.wtb。対局者名は .jou と .trn を一緒に）。このページにファイルを落としても開けます。",
    table: "最近の棋譜",
    setUp: "盤面を作る",
    openBoard: "この盤面を検討",
    start: "通常の開始局面から",
    empty: "まだ何もありません。棋譜を貼り付けるか、ファイルを選んでください。",
    unreadable: "ファイルを読めませんでした。もう一度試してください。",
    problem: (why, line, column) =>
      line === null ? `読めません（${why}）。` : `${line}行${column ?? 1}文字目が読めません（${why}）。`,
    tooLarge: (mebibytes) => `ファイルが${mebibytes} MiBを超えています。一部だけを開いてください。`,
    remarks: {
      over: "黒白とも打てる所がないので、検討するものがありません。",
      "must-pass": "手番側は打てる所がなく、パスです。",
      "empty-centre": "中央に空きマスがあります。対局では現れない局面ですが、検討はできます。",
      apart: "離れた石があります。対局では現れない局面ですが、検討はできます。",
    },
  },

  list: {
    title: "ファイルの対局",
    reading: (count) => `読み込み中: ${numbers.count(count)}局。`,
    all: (count) => `${numbers.count(count)}局あります。`,
    failures: (count, first) => `${numbers.count(count)}局は読めないので除きました。最初のもの: ${first}`,
    stopped: (count) => `中断しました。最初の${numbers.count(count)}局を表示しています。`,
    most: (count) => `表示は上限の${numbers.count(count)}局までです。`,
    stop: "読み込みを止める",
    filter: "対局者、大会、手順で探す",
    found: (count) => `${numbers.count(count)}局が見つかりました。`,
    hint: "対局を押すと開きます。キーは矢印、Page Up、Page Down、Home、End、Enter。",
    again: "一覧を読み直しています。",
    game: (number, black, white) =>
      black === "" && white === "" ? `第${number}局` : `${number}. ${black || "?"} – ${white || "?"}`,
    position: (number) => `局面${number}`,
    moves: (moves) => `${moves}手`,
  },

  run: {
    label: "検討",
    depth: "深さ",
    depths: { quick: "速い", normal: "標準", deep: "深い（止めるまで）" },
    start: "解析する",
    again: "解析し直す",
    goOn: "続ける",
    stop: "止める",
    retry: "もう一度",
    line: "この手順を解析",
    running: (share) => `解析中: ${numbers.percent(share)}。`,
    stopped: "止めました。ここまでの結果は残ります。",
    done: "解析が終わりました。",
    idle: "この手順はまだ解析していません。",
    noMoves: "まだ手がありません。打ってみるか、マスの評価値を見てください。",
    over: "終局しています。",
    failed: (why) => `${why}ここまでの結果は残ります。`,
    left: "ここの内容はブラウザーに保存されます。タブを閉じても、最近の4局が残ります。",
  },

  another: "別の棋譜",
  study: "研究: 候補手・定石ブック・実戦例",
  names: (black, white) => `${black || "黒"} – ${white || "白"}`,
  untitled: "棋譜",
  toMove: { black: "黒番", white: "白番" },
  over: "終局",
  opening: (name) => `定石: ${openings[name] ?? name}`,

  outcomes,
  shortOutcomes: { win: "勝ち", draw: "引分", loss: "負け" },
  standing: {
    even: "互角",
    draw: "引き分け",
    ahead: (side, count) => `${side}が約${count}石リード`,
    winsBy: (side, count) => `${side}の${count}石勝ち`,
    wins: (side) => `${side}の勝ち`,
  },
  players: {
    lost: (count) => `${numbers.count(count)}石損`,
    lostHint: "すべての手の石損の合計",
    accuracy: (share) => `精度${numbers.percent(share)}`,
    accuracyHint: "大会の対局者100人のうち、1手あたりの石損がこれより多い人数",
  },
  certainties: { exact: "完全読み", proven: "必勝読み", estimate: "推定" },

  board: {
    values: "マスに評価値を表示",
    valueNote: (value) => `評価値${value}`,
    best: "最善手",
  },

  graph: {
    title: "グラフ",
    slider: "局面",
    curves: { value: "評価値", discs: "石数", mobility: "着手可能数" },
    start: "開始",
    move: (ply, side, move) => `${ply}手目、${side}${move}`,
    value: (text) => `黒から見て${text}`,
    discs: (text) => `石数${text}`,
    mobility: (text) => `着手可能数${text}`,
    ply: (ply) => `${ply}手目。`,
    unknown: "評価値は不明",
  },

  finding: {
    title: "この手",
    none: "この手についてはまだ何もわかっていません。",
    whole: "対局全体",
    atStart: "進めると、一手ごとの評価がわかります。",
    worst: (ply) => `最も損が大きかったのは${ply}手目です。`,
    see: "この手を見る",
    isBest: (move) => `${move}は最善手`,
    lost: (move, lost) => `${move}は${lost}の損`,
    underOne: "1石未満",
    throws: (move, from, to) => `${move}で${outcomes[from]}が${outcomes[to]}に`,
    better: (best, standing) => `最善手は${best}で、${standing}でした。`,
    now: (standing) => `実戦は${standing}です。`,
    stays: (standing) => `形勢は${standing}です。`,
    before: "打つ前を見る",
    more: "手順・評価値・ほかの理由",
    others: "ほかの理由",
    classes: {
      best: "最善手",
      good: "好手",
      inaccuracy: "疑問手",
      mistake: "悪手",
      blunder: "大悪手",
    },
    best: (move) => `${move}は最善手です。`,
    loses: (name, move, lost, best) => `${name}: ${move}は${lost}の損です。最善手は${best}。`,
    keeps: (name, move, lost, best) =>
      `${name}: ${move}は約${lost}の損ですが、勝敗は変わりません。最善手は${best}。`,
    turns: (name, move, from, to, best) =>
      `${name}: ${move}で、${outcomes[from]}が${outcomes[to]}になりました。最善手は${best}。`,
    outcomes: (from, to) => `${outcomes[from]}が${outcomes[to]}になりました。`,
    bestValue: (move, value) => `${move}: ${value}`,
    why: "理由",
    noReasons: "理由を読み込めませんでした。表示するには解析し直してください。",
    change: {
      title: "どうであれば好手だったか",
      ask: "1石だけ違えば好手だったかを調べる",
      asking: (share) => `1石ずつ変えて調べています: ${numbers.percent(share)}。`,
      stop: "やめる",
      none: "1石を変えただけでは最善手になりません。",
      sentence: ({ square, disc }, move) => {
        const other = disc === null ? "が空いていれば" : { black: "が黒石なら", white: "が白石なら" }[disc];
        return `もし${square}${other}、${move}が最善手です。`;
      },
    },
    showSquares: (squares) => `${squares}を盤に示す`,
    bestLine: "最善の手順",
    playedLine: "実戦の手のあと",
    play: (move, at) => `${move}、手順の${at}手目`,
  },

  lessons,

  mistakes: {
    title: "勝負の分かれ目",
    none: "悪手は見つかりませんでした。",
    item: (ply, side, move) => `${ply} ${side}${move}`,
  },

  lines: {
    title: "ここでのよい手",
    most: "評価値を示す手",
    best: (count) => (count === 0 ? "すべての手" : count === 1 ? "最善手だけ" : `上位${count}手`),
    endless: "読み続ける",
    threads: "スレッド",
    hash: "ハッシュ表",
    play: (move) => `${move}に打つ`,
    depth: (plies) => `深さ${plies}。普通の字は推定、太字は完全読み、下線は必勝読み。`,
  },

  tree: {
    title: "変化",
    none: "盤上で打てる手を打つと、変化になります。",
    comment: "この局面へのコメント",
    makeMain: "本譜にする",
    remove: "この手を消す",
    removed: "この手と、そのあとの手順を消しました。",
    main: "本譜に戻る",
    leftOut: (count) =>
      `棋譜の変化のうち${numbers.count(count)}つは、途中から除きました。ルールに合わないか、多すぎるためです。`,
    variation: (move) => `${move}の変化`,
  },

  learn: {
    title: "悪手から学ぶ",
    intro: "間違えた局面をもう一度見て、もっとよい手を探しましょう。",
    side: "どちらの悪手",
    both: "両方",
    start: "始める",
    none: "学べる悪手はありません。",
    task: (number, all, side, move) =>
      `${numbers.count(all)}問中${number}問目。${side}はここで${move}に打ちました。もっとよい手を探してください。`,
    checking: (move) => `${move}を調べています。`,
    right: (move) => `${move}で正解です。`,
    asGood: (move, best) => `${move}で正解です。${best}に劣りません。`,
    played: (move, lost) => `${move}は実戦の手で、${lost}の損です。`,
    wrong: (move, lost) => `${move}は${lost}の損です。ほかの手を探してください。`,
    wrongOutcome: (move, outcome) => `${move}では${outcome}になります。ほかの手を探してください。`,
    solution: "最善手を見る",
    shown: (best) => `最善手は${best}です。`,
    next: "次へ",
    leave: "終わる",
    finished: (right, all) =>
      `これで終わりです。${numbers.count(all)}問中${numbers.count(right)}問を1回で正解しました。`,
  },

  practice: {
    title: "ここから打つ",
    intro: "今の局面から続きを打ちます。",
    color: "手番",
    server: "サーバーのコンピューターと",
    engine: "ブラウザーの中のエンジンと",
    levelHint: "エンジンの手は変化として残ります。",
    start: "ここから打つ",
    leave: "やめる",
    yourTurn: "あなたの手番です。",
    thinking: "エンジンが考えています。",
    loading: "エンジンを読み込んでいます。",
    over: (black, white) => `終局しました。${black}–${white}。`,
    gameOver: "終局しているので、打てる手がありません。",
    offline: "サーバーにつながっていないので、ブラウザーの中のエンジンとだけ打てます。",
  },

  export: {
    title: "書き出し",
    formats: {
      link: "この局面のリンク",
      transcript: "棋譜",
      ggf: "GGF",
      sgf: "SGF（変化つき）",
      svg: "図（SVG）",
      png: "図（PNG）",
      sheet: "番号付きの棋譜（PNG）",
      gif: "動く画像（GIF）",
    },
    copy: "コピー",
    copied: "コピーしました。",
    select: "このページからはコピーできません。文字を選択してコピーしてください。",
    text: "文字",
    save: "ファイルに保存",
    saved: (name) => `${name}として保存しました。`,
    mainLineOnly: "この形式に入るのは1つの手順だけです。盤上の手順を書き出します。",
    cannot: (why) => `この形式では書き出せません（${why}）。`,
    drawing: "画像を作っています。",
    noPicture: "このブラウザーでは図を描けませんでした。SVGで保存してください。",
    diagram: (position) => `局面 ${position}`,
  },

  openings: "自分の定石",
  link: "検討",
};
