// Japanese: the place of a game.
import { numbersOf } from "../numbers";
import type { Words } from "../type";

const numbers = numbersOf("ja");

/** The result that is offered. */
function outcome(winner: string | null, by: number): string {
  return winner === null ? "引き分け" : `${winner}の${by}石勝ち`;
}

export const game: Words["game"] = {
  title: (black, white) => `${black} 対 ${white}`,
  number: (number) => `第${number}局`,
  reading: "対局を読み込んでいます。",
  failed: "今は対局を読み込めません。",
  again: "もう一度",
  missing: "この番号の対局はないか、見ることができません。",
  missingPrivate: "終わった非公開の対局は、対局者だけが見られます。",
  signInToSee: "自分の対局なら、ログインしてください。",
  toGames: "今打たれている対局を見る",

  black: "黒",
  white: "白",
  discs: (count) => `${numbers.count(count)}石`,
  toMove: "手番",

  tabs: "開いている対局",
  tabTurn: "あなたの手番",
  tabOver: "終局",

  clock: {
    of: (name) => `${name}の時計`,
    none: "時計なし",
    days: (days, hours) => `${days}日${hours}時間`,
    byoyomi: (time) => `秒読み、1手${time}`,
    thenByoyomi: (time) => `切れたら1手${time}`,
    extension: "延長中: よくて2石負け",
    thenExtension: (time) => `切れたら1回だけ${time}延長`,
    increment: (time) => `1手ごとに+${time}`,
    low: "残りわずか",
    seconds: (seconds) => `${seconds}秒`,
    minutes: (minutes) => `${minutes}分`,
    hours: (hours) => `${hours}時間`,
    wholeDays: (days) => `${days}日`,
  },

  away: {
    claimIn: (time) => `相手が離席中です。あと${time}で勝ちを宣言できます。`,
    claimNow: (name) => `${name}は離席中です。`,
    seen: (name) => `${name}は離席中です。`,
    claim: "勝ちを宣言",
  },

  status: {
    yourTurn: "あなたの手番です。",
    turnOf: (name) => `${name}の手番です。`,
    sent: (move) => `${move}を送っています。`,
    offlineSent: (move) => `オフラインです。最後の手（${move}）は、つながったら送られます。`,
    offline: "オフラインです。打った手は、つながったら送られます。",
    premove: (move) => `手番が来たら${move}に打ちます。`,
    dropPremove: "取り消す",
    goneOn: (count) => `対局が${numbers.count(count)}手進みました。`,
    lookingBack: (ply, plies) => `${plies}手中の${ply}手目。`,
    back: "対局に戻る",
    takebackAsked: (name, move) => `${name}が${move}の待ったを頼んでいます。`,
    takebackAskedByYou: (move, name) => `${move}の待ったを頼みました。${name}の返事を待っています。`,
    accept: "認める",
    refuse: "断る",
    resultOffered: (name, winner, by) => `${name}が「${outcome(winner, by)}」での終局を提案しています。`,
    resultOfferedByYou: (winner, by, name) =>
      `「${outcome(winner, by)}」での終局を提案しました。${name}の返事を待っています。`,
    adjournAsked: (name) => `${name}が中断を頼んでいます。2人が再開するまで時計は止まります。`,
    continueAsked: (name) => `${name}が再開を頼んでいます。`,
    askedByYou: (name) => `頼みました。${name}の返事を待っています。`,
    adjourned: "対局は中断中です。2人が再開するまで時計は止まっています。",
    bid: "初手のマスと、その価値（石数）を入札してください。高いほうの手で始まります。",
    bidWaits: "相手が入札するまで、あなたの入札は見えません。",
    moveWaits: (move) =>
      `もう1局にも着手があると、あなたの手${move === null ? "" : `（${move}）`}が相手に見えます。`,
    opponentWaits: "相手は着手しました。もう1局にも着手があると見えます。",
    rematchOffered: (name) => `${name}が再戦を申し込んでいます。`,
    rematchOfferedByYou: (name) => `再戦を申し込みました。${name}の返事を待っています。`,
    rematchDeclined: (name) => `${name}は再戦を断りました。`,
    rematchBegun: "再戦が始まりました。",
    toRematch: "再戦へ",
    withdraw: "取り下げる",
    decline: "断る",
  },

  news: {
    started: "対局が始まりました。",
    passed: (name) => `${name}は打てる所がなく、パスです。`,
    youPass: "打てる所がないので、パスになりました。",
    takenBack: (name) => `${name}が手を戻しました。`,
    youTookBack: "手を戻しました。",
    refused: "待ったは断られました。",
    given: (name, seconds) => `${name}に${seconds}が贈られました。`,
    givenYou: (seconds) => `${seconds}を贈られました。`,
    gone: (name) => `${name}が離席しました。`,
    back: (name) => `${name}が戻りました。`,
    resumed: "対局を再開しました。その間、時計は止まっていました。",
    komi: (komi, black, white) => `コミ${komi}。黒は${black}、白は${white}です。`,
    requestRefused: "断られました。",
    unrated: "フリー対局になりました。レートは変わりません。",
    yourTurnIn: (name) => `${name}との対局で、あなたの手番です。`,
    endedIn: (name) => `${name}との対局が終わりました。`,
  },

  moves: {
    title: "棋譜",
    pass: "パス",
    first: "最初の局面",
    previous: "1手戻る",
    next: "1手進む",
    last: "最後の局面",
    at: (ply, plies) => `${ply}/${plies}手`,
    moveName: (ply, color, move, time) => `${ply}手目 ${color}${move}${time === "" ? "" : ` ${time}`}`,
    none: "まだ1手も打たれていません。",
  },

  decided: {
    ask: "勝敗を分けた手は？",
    looking: "勝敗を分けた一手を探しています…",
    nothing: "大きく損をした手はありませんでした。",
    sentence: (isYours, ply, move, better, loss) => {
      const what = `勝敗を分けたのは${ply}手目、${isYours ? "あなたの" : "相手の"}${move}`;
      return loss === null
        ? `${what}。${better}が正解でした。`
        : `${what}。${better}なら${loss}石良い結果でした。`;
    },
    show: "盤で見る",
  },

  actions: {
    title: "操作",
    hint: "ヒント",
    hinted: (square) => `${square}が良い手です。`,
    noHint: "エンジンを読み込めず、ヒントを出せません。",
    hintWhy: "なぜ？",
    hintMove: "その手は",
    atOnce: "見落としをすぐ教える",
    assisted: (times) => `ヒント${times}回を使った対局です。`,
    analyse: "検討",
    resign: "投了",
    resignAgain: "本当に投了",
    abort: "中止",
    abortAgain: "本当に中止",
    newGame: "新しい対局",
    newGameAgain: "この対局をやめる",
    learn: "次の問題",
    takeback: "待った",
    giveTime: (seconds) => `${seconds}贈る`,
    more: "その他",
    adjourn: "中断",
    continue: "再開",
    result: "あなたの結果（石差）",
    resultShort: "石差",
    offerResult: "提案",
    bidSquare: "初手",
    bidValue: "価値（石）",
    bid: "入札",
    rematch: "再戦",
    leave: "観戦をやめる",
    close: "閉じる",
  },

  talk: {
    title: "チャット",
    players: "対局者",
    spectators: "観戦者",
    say: "メッセージ",
    unread: (count) => `未読${numbers.count(count)}件`,
    signIn: "書き込むには、ログインしてください。",
    playersOnly: "2人の対局者だけが読みます。",
    spectatorsOnly: "対局者は終局後に読めます。",
  },

  watchers: {
    count: (count) => `観戦者${numbers.count(count)}人。`,
    none: "観戦者はいません。",
    visitors: (count) => `名前のない${numbers.count(count)}人`,
  },

  end: {
    title: "結果",
    score: (black, white) => `${black}–${white}`,
    onBoard: (score) => `盤上の石数: ${score}`,
    wins: (name, by) => `${name}の${by}石勝ち。`,
    youWin: (by) => `あなたの${by}石勝ちです。`,
    youLose: (by) => `あなたの${by}石負けです。`,
    win: "あなたの勝ちです。",
    winner: (name) => `${name}の勝ちです。`,
    draw: "引き分け。",
    unknown: "結果は不明です。",
    agreed: "合意により終局しました。",
    resigned: (name) => `${name}が投了しました。`,
    youResigned: "投了しました。",
    timeout: (name) => `${name}の時間切れ。`,
    yourTimeout: "時間切れになりました。",
    abandoned: (name) => `${name}は長く離席しました。`,
    youAbandoned: "長く離席したため負けになりました。",
    forfeited: (name) => `${name}の反則負け。`,
    aborted: "対局は中止されました。結果はつきません。",
    rating: (name, before, after, change) => `${name}: ${before} → ${after}（${change}）`,
    timeUsed: (name, time) => `${name}の消費時間 ${time}`,
    pair: (name, total) => `2局合計: ${name} ${total}`,
    twin: "対になるもう1局",
    imported: (date, event, place) => [event, place, date].filter((part) => part !== "").join("、"),
  },

  thoughts: {
    title: "コンピューターの読み",
    value: (discs, exact) => (exact ? `${discs}（完全読み）` : discs),
    depth: (depth) => `深さ${depth}`,
    at: (move) => `${move}について:`,
    none: "この手についての記録はありません。",
  },

  share: {
    title: "共有",
    link: "この対局のリンク",
    record: "棋譜（文字）",
    copyLink: "リンクをコピー",
    copyRecord: "棋譜をコピー",
    copied: "コピーしました。",
    share: "共有",
    select: "このページからはコピーできません。文字を選択してコピーしてください。",
  },

  terms: (clock, rated, isPrivate) =>
    `${clock}、${rated ? "レート戦" : "フリー対局"}${isPrivate ? "、非公開" : ""}`,
};
