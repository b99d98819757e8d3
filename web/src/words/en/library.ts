// English: the library of games in the browser.
import { pluralOf } from "../plural";

const plural = pluralOf("en");
const games = (count: number) => plural(count, { one: "# game", other: "# games" });

export const library = {
  title: "Library",
  book: "In your library",
  intro: "A game in the library stays in this browser, with its variations, comments and values.",
  introWith: (account: string) =>
    `A game in the library is kept with the account ${account}, with its variations and comments.`,
  empty:
    "No game is kept here yet. A game on the board is kept under “Library”, a finished one below its result.",
  missing: "This browser keeps nothing: its storage is full or switched off. Export the game instead.",
  sync: (account: string) =>
    `Keep the library with the account ${account}, the same on all devices where this is on`,
  joined: (account: string) =>
    `The library is kept with the account ${account} from now on. It is shown here only while this account uses the browser.`,
  left: (account: string) =>
    `The library is kept in this browser alone from now on. The account ${account} keeps the games that it has.`,
  ofBrowser: (count: number) =>
    plural(count, {
      one: "# game that was kept without the account is in this browser alone.",
      other: "# games that were kept without the account are in this browser alone.",
    }),
  addOfBrowser: "Add to the library",
  notSynced: (reason: string) => `The account does not have the last changes yet. ${reason}`,
  full: "Its library is full: all games together may have 4 MiB.",
  tooLarge: (count: number) =>
    plural(count, {
      one: "# game is too large for the account, and stays in this browser alone.",
      other: "# games are too large for the account, and stay in this browser alone.",
    }),
  keep: "Keep in the library",
  keepGames: (count: number) => `Keep ${games(count)} in the library`,
  kept: (count: number) =>
    plural(count, { one: "The game is in the library.", other: "# games are in the library." }),
  folder: "Folder",
  note: "Note",
  saved: "Saved.",
  all: "All folders",
  binWith: (count: number) => `Recycle bin (${count})`,
  bin: "Throw away",
  binned: "The game is in the recycle bin, for 30 days.",
  restore: "Take back",
  restored: "The game is back in the library.",
  emptyBin: "Empty the recycle bin",
  emptied: (count: number) =>
    plural(count, { one: "One game is gone for good.", other: "# games are gone for good." }),
  edit: "Edit",
  editName: (name: string) => `Edit: ${name}`,
  filter: "Find players, events, notes or moves",
  found: (count: number) => `${games(count)}.`,
  more: "Show more",
  format: "Format",
  write: (count: number) => `Export ${games(count)}`,
  written: (name: string, leftOut: number) =>
    leftOut === 0
      ? `Saved as ${name}.`
      : `Saved as ${name}. ${plural(leftOut, {
          one: "# game is left out: the format cannot hold it.",
          other: "# games are left out: the format cannot hold them.",
        })}`,
};
