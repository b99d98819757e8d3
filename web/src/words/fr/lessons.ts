// French: the reasons of a wrong move as a learner reads them.
import { FEW, isCorner } from "../lesson-parts";
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
  later === 0
    ? "tout de suite"
    : later > FEW
      ? "plus tard"
      : plural(later, { one: "# coup plus tard", other: "# coups plus tard" });
/** The beginning of a sentence about a position, which may be that after the move itself. */
const then = (move: string, later: number) => (later === 0 ? `Après ${move}` : capital(after(later)));
const taken = (other: string, corner: string, later: number) =>
  later === 0
    ? `${other} peut prendre ${corner} tout de suite.`
    : `${capital(after(later))}, ${other} prend ${corner}.`;

const outcomes = { win: "le gain", draw: "la nulle", loss: "la perte" };

export const lessons: Words["analysis"]["lessons"] = {
  show: "Voir",
  showName: (head) => `Voir sur l’othellier : ${head}`,
  after: (best) => `Après ${best}`,
  taken,
  gain: (other, count) => `${other} y retourne ${discs(count)}.`,
  opened: (own, move, other, corner, later) =>
    `${capital(after(later))}, ${move} de ${own} ouvre ${corner} à ${other}.`,
  attacked: (other, move, corner, later) =>
    later === 1
      ? `${other} répond ${move}, qui attaque ${corner}, puis le prend.`
      : `${capital(after(later))}, ${other} attaque ${corner} par ${move}, puis le prend.`,
  inReturn: (side, corners) => `${side} obtient ${corners.join(" et ")} en échange.`,
  has: (side, corner) => `${side} a ${corner} en échange.`,
  kept: (best, other, corner) => `Dans la suite après ${best}, ${other} n’a jamais ${corner}.`,
  absent: (best) => `Après ${best}, cela n’arrive pas.`,
  movable: (best, own) => `Après ${best}, ${own} a toujours un coup.`,
  safeLeft: (best, own) => `Après ${best}, ${own} a encore des coups sûrs à ce moment.`,
  outOfSafe: (best, other) => `Après ${best}, c’est ${other} qui en manque le premier.`,
  better: (best, count) => (count === 0 ? `Mieux : ${best}.` : `Mieux : ${best}, de ${discs(count)}.`),
  rout: (own, count, best, bestCount) =>
    `Avec le meilleur jeu, il ne reste à ${own} ${count === 0 ? "presque aucun" : `qu’environ ${count}`} des 64 pions ; après ${best}, environ ${bestCount}.`,
  beside: (move, kind) =>
    kind === "X"
      ? `${move} est une case X, en diagonale d’un coin vide.`
      : `${move} est une case C, voisine d’un coin vide.`,
  cornerGiven: (other) => `${other} obtient un coin.`,
  missed: {
    head: (own) => `${own} manque un coin.`,
    lost: (move, own, corner) => `Dans la suite après ${move}, ${own} n’a jamais ${corner}.`,
    taken: (own, best, corner, later) =>
      best === corner
        ? `${best} le prend tout de suite.`
        : `Après ${best}, ${own} prend ${corner} ${after(later)}.`,
    attacked: (own, best, move, corner, later) =>
      later === 0
        ? `${best} attaque ${corner}, puis ${own} le prend.`
        : `Après ${best}, ${own} attaque ${corner} par ${move}, ${after(later)}, puis le prend.`,
    opened: (own, best, other, move, corner, later) =>
      `Après ${best}, ${other} ouvre ${corner} à ${own} par ${move}, ${after(later)}.`,
  },
  pass: (own, other, later) => ({
    head: `${own} devra passer.`,
    body: `${capital(after(later))}, ${own} n’a aucun coup, et ${other} joue deux fois de suite.`,
  }),
  passMissed: (own, other, best, later) => ({
    head: `${other} pouvait être forcé de passer.`,
    body: `Après ${best}, ${other} n’a aucun coup ${after(later)}, et ${own} joue deux fois de suite.`,
  }),
  safe: (own, squares, other, later) => ({
    head: `${own} n’a bientôt plus de coups sûrs.`,
    body: `${capital(after(later))}, chaque coup de ${own}${squares.length > 4 ? "" : ` (${squares.join(", ")})`} laisse ${other} prendre un coin.`,
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
  wall: (own, other, move, count, from, to, best, later) => ({
    head: `${own} construit un mur.`,
    body: `${then(move, later)}, ${discs(count)} alignés, de ${from} à ${to}, font face à des cases vides où ${other} peut jouer ; après ${best}, aucun mur.`,
  }),
  parity: (own, other, move, best, isWhole, squares, left) => ({
    head: isWhole
      ? `${other} a le dernier coup de la partie.`
      : `${other} joue en dernier autour de ${squares[0]}.`,
    body: left
      ? `${move} y laisse ${plural(left.now, { one: "# case vide", other: "# cases vides" })}, au tour de ${other} : en alternant, ${other} remplit la dernière. ${best} en laisse ${left.then}, et avec le meilleur jeu ${own} remplit la dernière.`
      : `${squares.length > 4 ? `Des ${squares.length} cases vides` : `De ${squares.join(", ")}`}, ${other} remplit la dernière ; après ${best}, avec le meilleur jeu, c’est ${own}.`,
  }),
  stable: (isOwn, side, now, before, best, later) => ({
    head: `${side} obtient ${isOwn ? "moins" : "plus"} de pions définitifs.`,
    body: isOwn
      ? `${capital(after(later))}, au plus ${now} ne se retournent plus jamais ; après ${best}, au moins ${before}.`
      : `${capital(after(later))}, au moins ${now} ne se retournent plus jamais ; après ${best}, au plus ${before}.`,
  }),
  answers: (other, move, count, best, bestCount) => ({
    head: `${other} obtient plus de coups.`,
    body: `${move} donne ${moves(count)} à ${other} ; ${best}, ${bestCount}.`,
  }),
  left: (own, reply, count, best, bestReply, bestCount, isSafe) => ({
    head: `Il reste moins de coups ${isSafe ? "sûrs " : ""}à ${own}.`,
    body: `Après la réponse ${reply}, ${own} a ${moves(count)}${isSafe ? " sans donner un coin" : ""} ; après ${best} et ${bestReply}, ${bestCount}.`,
  }),
  flips: (own, move, count, best, bestCount) => ({
    head: `${own} retourne beaucoup de pions.`,
    body: `${move} retourne ${discs(count)} ; ${best}, ${bestCount}.`,
  }),
  mobility: (isOwn, isTurn, side, now, before, best, later) => ({
    head: `${side} a plus tard ${isOwn ? "moins" : "plus"} de coups qu’après ${best}.`,
    body: isTurn
      ? `${capital(after(later))}, ${side} a ${moves(now)} ; après ${best}, ${before}.`
      : `${capital(after(later))}, ${side} aurait ${moves(now)} si c’était son tour ; après ${best}, ${before}.`,
  }),
  potential: (isOwn, side, against, now, before, best, later) => ({
    head: `${side} aura ${isOwn ? "moins" : "plus"} de cases où jouer.`,
    body: `${capital(after(later))}, ${plural(now, { one: "# case vide touche", other: "# cases vides touchent" })} les pions de ${against} ; après ${best}, ${before}. ${side} pourra y jouer un jour.`,
  }),
  frontier: (isOwn, side, against, move, now, before, best, later) => ({
    head: `${isOwn ? "Plus" : "Moins"} de pions de ${side} sont exposés.`,
    body: `${then(move, later)}, ${plural(now, { one: "# touche", other: "# touchent" })} des cases vides, où ${against} pourra jouer ; après ${best}, ${before}.`,
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
    takes: (other, move, best, turned) => ({
      head: `${move} ouvre ${isCorner(best) ? "le coin " : ""}${best} à ${other}.`,
      body: `${turned.length > 0 ? `${move} retourne ${turned.join(", ")} ; ` : ""}${other}, qui ne pouvait pas jouer ${best} avant, y joue aussitôt.`,
    }),
    gets: (other, move, reply, best, turned) => ({
      head: `${move} ${turned ? "ouvre" : "laisse"} ${isCorner(reply) ? "le coin " : ""}${reply} à ${other}.`,
      body: `${other} y joue aussitôt${turned?.length ? `, car ${move} retourne ${turned.join(", ")}` : ""} ; après ${best}, ${other} ne le peut pas.`,
    }),
    closes: (own, _other, move, best, turned) => ({
      head: `${own} perd le coup ${best}.`,
      body: `${move} retourne ${turned.join(", ")} : ${best} n’est plus jouable.`,
    }),
    prevents: (own, other, reply, best, needed) => ({
      head: `${own} perd le coup ${best}.`,
      body:
        needed.length === 1
          ? `${best} a besoin du pion de ${own} en ${needed[0]} ; ${other} le retourne avec ${reply}.`
          : `${best} a besoin de l’un des pions de ${own} en ${needed.join(", ")} ; ${other} les retourne tous avec ${reply}.`,
    }),
    delays: (own, other, reply, best) => ({
      head: `${own} joue ${best} trop tard.`,
      body: `${best} était le meilleur coup tout de suite ; maintenant ${other} répond d’abord ${reply}.`,
    }),
    opens: (other, move, squares, best, bestCount) => ({
      head: `${move} ouvre ${squares.join(", ")} à ${other}.`,
      body: `${other} ne pouvait pas y jouer avant ; ${best} n’ouvre ${bestCount === 0 ? "aucune case" : plural(bestCount, { one: "que # case", other: "que # cases" })}.`,
    }),
  },
  none: {
    head: "Rien de proche ne le montre.",
    scores: (own, move, score, best, bestScore) =>
      `Compté jusqu’à la fin, ${own} obtient ${score} après ${move} et ${bestScore} après ${best}.`,
    outcomes: (move, outcome, best, bestOutcome) =>
      `Cherché jusqu’à la fin, ${move} donne ${outcomes[outcome]} et ${best} ${outcomes[bestOutcome]}.`,
    discs: (best, count) => `Selon la recherche, ${best} vaut ${discs(count)} de plus.`,
  },
};
