// The games of the library by their ids: folders and search.
import type { FileEntry } from "../rules";
import { fits } from "./file.svelte";

/** A game that can be kept. */
export interface KeepableGame extends Omit<FileEntry, "kind"> {
  /** The name of a game that is kept again when it has changed. Others are known by what they are. */
  readonly id?: string;
  /** Black's discs less White's, empties to the winner, of a game that was seen to its end. Null without a winner. */
  readonly result?: number | null | undefined;
  /** Whether one side was the program of this device. */
  readonly isAgainstDevice?: boolean;
}

/** A game as the list shows it. */
export interface LibraryGame extends KeepableGame {
  readonly id: string;
  /** Empty for none. */
  readonly folder: string;
  readonly note: string;
  /** When it was kept, in milliseconds since 1970. */
  readonly keptAt: number;
  /** When it was thrown away; `null` if it was not. */
  readonly binnedAt: number | null;
  /** A number that its last change has alone. What the engine finds and where one looks at it are no changes. */
  readonly edit?: number | undefined;
  /** What the account has of it; missing if it has nothing, or there is no account. */
  readonly known?: KnownState | undefined;
  /** The revision as which it last came from elsewhere: a study with an earlier state is out of date. */
  readonly taken?: number | undefined;
}

/** The state of a game that an account has. */
export interface KnownState {
  readonly revision: number;
  /** The change that made it, or `FOREIGN`. */
  readonly edit: number;
  /** When it came to the server, by its clock. */
  readonly at: number;
}

/** How long a game lies in the recycle bin, in milliseconds: 30 days. */
export const BIN_MS = 30 * 24 * 60 * 60 * 1000;

/** The change of a state that another browser has made, and this one has not taken. */
export const FOREIGN = -1;

/** Whether the account does not have the last change of a game. */
export function isUnsent({ known, edit = 0 }: LibraryGame): boolean {
  return known?.edit !== edit;
}

/** What people write of a game, without its variations, as one text. */
export function textOf(game: LibraryGame): string {
  const { start, transcript, black, white, event, result, isAgainstDevice, folder, note, binnedAt } = game;
  const players = [black, white, event, result ?? null, isAgainstDevice ?? false];
  return JSON.stringify([start, transcript, ...players, folder, note, binnedAt !== null]);
}

/** A number for a change. */
export const newEdit = (): number => 1 + Math.random();

/** The id of a game that has no name of its own. */
export function idOf({ start, transcript, black, white, event }: KeepableGame): string {
  return [start, transcript, black, white, event].join(" ");
}

/** Finds games again: the same moves of the same players, in the same event where both tell it. */
export function finderOf(games: Games): (game: KeepableGame) => LibraryGame | undefined {
  const known = new Map<string, LibraryGame[]>();
  const keyOf = (game: KeepableGame) => idOf({ ...game, event: "" });
  for (const game of games.values()) known.set(keyOf(game), [...(known.get(keyOf(game)) ?? []), game]);
  return (game) =>
    known.get(keyOf(game))?.find(({ event }) => event === game.event || event === "" || game.event === "");
}

/** Part of the library: a folder, all of them, or what was thrown away. */
export type Section = { readonly kind: "all" | "bin" } | { readonly kind: "folder"; readonly name: string };

/** The games by their ids. */
export type Games = ReadonlyMap<string, LibraryGame>;

/** Adds games. They take the places of their earlier states. */
export function withGames(known: Games | null, changed: readonly LibraryGame[]): Games {
  return new Map([...(known ?? []), ...changed.map((game) => [game.id, game] as const)]);
}

export function withoutGames(known: Games, ids: readonly string[]): Games {
  return new Map([...known].filter(([id]) => !ids.includes(id)));
}

/** A game that was deleted here, until the account knows it. */
export interface Deletion {
  readonly id: string;
  /** The revision that was deleted. */
  readonly deleted: number;
}

/** What was deleted, by the ids of the games. */
export type Deletions = ReadonlyMap<string, Deletion>;

export const NO_DELETIONS: Deletions = new Map();

/** Takes deletions out, and adds others. */
export function withDeletions(
  known: Deletions,
  ids: readonly string[],
  added: readonly Deletion[],
): Deletions {
  const others = [...known].filter(([id]) => !ids.includes(id));
  return new Map([...others, ...added.map((deletion) => [deletion.id, deletion] as const)]);
}

/** The names of the folders, in their order. */
export function foldersOf(games: Games): string[] {
  const used = [...games.values()].filter(({ binnedAt }) => binnedAt === null);
  return [...new Set(used.map(({ folder }) => folder))].filter((name) => name !== "").sort();
}

/** The games of a section that fit what is looked for, the newest first. */
export function findGames(games: Games, section: Section, wanted: string): LibraryGame[] {
  const isIn = ({ binnedAt, folder }: LibraryGame) =>
    (binnedAt !== null) === (section.kind === "bin") &&
    (section.kind !== "folder" || folder === section.name);
  const text = wanted.trim().toLowerCase();
  const isWanted = (game: LibraryGame) => fits(game, wanted) || game.note.toLowerCase().includes(text);
  return [...games.values()]
    .filter((game) => isIn(game) && isWanted(game))
    .sort((one, other) => (other.binnedAt ?? other.keptAt) - (one.binnedAt ?? one.keptAt));
}
