// English: friends, leader boards, and a user's record.
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";

const numbers = numbersOf("en");
const plural = pluralOf("en");

export const people = {
  title: "Players",
  friends: "Friends online",
  noFriends: "None of your friends is online now.",
  friendsNeedAccount: "Friends are users who follow each other. This needs an account.",
  followed: "Whom you follow",
  noFollowed: "You follow nobody yet. Press Follow on a profile.",
  offline: "offline",
  online: "online",
  plays: (black: string, white: string) => `plays: ${black} – ${white}`,
  find: "Find a player",
  findHint: "The beginning of the name.",
  noneFound: "No name begins like this.",
  leaders: "Best players",
  leadersHint:
    "Who has played enough rated games of this speed. The rating of who pauses grows uncertain, and leaves the list.",
  noLeaders: "Nobody has played enough rated games of this speed yet.",
  columns: { rank: "Rank", name: "Name", rating: "Rating", games: "Games" },
  chart: {
    title: "Ratings over time",
    slider: "Rating after each rated game",
    none: "No rated games of this speed.",
    /** `change` is what the game gave or took, with its sign; the first rating has none. */
    point: (date: string, rating: number, deviation: number, change: string | null) =>
      `${date}: ${numbers.rating(rating)} ± ${numbers.count(deviation)}${change === null ? "" : `, ${change} by this game`}`,
    game: "The game",
    columns: { date: "Date", rating: "Rating", deviation: "Uncertainty" },
    tableOf: (count: number, isNewestOnly: boolean) =>
      isNewestOnly
        ? `As a table (the newest ${plural(count, { one: "# rated game", other: "# rated games" })})`
        : `As a table (${plural(count, { one: "# rated game", other: "# rated games" })})`,
  },
  record: "Games on this server",
  versus: {
    title: (name: string) => `You and ${name}`,
    none: "You have not played each other yet.",
    line: (wins: number, draws: number, losses: number) =>
      `You have won ${numbers.count(wins)}, drawn ${numbers.count(draws)} and lost ${numbers.count(losses)}.`,
    games: "Games of you two",
  },
};
