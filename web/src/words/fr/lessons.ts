// French: the reasons of a wrong move as a learner reads them.
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";
import type { Words } from "../type";

const numbers = numbersOf("fr");
const plural = pluralOf("fr");
const discs = (count: number) => `${numbers.count(count)} ${plural(count, { one: "pion", other: "pions" })}`;
const moves = (count: number) => plural(count, { one: "# coup", other: "# coups" });
const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);
/** So many moves of both sides together after a move. */
const after = (later: number) =>
  later === 0 ? "tout de suite" : plural(later, { one: "# coup plus tard", other: "# coups plus tard" });
const taken = (other: string, corner: string, later: number) =>
  later === 0
    ? `${other} peut prendre ${corner} tout de suite.`
    : `${capital(after(later))}, ${other} prend ${corner}.`;

export const lessons: Words["analysis"]["lessons"] = {
  show: "Voir",
  showName: (head) => `Voir sur l’othellier : ${head}`,
  taken,
  inReturn: (side, corners) => `${side} obtient ${corners.join(" et ")} en échange.`,
  beside: (move, kind, other, corner, later) => ({
    head:
      kind === "X"
        ? `${move} est une case X, en diagonale d’un coin vide.`
        : `${move} est une case C, voisine d’un coin vide.`,
    body: taken(other, corner, later),
  }),
  cornerGiven: (other, corner, later) => ({
    head: `${other} obtient un coin.`,
    body: taken(other, corner, later),
  }),
  cornerMissed: (own, corner, best, later) => ({
    head: `${own} manque un coin.`,
    body:
      later === 0
        ? `${best} le prend tout de suite.`
        : `Après ${best}, ${own} prend ${corner} ${after(later)}.`,
  }),
  pass: (own, other, later) => ({
    head: `${own} devra passer.`,
    body: `${capital(after(later))}, ${own} n’a aucun coup, et ${other} joue deux fois de suite.`,
  }),
  passMissed: (own, other, best, later) => ({
    head: `${other} pouvait être forcé de passer.`,
    body: `Après ${best}, ${other} n’a aucun coup ${after(later)}, et ${own} joue deux fois de suite.`,
  }),
  safe: (own, other, later) => ({
    head: `${own} n’a bientôt plus de coups sûrs.`,
    body: `${capital(after(later))}, chaque coup de ${own} laisse ${other} prendre un coin.`,
  }),
  weakEdge: (own, squares, later) => ({
    head: `Le bord de ${own} est faible.`,
    body: `${later === null ? "" : `${capital(after(later))}, `}${
      squares.length === 1
        ? `${squares[0]} est seul à côté d’un coin vide.`
        : `${squares[0]} à ${squares.at(-1)} sont entre deux coins vides.`
    }`,
  }),
  xSquare: (own, disc, corner, later) => ({
    head: `${own} a une case X, en diagonale d’un coin vide.`,
    body: `${capital(after(later))}, ${own} a ${disc}, et ${corner} est encore vide.`,
  }),
  stoner: (other, x, c, corner, later) => ({
    head: `${other} tend un piège de Stoner.`,
    body: `${other} joue ${x}, puis ${c}, et prend ${corner} ${after(later)}.`,
  }),
  wedge: (own, other, square, one, two, later) => ({
    head: `${other} s’intercale sur le bord.`,
    body: `${capital(after(later))}, ${other} a ${square} entre ${one} et ${two} de ${own}, à l’abri le long du bord.`,
  }),
  wall: (own, other, count, from, to, best, later) => ({
    head: `${own} a un mur.`,
    body: `${capital(after(later))}, ${discs(count)} alignés, de ${from} à ${to}, font face à des cases vides où ${other} peut jouer ; après ${best}, aucun mur.`,
  }),
  parity: (own, other, best, square, count) => ({
    head:
      square === ""
        ? `${other} a le dernier coup de la partie.`
        : `${other} joue en dernier autour de ${square}.`,
    body: `Des ${count} cases vides, ${other} remplit la dernière ; après ${best}, c’est ${own}. Personne ne peut y répondre.`,
  }),
  stable: (isOwn, side, now, before, best, later) => ({
    head: `${side} obtient ${isOwn ? "moins" : "plus"} de pions définitifs.`,
    body: isOwn
      ? `${capital(after(later))}, au plus ${now} ne se retournent plus jamais ; après ${best}, au moins ${before}.`
      : `${capital(after(later))}, au moins ${now} ne se retournent plus jamais ; après ${best}, au plus ${before}.`,
  }),
  moves: {
    head: (other) => `${other} obtient beaucoup de coups.`,
    body: (other, count, best, bestCount) =>
      `${other} a maintenant ${moves(count)} ; après ${best}, ${bestCount}.`,
  },
  flips: {
    head: (own) => `${own} retourne beaucoup de pions.`,
    body: (other, move, count, best, bestCount) =>
      `${move} retourne ${discs(count)} ; ${best}, ${bestCount}. Ce qui est retourné, ${other} peut le reprendre.`,
  },
  mobility: (isOwn, isTurn, side, now, before, best, later) => ({
    head: `${side} a ${isOwn ? "moins" : "plus"} de coups.`,
    body: isTurn
      ? `${capital(after(later))}, ${side} a ${moves(now)} ; après ${best}, ${before}.`
      : `${capital(after(later))}, ${side} aurait ${moves(now)} si c’était son tour ; après ${best}, ${before}.`,
  }),
  potential: (isOwn, side, against, now, before, best, later) => ({
    head: `${side} aura ${isOwn ? "moins" : "plus"} de cases où jouer.`,
    body: `${capital(after(later))}, ${plural(now, { one: "# case vide touche", other: "# cases vides touchent" })} les pions de ${against} ; après ${best}, ${before}. ${side} pourra y jouer un jour.`,
  }),
  frontier: (isOwn, side, against, now, before, best, later) => ({
    head: `${isOwn ? "Plus" : "Moins"} de pions de ${side} sont exposés.`,
    body: `${capital(after(later))}, ${plural(now, { one: "# touche", other: "# touchent" })} des cases vides, où ${against} pourra jouer ; après ${best}, ${before}.`,
  }),
  wipeOut: (own, other, later) => ({
    head: `${own} perd tous ses pions.`,
    body: `${capital(after(later))}, ${other} a retourné le dernier.`,
  }),
  wipeOutThreat: (own, other, square, later) => ({
    head: `${own} est près de perdre tous ses pions.`,
    body: `${capital(after(later))}, ${other} en menace avec ${square}.`,
  }),
  reply: {
    head: (other, move) =>
      move === "" ? `${other} prend l’avantage.` : `${other} répond ${move}, et c’est fort.`,
    same: (other) => `C’était la meilleure case, et ${other} l’a maintenant.`,
    prevented: (other, best) => `Après ${best}, ${other} ne peut pas y jouer.`,
    none: (best, count) => `Aucune cause seule ne ressort ; ${best} vaut ${discs(count)} de plus.`,
  },
};
