// The address of the watch page: its channel.
import { CHANNELS, type Channel } from "./channels";

export function channelOf(query: string): Channel {
  const asked = new URLSearchParams(query).get("channel");
  return CHANNELS.find((channel) => channel === asked) ?? "all";
}

export function queryOf(channel: Channel): string {
  return channel === "all" ? "" : `?channel=${channel}`;
}
