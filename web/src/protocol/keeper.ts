// Keeps what the server has not acknowledged in the storage of the tab, over a reload of the page.
import type { Keeper, KeptCommand } from "./outbox";
import type { Command } from "./wire";

const COMMANDS = "willow-unacknowledged";
const WORD = "willow-client";

/** Keeps commands in a storage. Without one (some private windows) nothing is kept. */
export function keeperIn(storage: Storage | null): Keeper {
  return {
    load: () => read(storage),
    save(commands) {
      try {
        if (commands.length === 0) storage?.removeItem(COMMANDS);
        else storage?.setItem(COMMANDS, JSON.stringify(commands));
      } catch {
        // A full storage: the commands last as long as the page.
      }
    },
  };
}

/** Returns the client's word of this tab, to which the ids of its commands belong: the same after a reload. */
export function clientWordIn(storage: Storage | null, makeWord: () => string): string {
  try {
    const word = storage?.getItem(WORD) ?? makeWord();
    storage?.setItem(WORD, word);
    return word;
  } catch {
    return makeWord();
  }
}

/** Returns the storage of the tab, if the browser lets the page have one. */
export function tabStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

function read(storage: Storage | null): KeptCommand[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(COMMANDS) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isKeptCommand) : [];
  } catch {
    return [];
  }
}

function isKeptCommand(value: unknown): value is KeptCommand {
  if (typeof value !== "object" || value === null) return false;
  const { id, command, user, at } = value as Partial<Record<keyof KeptCommand, unknown>>;
  return typeof id === "string" && typeof user === "string" && typeof at === "number" && isCommand(command);
}

/** Only this page writes into its storage, so the name of the command is check enough. */
function isCommand(value: unknown): value is Command {
  if (typeof value !== "object" || value === null || !("do" in value)) return false;
  return ["move", "say", "tell", "gsay"].some((name) => name === value.do);
}
