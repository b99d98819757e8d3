// English: the archive of games, and what was played in a position.
import type { SearchProblemKind, TermKind } from "../../protocol/wire";
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";

const numbers = numbersOf("en");
const plural = pluralOf("en");

export const archive = {
  title: "Archive",
  field: "Names, dates, events, results, openings, moves, a board or a game",
  search: "Search",
  examplesTitle: "For example",
  examples: [
    "tamenori vs murakami since 2000",
    "tiger 40-24",
    "world championship 1990s",
    "tastet won since 2000",
    "f5d6c3d3c4f4f6",
  ] as readonly string[],
  reading: "Searching …",
  found: (count: number, isMore: boolean) =>
    isMore ? "more than 10,000 games" : plural(count, { one: "# game", other: "# games" }),
  nothing: "No game is like this.",
  people: (part: string, count: number) => `${numbers.count(count)} people called “${part}”:`,
  without: (part: string) => `Without “${part}”`,
  more: "Show more games",
  kinds: {
    player: "Player",
    opponent: "Opponent",
    event: "Event",
    opening: "Opening",
    position: "Position",
    date: "Date",
    result: "Result",
    score: "Score",
    origin: "Played",
  } satisfies Record<TermKind, string>,
  others: (count: number) => plural(count, { one: "and # more", other: "and # more" }),
  meant: (kind: string) => `Search it as: ${kind}`,
  problems: {
    "unknown-name": "no player, event or opening has this name",
    "too-many-names": "too many names have this part; give more of it",
    "third-player": "a game has two players, and two are named already",
    "no-player": "name the player who won or lost",
    "illegal-move": "the last of these moves is not legal",
    "no-position": "these cells are no position",
    "no-date": "there is no such date",
    "no-score": "no game has this score",
    twice: "one of this kind is named already",
    "open-quote": "the quotation mark is not closed",
    "too-many-words": "these are too many names for one search",
  } satisfies Record<SearchProblemKind, string>,
  notUnderstood: (part: string, why: string) => `“${part}”: ${why}.`,
  empty: "The archive has no games yet.",
  emptyHow:
    "The operator of the server can add them: stop the server, and import files. The WTHOR database of the French federation has 137,548 games of tournaments since 1977. Games that end on this server are added by themselves.",
  games: "Games",
  unknown: "?",
  score: (black: number, white: number) => `${black}–${white}`,
  gameName: (black: string, white: string, date: string, event: string) =>
    [`${black} – ${white}`, date, event].filter((part) => part !== "").join(", "),
  board: "Board and moves",
  noMoves: "Play a move on the board, or choose a game.",
  start: "Start position",
  findPosition: "List games with this position",
  analyse: "Analyse",
  book: "Opening book",
  page: "Page of the game",
  of: "Statistics of",
  counted: { all: "all games", found: "the games found" },
  statistics: {
    title: "What was played here",
    none: "No game has this position.",
    games: (count: number) =>
      plural(count, { one: "# game has this position.", other: "# games have this position." }),
    newest: "Only the newest games are counted.",
    results: "Won, drawn, lost",
    play: (move: string) => `Play ${move}`,
    unfold: (move: string) => `What was played after ${move}`,
    resultsOf: (wins: number, draws: number, losses: number) =>
      `${numbers.count(wins)} won, ${numbers.count(draws)} drawn, ${numbers.count(losses)} lost`,
    hint: "Wins, draws and losses are those of the side to move. The mean result in discs is over the games that were played to the end.",
    samples: "Newest games with this position",
    opening: (name: string) => `Opening: ${name}`,
  },
  openingName: (name: string) => name,
  event: {
    title: (name: string, year: string | null) => [name, year].filter(Boolean).join(" "),
    inArchive: "Search these games",
    none: "The archive has no games of this event.",
    newestOnly: (count: number) =>
      `These are the newest ${plural(count, { one: "# game", other: "# games" })} of this event; the standings count them alone. Choose a year to see all of it.`,
    standings: "Standings",
    columns: { player: "Player", points: "Points", games: "Games", discs: "Discs" },
    allPlayers: (count: number) => plural(count, { other: "All # players" }),
    gamesOf: (name: string) => `Games of ${name}`,
    open: "All games of this event",
  },
  results: {
    title: (name: string) => `Results of ${name}`,
    newest: "Only the newest 2,000 games are counted.",
    columns: { games: "Games", mean: "Mean" },
    colors: "By colour",
    openings: "By opening",
    opponents: "By opponent",
    black: "with black",
    white: "with white",
    none: "No games in the archive.",
  },
  export: {
    title: "Take these games along",
    most: "The newest first, up to 10,000; as WTHOR up to 1,000.",
    formats: {
      ggf: "GGF",
      transcript: "Moves, one game a line",
      wtb: "WTHOR: games",
      jou: "WTHOR: players",
      trn: "WTHOR: tournaments",
    },
  },
};
