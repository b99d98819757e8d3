// French: the board and what is said of it.
import type { Side } from "../../protocol/wire";
import type { Who } from "../en/board";
import { pluralOf } from "../plural";
import type { Words } from "../type";

const plural = pluralOf("fr");

const who: Record<Who, string> = { black: "Noir", white: "Blanc", you: "Vous" };
const has = (person: Who) => (person === "you" ? "Vous avez" : `${who[person]} a`);
const hasNo = (person: Who) => (person === "you" ? "Vous n’avez pas" : `${who[person]} n’a pas`);
const passes = (person: Who) => (person === "you" ? "passez" : "passe");
const wins = (person: Who) => (person === "you" ? "Vous gagnez" : `${who[person]} gagne`);
const moves = (count: number) => plural(count, { one: "# coup", other: "# coups" });

const speech: Words["board"]["speech"] = {
  moved: (side, square, turned) =>
    turned.length === 0
      ? `${who[side]} ${square}.`
      : `${who[side]} ${square}, ${plural(turned.length, { one: "# retourné", other: "# retournés" })} : ${turned.join(" ")}.`,
  movedOnly: (side, square) => `${who[side]} ${square}.`,
  passed: (side) => `${who[side]} passe.`,
  moves: (person, count) =>
    count === 0 ? `${hasNo(person)} de coup et ${passes(person)}.` : `${has(person)} ${moves(count)}.`,
  movesListed: (person, squares) => `${has(person)} ${moves(squares.length)} : ${squares.join(" ")}.`,
  score: (discs) => `${discs.black} à ${discs.white}.`,
  scoreLong: (discs) => `Noir ${discs.black}, Blanc ${discs.white}, vides ${64 - discs.black - discs.white}.`,
  chosen: (square) => `${square} est choisi. Appuyez encore pour jouer.`,
  illegal: (square) => `${square} n’est pas un coup possible.`,
  premove: (square) => `${square} sera joué à votre tour, si c’est possible.`,
  timeLeft: (person, time) => `${has(person)} encore ${time}.`,
  time: (person, time) => `${who[person]} : ${time ?? "sans pendule"}.`,
  days: (count) => plural(count, { one: "# jour", other: "# jours" }),
  hours: (count) => plural(count, { one: "# heure", other: "# heures" }),
  minutes: (count) => plural(count, { one: "# minute", other: "# minutes" }),
  seconds: (count) => plural(count, { one: "# seconde", other: "# secondes" }),
  over: "La partie est finie.",
  aborted: "La partie a été annulée. Elle n’a pas de résultat.",
  resigned: (loser) => `${has(loser)} abandonné.`,
  timeout: (loser) => `${has(loser)} dépassé le temps.`,
  abandoned: (loser) => `${has(loser)} quitté la partie.`,
  forfeited: (loser) => `${has(loser)} perdu par forfait.`,
  wins: (person) => `${wins(person)}.`,
  winsBy: (person, high, low) => `${wins(person)} ${high} à ${low}.`,
  winsByMargin: (person, by) => `${wins(person)} de ${String(by).replace(".", ",")}.`,
  drawn: (each) => `Partie nulle, ${each} à ${each}.`,
  row: (row, contents) => `Ligne ${row} : ${contents}.`,
  diagonal: (from, to, contents) =>
    from === to ? `Diagonale ${from} : ${contents}.` : `Diagonale de ${from} à ${to} : ${contents}.`,
  column: (column, contents) => `Colonne ${column} : ${contents}.`,
  run: (from, to, contents) => (from === to ? `${from} ${contents}` : `de ${from} à ${to} ${contents}`),
};

const commands: Words["board"]["commands"] = {
  label: "Ligne de commande",
  hint: "Une case joue. ? donne la liste des commandes.",
  send: "OK",
  move: "jouer ce coup",
  last: "le dernier coup",
  clocks: "les pendules",
  score: "le nombre de pions, ceux de Noir d’abord",
  opponent: "qui joue",
  legal: "les coups possibles",
  row: "ce que porte une ligne",
  column: "ce que porte une colonne",
  diagonals: "ce que portent les diagonales d’une case",
  board: "tout l’othellier, ligne par ligne",
  stable: "les pions que rien ne peut plus retourner",
  turns: "ce qu’un coup là retournerait",
  value: "la valeur du dernier coup et des suivants (analyse et livre)",
  say: "écrire une ligne dans le chat de la partie",
  resign: "abandonner ; à taper deux fois",
  help: "cette liste",
  argument: { square: "f5", row: "3", column: "d", text: "bonjour" },
  noMoveYet: "Aucun coup n’a été joué.",
  notYourTurn: "Ce n’est pas à vous de jouer.",
  youOnlyWatch: "Vous ne jouez pas dans cette partie.",
  gameOver: "La partie est finie.",
  played: (square) => `${square} est envoyé.`,
  playedHere: (square) => `${square} est joué.`,
  clocksStopped: "Les pendules sont arrêtées. Relancez-les d’abord.",
  noValue: "Seuls l’analyse et le livre donnent des valeurs.",
  said: "La ligne est envoyée.",
  nobodyReads: "Il n’y a pas de chat ici.",
  resignAgain: "Tapez encore resign pour abandonner.",
  resigned: "Votre abandon est envoyé.",
  player: (side, name, rating) =>
    rating === null ? `${who[side]} : ${name}.` : `${who[side]} : ${name}, classement ${rating}.`,
  opponentIs: (name, rating) =>
    rating === null ? `Votre adversaire est ${name}.` : `Votre adversaire est ${name}, classement ${rating}.`,
  unknown: (word) => `Il n’y a pas de commande « ${word} ». Tapez ? pour la liste.`,
  needsRow: "Tapez le numéro d’une ligne après r, par exemple r 3.",
  needsColumn: "Tapez la lettre d’une colonne après f, par exemple f d.",
  needsSquare: (word) => `Tapez une case après ${word}, par exemple ${word} f5.`,
  notKnown: "Ce navigateur ne peut pas le dire.",
  stableOf: (side, squares) =>
    squares.length === 0
      ? `${who[side]} n’a pas de pion définitif.`
      : `${who[side]}, ${plural(squares.length, { one: "# pion définitif", other: "# pions définitifs" })} : ${squares.join(" ")}.`,
  wouldTurn: (square, turned) =>
    `${square} retournerait ${plural(turned.length, { one: "# pion", other: "# pions" })} : ${turned.join(" ")}.`,
  needsText: "Tapez une ligne après say.",
  noArgument: (word) => `Rien ne peut suivre « ${word} ».`,
};

export const board: Words["board"] = {
  board: "Othellier",
  comma: ", ",
  gap: " ",
  cell: {
    empty: "vide",
    black: "noir",
    white: "blanc",
    legal: "possible",
    turns: (discs) => plural(discs, { other: "retourne #" }),
    lastMove: "dernier coup",
    premove: "coup d’avance",
    chosen: "choisi, appuyez encore pour jouer",
  },
  lastMoveOf: (square) => `dernier coup ${square}`,
  mini: (discs, toMove: Side | null) =>
    `Noir ${discs.black}, Blanc ${discs.white}` + (toMove === null ? "" : `, trait à ${who[toMove]}`),
  speech,
  commands,
};
