// The names of players, as this page writes them.
import { words } from "../words";

/** The programs of devices, as the server calls them. */
const DEVICE_PROGRAM = /^Willow on a device \((?:level (\d+)|([\w-]+))\)$/;

/** What a player is called who has no name for others: programs in the language of the page. */
export function playerName(name: string): string {
  const [, level, like] = DEVICE_PROGRAM.exec(name) ?? [];
  if (level !== undefined) return words.archive.onDevice(words.table.program(Number(level)));
  return like === undefined
    ? words.games.bots.name(name)
    : words.archive.onDevice(words.games.bots.name(like));
}
