// Japanese: the board and what is said of it.
import type { Side } from "../../protocol/wire";
import type { Who } from "../en/board";
import type { Words } from "../type";

const who: Record<Who, string> = { black: "黒", white: "白", you: "あなた" };

const speech: Words["board"]["speech"] = {
  moved: (side, square, turned) =>
    turned.length === 0
      ? `${who[side]}${square}。`
      : `${who[side]}${square}、${turned.length}石返し、${turned.join(" ")}。`,
  movedOnly: (side, square) => `${who[side]}${square}。`,
  passed: (side) => `${who[side]}はパス。`,
  moves: (person, count) =>
    count === 0
      ? `${who[person]}は打てる所がなく、パスです。`
      : `${who[person]}の打てる所は${count}か所です。`,
  movesListed: (person, squares) =>
    `${who[person]}の打てる所は${squares.length}か所、${squares.join("、")}。`,
  score: (discs) => `${discs.black}対${discs.white}。`,
  scoreLong: (discs) => `黒${discs.black}、白${discs.white}、空き${64 - discs.black - discs.white}。`,
  chosen: (square) => `${square}を選びました。もう一度押すと打ちます。`,
  illegal: (square) => `${square}には打てません。`,
  premove: (square) => `手番が来たとき、打てれば${square}に打ちます。`,
  timeLeft: (person, time) => `${who[person]}の残り${time}。`,
  time: (person, time) => (time === null ? `${who[person]}、時計なし。` : `${who[person]}、${time}。`),
  days: (count) => `${count}日`,
  hours: (count) => `${count}時間`,
  minutes: (count) => `${count}分`,
  seconds: (count) => `${count}秒`,
  over: "対局は終わりました。",
  aborted: "対局は中止されました。結果はつきません。",
  resigned: (loser) => `${who[loser]}が投了しました。`,
  timeout: (loser) => `${who[loser]}の時間切れです。`,
  abandoned: (loser) => `${who[loser]}が対局を離れました。`,
  forfeited: (loser) => `${who[loser]}の反則負けです。`,
  wins: (person) => `${who[person]}の勝ちです。`,
  winsBy: (person, high, low) => `${high}対${low}で${who[person]}の勝ちです。`,
  winsByMargin: (person, by) => `${who[person]}の${by}石勝ちです。`,
  drawn: (each) => `${each}対${each}で引き分けです。`,
  row: (row, contents) => `${row}行、${contents}。`,
  diagonal: (from, to, contents) =>
    from === to ? `斜め${from}、${contents}。` : `斜め${from}から${to}、${contents}。`,
  column: (column, contents) => `${column}列、${contents}。`,
  run: (from, to, contents) => (from === to ? `${from}${contents}` : `${from}から${to}${contents}`),
};

const commands: Words["board"]["commands"] = {
  label: "コマンド",
  hint: "マスを入力すると打ちます。? で一覧を表示します。",
  send: "実行",
  move: "その手を打つ",
  last: "直前の手",
  clocks: "時計",
  score: "石数（黒が先）",
  opponent: "対局者",
  legal: "打てる所",
  row: "行を読む",
  column: "列を読む",
  diagonals: "そのマスを通る斜めを読む",
  board: "盤全体を行ごとに読む",
  stable: "確定石",
  turns: "そこに打つと返る石",
  value: "直前の手と次の手の評価（検討と定石ブックのみ）",
  say: "対局のチャットに書く",
  resign: "投了する（2回入力）",
  help: "この一覧",
  argument: { square: "f5", row: "3", column: "d", text: "こんにちは" },
  noMoveYet: "まだ1手も打たれていません。",
  notYourTurn: "相手の手番です。",
  youOnlyWatch: "この対局の対局者ではありません。",
  gameOver: "対局は終わっています。",
  played: (square) => `${square}を送りました。`,
  playedHere: (square) => `${square}に打ちました。`,
  clocksStopped: "時計が止まっています。先に時計を動かしてください。",
  noValue: "評価がわかるのは検討と定石ブックだけです。",
  said: "送りました。",
  nobodyReads: "ここにはチャットがありません。",
  resignAgain: "投了するには、もう一度 resign と入力してください。",
  resigned: "投了を送りました。",
  player: (side, name, rating) =>
    rating === null ? `${who[side]}は${name}。` : `${who[side]}は${name}、レーティング${rating}。`,
  opponentIs: (name, rating) =>
    rating === null ? `相手は${name}です。` : `相手は${name}、レーティング${rating}です。`,
  unknown: (word) => `「${word}」というコマンドはありません。? で一覧を表示します。`,
  needsRow: "r のあとに行の数字を入力してください。例: r 3",
  needsColumn: "f のあとに列の文字を入力してください。例: f d",
  needsSquare: (word) => `${word} のあとにマスを入力してください。例: ${word} f5`,
  notKnown: "このブラウザーではわかりません。",
  stableOf: (side, squares) =>
    squares.length === 0
      ? `${who[side]}の確定石はありません。`
      : `${who[side]}の確定石は${squares.length}個、${squares.join(" ")}。`,
  wouldTurn: (square, turned) => `${square}に打つと${turned.length}石返ります。${turned.join(" ")}。`,
  needsText: "say のあとに文を入力してください。",
  noArgument: (word) => `「${word}」のあとには何も付けられません。`,
};

export const board: Words["board"] = {
  board: "盤",
  comma: "、",
  gap: "",
  cell: {
    empty: "空き",
    black: "黒",
    white: "白",
    legal: "打てる",
    turns: (discs) => `${discs}石返る`,
    lastMove: "直前の手",
    premove: "予約手",
    chosen: "選択中、もう一度押すと打ちます",
  },
  lastMoveOf: (square) => `直前の手は${square}`,
  mini: (discs: Record<Side, number>, toMove: Side | null) =>
    `黒${discs.black}、白${discs.white}` + (toMove === null ? "" : `、${who[toMove]}番`),
  speech,
  commands,
};
