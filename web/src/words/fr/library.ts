// French: the library of games in the browser.
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";
import type { Words } from "../type";

const numbers = numbersOf("fr");
const plural = pluralOf("fr");
const games = (count: number) => plural(count, { one: "# partie", other: "# parties" });

export const library: Words["library"] = {
  title: "Bibliothèque",
  book: "Dans votre bibliothèque",
  intro:
    "Une partie de la bibliothèque reste dans ce navigateur, avec ses variantes, commentaires et valeurs.",
  introWith: (account) =>
    `Une partie de la bibliothèque est gardée avec le compte ${account}, avec ses variantes et commentaires.`,
  empty:
    "Aucune partie n’est gardée ici. Celle de l’othellier se garde sous « Bibliothèque », une partie finie sous son résultat.",
  missing: "Ce navigateur ne garde rien : son stockage est plein ou coupé. Exportez plutôt la partie.",
  sync: (account) =>
    `Garder la bibliothèque avec le compte ${account}, la même sur tous les appareils où c’est activé`,
  joined: (account) =>
    `La bibliothèque est désormais gardée avec le compte ${account}. Elle ne s’affiche ici que pour lui.`,
  left: (account) =>
    `La bibliothèque n’est plus gardée que dans ce navigateur. Le compte ${account} garde les parties qu’il a.`,
  ofBrowser: (count) =>
    plural(count, {
      one: "# partie gardée sans le compte n’est que dans ce navigateur.",
      other: "# parties gardées sans le compte ne sont que dans ce navigateur.",
    }),
  addOfBrowser: "Ajouter à la bibliothèque",
  notSynced: (reason) => `Le compte n’a pas encore les derniers changements. ${reason}`,
  full: "Sa bibliothèque est pleine : 4 Mio pour toutes les parties ensemble.",
  tooLarge: (count) =>
    plural(count, {
      one: "# partie est trop grande pour le compte et reste dans ce navigateur.",
      other: "# parties sont trop grandes pour le compte et restent dans ce navigateur.",
    }),
  keep: "Garder dans la bibliothèque",
  keepGames: (count) => `Garder ${games(count)} dans la bibliothèque`,
  kept: (count) =>
    plural(count, {
      one: "La partie est dans la bibliothèque.",
      other: "# parties sont dans la bibliothèque.",
    }),
  folder: "Dossier",
  note: "Note",
  saved: "Enregistré.",
  all: "Tous les dossiers",
  binWith: (count) => `Corbeille (${numbers.count(count)})`,
  bin: "Jeter",
  binned: "La partie est dans la corbeille, pour 30 jours.",
  restore: "Reprendre",
  restored: "La partie est de retour dans la bibliothèque.",
  emptyBin: "Vider la corbeille",
  emptied: (count) =>
    plural(count, {
      one: "Une partie est effacée pour de bon.",
      other: "# parties sont effacées pour de bon.",
    }),
  edit: "Modifier",
  editName: (name) => `Modifier : ${name}`,
  filter: "Chercher joueurs, tournois, notes ou coups",
  found: (count) => `${games(count)}.`,
  more: "Voir plus",
  format: "Format",
  write: (count) => `Exporter ${games(count)}`,
  written: (name, leftOut) =>
    leftOut === 0
      ? `Enregistré sous ${name}.`
      : `Enregistré sous ${name}. ${plural(leftOut, {
          one: "# partie est omise : le format ne peut pas la contenir.",
          other: "# parties sont omises : le format ne peut pas les contenir.",
        })}`,
};
