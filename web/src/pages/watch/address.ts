// The address of the place where one watches: its channel.
import { CHANNELS, type Channel } from "./channels";

/** Reads the channel of a query. */
export function channelOf(query: string): Channel {
  const asked = new URLSearchParams(query).get("channel");
  return CHANNELS.find((channel) => channel === asked) ?? "all";
}

/** Writes the query of a channel. */
export function queryOf(channel: Channel): string {
  return channel === "all" ? "" : `?channel=${channel}`;
}
