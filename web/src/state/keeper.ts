// Keeps what the server has not acknowledged in the storage of the tab, over a reload of the page.
import type { Keeper, KeptCommand } from "../protocol/outbox";
import { keepInTab, readKeptInTab, readTextInTab } from "./storage";

const COMMANDS = "willow-unacknowledged";
const WORD = "willow-client";

/** Keeps commands as long as the tab. Without a storage (some private windows) nothing is kept. */
export const tabKeeper: Keeper = {
  load: () => {
    const kept = readKeptInTab(COMMANDS);
    return Array.isArray(kept) ? kept.filter(isKeptCommand) : [];
  },
  save: (commands) => keepInTab(COMMANDS, commands),
};

/** Returns the client's word of this tab, to which the ids of its commands belong: the same after a reload. */
export function clientWordOf(makeWord: () => string): string {
  const kept = readKeptInTab(WORD);
  // Older versions of the page kept the bare word.
  const word = typeof kept === "string" ? kept : (readTextInTab(WORD) ?? makeWord());
  keepInTab(WORD, word);
  return word;
}

/** Only this page writes into its storage, so the name of the command is check enough. */
function isKeptCommand(value: unknown): value is KeptCommand {
  const { id, command, user, at } = (value ?? {}) as Partial<Record<keyof KeptCommand, unknown>>;
  if (typeof id !== "string" || typeof user !== "string" || typeof at !== "number") return false;
  if (typeof command !== "object" || command === null || !("do" in command)) return false;
  return ["move", "say", "tell", "gsay"].some((name) => name === command.do);
}
