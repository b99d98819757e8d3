// Japanese: the settings.
import type { Words } from "../type";

export const settings: Words["settings"] = {
  intro: "この端末のこのブラウザーでの設定です。",
  page: "ページ",
  board: "盤",
  moves: "打ち方",
  listen: "音と読み上げ",
  keyboard: "キーボード",
  language: "言語（Language）",
  theme: "配色",
  look: "盤の色",
  coordinates: "座標",
  confirmMoves: "着手の方法",
  speech: "読み上げの量（スクリーンリーダー向け）",
  volume: "音量",
  trySound: "試す",
  preview: "試し打ちの盤",
  previewHint: "印のあるマスを押してください。",
  reducedMotion: "システムの設定で動きを減らしているため、石は動きません。",
  allKeys: "キー操作の一覧",
  push: {
    title: "通知",
    reading: "ブラウザーに確認しています…",
    on: "通信戦で手番が来たら、この端末に知らせる",
    hint: "ページを閉じていても、手番ごとに1通だけ届きます。ほかの通知は送りません。ブラウザーの提供元を経由しますが、内容は提供元には読めません。",
    never: {
      insecure: "この機能は HTTPS のページでしか使えません。",
      unable:
        "このブラウザーでは、ページを閉じている間の通知を受け取れません。iPhone や iPad では、先にページをホーム画面に追加してください。",
      denied:
        "このページからの通知は拒否されています。ブラウザーの設定で許可してから、このページを開き直してください。",
      "no-server": "このサーバーは通知を送りません。",
    },
    failed: (why) => `できませんでした: ${why}`,
    unreachable: "ブラウザーがプッシュサービスに接続できません。しばらくしてからお試しください。",
  },
  options: {
    theme: { system: "システムに合わせる", light: "ライト", dark: "ダーク", contrast: "ハイコントラスト" },
    look: { classic: "緑", dark: "濃い緑", wood: "木目", mono: "灰色" },
    coordinates: { outside: "盤の外", inside: "マスの中", none: "なし" },
    confirmMoves: { none: "1回押すと打つ", "two-tap": "同じマスを2回押すと打つ" },
    speech: { little: "少なめ: 着手だけ", normal: "ふつう: 着手、返した石、石数", much: "多め: 打てる所も" },
  },
  switches: {
    showLegal: "打てる所に印を付ける",
    showPreview: "打つと返る石を示す",
    animation: "石が返る動きを見せる",
    typedMoves: "f5 のようにキーで打つ",
    singleKeys: "1文字のキーを使う（[ と ] で局面を進めるなど）",
    blindfold: "目隠し: 石を表示せず、マスの中身も読み上げない",
    spacing: "文字・語・行の間隔を広げる",
    sounds: "音",
  },
  sounds: {
    disc: "着手",
    pass: "パス",
    "low-time": "残り時間わずか",
    message: "メッセージ",
    start: "対局開始",
    end: "対局終了",
  },
};
