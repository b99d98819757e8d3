// French: friends, leader boards, and a user's record.
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";
import type { Words } from "../type";

const numbers = numbersOf("fr");
const plural = pluralOf("fr");
const rated = (count: number) => plural(count, { one: "# partie classée", other: "# parties classées" });

export const people: Words["people"] = {
  title: "Joueurs",
  friends: "Amis en ligne",
  noFriends: "Aucun de vos amis n’est en ligne.",
  friendsNeedAccount: "Deux joueurs qui se suivent sont amis. Il faut un compte.",
  followed: "Joueurs suivis",
  noFollowed: "Vous ne suivez encore personne. Appuyez sur Suivre dans un profil.",
  offline: "hors ligne",
  online: "en ligne",
  plays: (black, white) => `joue : ${black} – ${white}`,
  find: "Chercher un joueur",
  findHint: "Le début du nom.",
  noneFound: "Aucun nom ne commence ainsi.",
  leaders: "Meilleurs joueurs",
  leadersHint:
    "Ceux qui ont joué assez de parties classées à cette cadence. Sans jouer, le classement devient incertain et quitte la liste.",
  noLeaders: "Personne n’a encore joué assez de parties classées à cette cadence.",
  columns: { rank: "Rang", name: "Nom", rating: "Classement", games: "Parties" },
  chart: {
    title: "Évolution du classement",
    slider: "Classement après chaque partie classée",
    none: "Aucune partie classée à cette cadence.",
    point: (date, rating, deviation, change) =>
      `${date} : ${numbers.rating(rating)} ± ${numbers.count(deviation)}${change === null ? "" : `, ${change} avec cette partie`}`,
    game: "La partie",
    columns: { date: "Date", rating: "Classement", deviation: "Incertitude" },
    tableOf: (count, isNewestOnly) =>
      isNewestOnly ? `En tableau (les plus récentes : ${rated(count)})` : `En tableau (${rated(count)})`,
  },
  record: "Parties sur ce serveur",
  versus: {
    title: (name) => `Vous et ${name}`,
    none: "Vous n’avez pas encore joué ensemble.",
    line: (wins, draws, losses) =>
      `${plural(wins, { one: "# victoire", other: "# victoires" })}, ${plural(draws, { one: "# nulle", other: "# nulles" })}, ${plural(losses, { one: "# défaite", other: "# défaites" })}.`,
    games: "Vos parties ensemble",
  },
};
