// Japanese: the lobby, conversations, users and what can be done with them.
import type { FollowedUser, ReportOutcome } from "../../protocol/wire";
import { numbersOf } from "../numbers";
import type { Words } from "../type";

const numbers = numbersOf("ja");

const outcomes: Record<ReportOutcome, string> = {
  "no-action": "処置なし",
  warned: "相手に警告しました",
  silenced: "相手の書き込みをしばらく止めました",
  banned: "相手の利用を禁止しました",
};

/** What a moderator did to the user. */
const actions: Partial<Record<string, (by: string, reason: string) => string>> = {
  silence: (by, reason) => `${by}により、しばらく書き込めません: ${reason}`,
  kick: (by, reason) => `${by}により切断されました: ${reason}`,
  ban: (by, reason) => `${by}により利用を禁止されました: ${reason}`,
  unban: (by) => `${by}が利用禁止を解除しました。`,
  role: (by, reason) => `${by}により、役割が${reason}になりました。`,
};

function presence({ name, display_name, online, games = [] }: FollowedUser): string {
  const who = display_name ?? name;
  const [game] = games;
  if (game) return `${who}が対局中: ${game.black} – ${game.white}`;
  return online ? `${who}がオンラインになりました。` : `${who}がオフラインになりました。`;
}

export const lobby: Words["lobby"] = {
  titles: {
    newGame: "新しい対局",
    join: "招待",
    lobby: "ロビー",
    messages: "メッセージ",
  },
  chat: "チャット",
  people: "みんな",
  peopleCount: (count) => `みんな（${numbers.count(count)}）`,
  say: "全員へのメッセージ",
  sayAs: "ゲストとして発言します。名前はサーバーが付けます。",
  send: "送信",
  empty: "しばらく書き込みがありません。あいさつしてみましょう。",
  earlier: "前の書き込みを表示",
  newLines: (count) => `新着${numbers.count(count)}件`,
  waiting: "送信待ち",
  refused: (reason) => `送れませんでした: ${reason}`,
  again: "再送",
  edit: "書き直す",
  friends: "フォロー中",
  players: "プレイヤー",
  bots: "コンピューター",
  find: "人を探す",
  more: (count) => `ほか${numbers.count(count)}人`,
  you: "あなた",
  guest: "ゲスト",
  bot: "コンピューター",
  roles: {
    guest: "ゲスト",
    proxy: "ほかのサーバーの人",
    bot: "コンピューター",
    bridge: "ほかのサーバーへのブリッジ",
    player: "プレイヤー",
    moderator: "モデレーター",
    admin: "管理者",
  },
  playing: (games) => (games === 1 ? "対局中" : `${games}局対局中`),
  hidden: (count) => `非表示の人（${numbers.count(count)}）`,
  showAgain: "再び表示",
  announced: (text) => `サーバーからのお知らせ: ${text}`,
  moderated: (by, action, reason) => actions[action]?.(by, reason) ?? `${by}: ${action}（${reason}）`,
  reportClosed: (name, outcome) => `${name}についての通報が処理されました: ${outcomes[outcome]}。`,
  reported: (name, report) => `${name}が通報されました。通報${report}がモデレーターを待っています。`,
  presence,
  person: {
    profile: "プロフィール",
    challenge: "挑戦",
    message: "メッセージ",
    follow: "フォロー",
    unfollow: "フォローをやめる",
    mute: "ミュート",
    muteHint: "この人の書き込みと募集を表示しません。",
    block: "ブロック",
    blockHint: "この人を一切表示しません。相手もメッセージや挑戦を送れません。",
    unhide: "再び表示",
    report: "通報",
    close: "閉じる",
    online: "オンライン",
    offline: "オフライン",
    lastSeen: (time) => `最終ログイン ${time}`,
    hidden: "この人を非表示にしています。",
    signIn: "ログイン",
    signInFor: "フォロー・ミュート・ブロック・通報には、ログインするかゲストで入ってください。",
    follows: "あなたをフォローしています",
  },
  report: {
    title: (name) => `${name}を通報`,
    intro: "モデレーターが、理由と選んだ書き込みを前後も含めて読みます。相手には知らせません。",
    lines: "問題の書き込み",
    noLines: "選ばないと、この人の最近のメッセージをモデレーターが見ます。",
    reason: "理由",
    reasonHint: "1、2文で十分です。",
    send: "通報する",
    cancel: "やめる",
    sent: "ありがとうございます。モデレーターが処理したらお知らせします。",
    empty: "理由を書いてください。",
  },
  messages: {
    list: "会話",
    none: "まだメッセージはありません。ロビーで選ぶか、名前を入力してください。",
    visitor: "メッセージには名前が必要です。ログインするか、ゲストで入ってください。",
    writeTo: "あて先",
    open: "開く",
    back: "会話の一覧",
    actions: "その他",
    to: (name) => `${name}へのメッセージ`,
    start: (name) => `${name}に最初のメッセージを書きましょう。オフラインの人は次に来たとき読みます。`,
    unread: (count) => `新着${numbers.count(count)}件`,
    you: (text) => `あなた: ${text}`,
  },
  user: {
    reading: "プロフィールを読み込んでいます…",
    none: (name) => `${name}というユーザーはいません。`,
    since: (date) => `${date}に登録`,
    guestSince: (date) => `${date}から`,
    followers: (count) => `フォロワー${numbers.count(count)}人`,
    ratings: "レーティング",
    noRatings: "レート戦はまだありません。",
    columns: { class: "速さ", rating: "レート", games: "対局", won: "勝", drawn: "分", lost: "敗" },
    deviation: (deviation) => `± ${numbers.count(deviation)}`,
    now: "対局中",
    history: "最近の対局",
    noHistory: "対局はまだありません。",
    deviceGames: "端末との対局",
    deviceGamesHint: "通信なしで端末のコンピューターと打った対局です。レートにも成績にも入りません。",
    allDeviceGames: "端末との対局をすべて見る",
    older: "前の対局を表示",
    score: (own, other) => `${own}–${other}`,
    results: { won: "勝ち", drawn: "引き分け", lost: "負け", aborted: "中止", running: "対局中" },
    against: (name) => `対 ${name}`,
    edit: "プロフィールを変更",
    bot: "このサーバーのコンピューター",
  },
};
