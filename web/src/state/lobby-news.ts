// Quiet lines in words, and which of them the frame shows everywhere.
import { detailOf } from "./log-detail";
import { words } from "../words";
import type { News } from "./lobby.svelte";

/** Says what a quiet line tells. */
export function newsText(news: News): string {
  switch (news.event) {
    case "announced":
      return words.lobby.announced(news.text);
    case "moderated":
      return words.lobby.moderated(news.by, news.action, detailOf(news.action, news.reason));
    case "report-closed":
      return words.lobby.reportClosed(news.name, news.outcome);
    case "reported":
      return words.lobby.reported(news.name, news.report);
    case "presence":
      return words.lobby.presence(news);
  }
}

/** Whether everybody must read it, also outside the lobby. Who is online is for the lobby alone. */
export function isForEverybody(news: News): boolean {
  return news.event !== "presence";
}
