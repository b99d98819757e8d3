// Japanese: why the engine in the browser has no answer, and what can be done.
import type { Words } from "../type";

export const engine: Words["engine"] = {
  "not-a-position": "局面として読めません。64マスと手番が必要です。直してもう一度試してください。",
  "not-a-move": "マスとして読めません。a1からh8で指定してください。",
  "illegal-move": "この手では石が返りません。ほかのマスを選んでください。",
  "bad-limits": "ページの不具合で探索を始められません。読み込み直してもう一度試してください。",
  "too-long": "1局の手数を超えています。",
  "no-moves": "解析する手がありません。対局が終わっているか、手番側がパスです。",
  "not-weights": "エンジンのデータが壊れているか、版が違います。ページを読み込み直してください。",
  "no-memory": "メモリーが足りません。ほかのタブを閉じてもう一度試してください。",
  "cannot-load": "エンジンを読み込めませんでした。接続を確かめてもう一度試してください。",
  unsupported:
    "このブラウザーではエンジンが動きません。2023年以降のFirefox、Chrome、Safariなどを使ってください。",
  crashed: "エンジンが異常終了しました。もう一度試すと起動し直します。",
  stopped: "手が見つかる前に探索が止められました。",
  closed: "エンジンは終了しています。ページを読み込み直してください。",
};
