// French: the opening book, and what is proven about the opening.
import type { BookProgram, Side } from "../../protocol/wire";
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";
import type { Words } from "../type";

const numbers = numbersOf("fr");
const plural = pluralOf("fr");
const sides: Record<Side, string> = { black: "Noir", white: "Blanc" };
const day = (date: string) =>
  new Intl.DateTimeFormat("fr", { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));
const positions = (count: number) => plural(count, { one: "# position", other: "# positions" });

const programs: Record<BookProgram, string> = {
  unknown: "origine inconnue",
  willow: "Willow",
  edax: "Edax",
  egaroucid: "Egaroucid",
  zebra: "Zebra",
  person: "fixée à la main",
};

export const book: Words["book"] = {
  title: "Livre d’ouvertures",
  choice: "Livre",
  names: { shipped: "Le livre de Willow", server: "Le livre de ce serveur" },
  reading: "Lecture…",
  badMoves: "L’adresse de cette page ne contient pas une suite de coups légaux. Voici le départ.",
  noMoves: "Jouez un coup sur l’othellier ou dans la liste.",
  archive: "Parties des archives",
  open: "Parcourir le livre d’ici",

  here: "Cette position",
  opening: (name) => `Ouverture : ${name}`,
  value: (side, value) => `Valeur pour ${sides[side]} : ${value}`,
  absent: "Le livre n’a pas cette position.",
  over: "La partie est finie ici.",
  level: (level) => (level == null ? "niveau inconnu" : `niveau ${level}`),
  depth: (plies) => `cherche à ${plural(plies, { one: "# coup", other: "# coups" })}`,
  origin: (program, version, date) =>
    [program === "willow" && version !== null ? `Willow ${version}` : programs[program], date && day(date)]
      .filter(Boolean)
      .join(", "),
  games: (wins, draws, losses) =>
    `${plural(wins, { one: "# gagnée", other: "# gagnées" })}, ${plural(draws, { one: "# nulle", other: "# nulles" })}, ${plural(losses, { one: "# perdue", other: "# perdues" })}`,
  solved: {
    exact: "exact",
    atLeast: (value) => `au moins ${value}`,
    atMost: (value) => `au plus ${value}`,
    between: (lower, upper) => `de ${lower} à ${upper}`,
  },

  proven: {
    draw: "nulle prouvée",
    "win-or-draw": "gain ou nulle prouvés",
    "loss-or-draw": "perte ou nulle prouvées",
  },
  provenHere: (side, result) =>
    ({
      draw: "Nulle prouvée (Takizawa 2023).",
      "win-or-draw": `Prouvé : ${sides[side]} gagne ou fait nulle (Takizawa 2023).`,
      "loss-or-draw": `Prouvé : ${sides[side]} perd ou fait nulle (Takizawa 2023).`,
    })[result],

  moves: "Les coups possibles",
  columns: {
    move: "Coup",
    value: "Valeur",
    level: "Niveau",
    solved: "Résolu",
    kind: "Livre",
    games: "Gagnées, nulles, perdues",
    proven: "Prouvé",
  },
  kinds: { book: "dans le livre", leaf: "feuille", end: "fin de partie" },
  play: (move) => `Jouer ${move}`,
  hint: "Les valeurs sont en pions, pour le camp au trait. Une feuille est le meilleur coup que le livre ne suit pas. Les preuves disent gain, nulle ou perte sans changer les valeurs.",

  edit: {
    title: "Modifier ce livre",
    value: (side) => `Valeur à la main, pour ${sides[side]}`,
    valueHint: "De -64 à 64 pions. Aucune recherche ne la change plus.",
    set: "Fixer la valeur",
    noValue: "Tapez un nombre de -64 à 64.",
    remove: "Retirer cette position",
    removeAgain: "Appuyez encore pour la retirer",
    undo: "Annuler la dernière modification",
    done: {
      set: "La valeur est fixée.",
      remove: "La position est retirée.",
      undo: "La dernière modification est annulée.",
    },
    left: (changes) =>
      plural(changes, {
        one: "# modification peut être annulée.",
        other: "# modifications peuvent être annulées.",
      }),
    today: "Appris aujourd’hui",
    learned: (date, count) => `${day(date)} (UTC) : ${positions(count)}`,
    ply: (ply, count) => `Coup ${numbers.count(ply)} : ${positions(count)}`,
  },
};
