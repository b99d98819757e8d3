// French: the place of a game.
import { pluralOf } from "../plural";
import type { Words } from "../type";

const plural = pluralOf("fr");
const discs = (count: number) => plural(count, { one: "# pion", other: "# pions" });
const days = (count: number) => plural(count, { one: "# jour", other: "# jours" });

/** The result that is offered. */
const outcome = (winner: string | null, by: number) =>
  winner === null ? "partie nulle" : `${winner} gagne de ${by}`;

export const game: Words["game"] = {
  title: (black, white) => `${black} contre ${white}`,
  number: (number) => `Partie ${number}`,
  reading: "Lecture de la partie.",
  failed: "La partie ne peut pas être lue maintenant.",
  again: "Réessayer",
  missing: "Il n’y a pas de partie de ce numéro que vous puissiez voir.",
  missingPrivate: "Une partie privée terminée n’est montrée qu’à ses joueurs.",
  signInToSee: "Connectez-vous, si vous l’avez jouée.",
  toGames: "Voir les parties en cours",

  black: "Noir",
  white: "Blanc",
  discs,
  toMove: "au trait",

  tabs: "Parties ouvertes",
  tabTurn: "à vous",
  tabOver: "finie",

  clock: {
    of: (name) => `Pendule de ${name}`,
    none: "sans pendule",
    days: (count, hours) => `${days(count)} ${plural(hours, { one: "# heure", other: "# heures" })}`,
    byoyomi: (time) => `byo-yomi, ${time} par coup`,
    thenByoyomi: (time) => `puis ${time} par coup`,
    extension: "prolongation : au mieux une perte de 2 pions",
    thenExtension: (time) => `puis ${time} de plus, une fois`,
    increment: (time) => `+${time} par coup`,
    low: "peu de temps",
    seconds: (seconds) => `${seconds} s`,
    minutes: (minutes) => `${minutes} min`,
    hours: (hours) => `${hours} h`,
    wholeDays: days,
  },

  away: {
    claimIn: (time) => `Absent. Vous pourrez réclamer le gain dans ${time}.`,
    claimNow: (name) => `${name} est absent.`,
    seen: (name) => `${name} est absent.`,
    claim: "Réclamer le gain",
  },

  status: {
    yourTurn: "À vous de jouer.",
    turnOf: (name) => `À ${name} de jouer.`,
    sent: (move) => `${move} est en cours d’envoi.`,
    offlineSent: (move) => `Vous êtes hors ligne. Votre dernier coup (${move}) sera envoyé.`,
    offline: "Vous êtes hors ligne. Un coup joué partira au retour de la connexion.",
    premove: (move) => `${move} sera joué quand ce sera à vous.`,
    dropPremove: "Ne pas jouer",
    goneOn: (count) =>
      `La partie a continué : ${plural(count, { one: "# nouveau coup", other: "# nouveaux coups" })}.`,
    lookingBack: (ply, plies) => `Coup ${ply} sur ${plies}.`,
    back: "Revenir à la partie",
    takebackAsked: (name, move) => `${name} demande à reprendre ${move}.`,
    takebackAskedByYou: (move, name) =>
      `Vous avez demandé à reprendre ${move}. ${name} n’a pas encore répondu.`,
    accept: "Accepter",
    refuse: "Refuser",
    resultOffered: (name, winner, by) => `${name} propose de finir la partie : ${outcome(winner, by)}.`,
    resultOfferedByYou: (winner, by, name) =>
      `Vous avez proposé de finir la partie : ${outcome(winner, by)}. ${name} n’a pas encore répondu.`,
    adjournAsked: (name) => `${name} demande d’ajourner la partie, pendules arrêtées.`,
    continueAsked: (name) => `${name} demande de reprendre la partie.`,
    askedByYou: (name) => `Vous avez demandé. ${name} n’a pas encore répondu.`,
    adjourned: "La partie est ajournée : les pendules attendent les deux joueurs.",
    bid: "Enchérissez sur le premier coup : une case, et sa valeur en pions. La plus haute enchère le joue.",
    bidWaits: "Votre enchère est cachée jusqu’à celle de votre adversaire.",
    moveWaits: (move) =>
      `Votre coup${move === null ? "" : ` ${move}`} sera montré quand l’autre partie de la paire aura le sien.`,
    opponentWaits: "Votre adversaire a joué. Vous verrez son coup quand l’autre partie aura le sien.",
    rematchOffered: (name) => `${name} propose une revanche.`,
    rematchOfferedByYou: (name) => `Vous avez proposé une revanche. ${name} n’a pas encore répondu.`,
    rematchDeclined: (name) => `${name} a refusé la revanche.`,
    rematchBegun: "La revanche a commencé.",
    toRematch: "Aller à la revanche",
    withdraw: "Retirer",
    decline: "Refuser",
  },

  news: {
    started: "La partie a commencé.",
    passed: (name) => `${name} n’a pas de coup et passe.`,
    youPass: "Vous n’avez pas de coup et passez.",
    takenBack: (name) => `${name} a repris un coup.`,
    youTookBack: "Vous avez repris votre coup.",
    refused: "La reprise est refusée.",
    given: (name, seconds) => `${name} a reçu ${seconds}.`,
    givenYou: (seconds) => `Vous avez reçu ${seconds}.`,
    gone: (name) => `${name} est absent.`,
    back: (name) => `${name} est de retour.`,
    resumed: "La partie continue. Les pendules étaient arrêtées.",
    komi: (komi, black, white) => `Komi ${komi} : ${black} a les noirs, ${white} les blancs.`,
    requestRefused: "La demande est refusée.",
    unrated: "La partie n’est plus classée et ne change aucun classement.",
    yourTurnIn: (name) => `C’est à vous de jouer contre ${name}.`,
    endedIn: (name) => `Votre partie contre ${name} est finie.`,
  },

  moves: {
    title: "Coups",
    pass: "passe",
    first: "Première position",
    previous: "Un coup en arrière",
    next: "Un coup en avant",
    last: "Dernière position",
    at: (ply, plies) => `${ply} sur ${plies}`,
    moveName: (ply, color, move, time) => `${ply}. ${color} ${move}${time === "" ? "" : `, ${time}`}`,
    none: "Aucun coup n’a été joué.",
  },

  decided: {
    ask: "Quel coup a décidé ?",
    looking: "Recherche du coup qui a décidé…",
    nothing: "Aucun coup n’a beaucoup perdu à lui seul.",
    sentence: (isYours, ply, move, better, loss) => {
      const what = isYours ? `Votre ${move} (coup ${ply}) a décidé` : `Le coup ${ply}, ${move}, a décidé`;
      return loss === null
        ? `${what} : ${better} était meilleur.`
        : `${what} : ${better} valait ${discs(loss)} de plus.`;
    },
    show: "Voir",
  },

  actions: {
    title: "Actions",
    hint: "Indice",
    hinted: (square) => `Un bon coup : ${square}.`,
    noHint: "Pas d’indice : le moteur ne s’est pas chargé.",
    hintWhy: "Pourquoi ?",
    hintMove: "Le coup",
    atOnce: "Dire tout de suite ce que j’ai manqué",
    assisted: (times) => `Jouée avec aide : ${plural(times, { one: "# indice", other: "# indices" })}.`,
    analyse: "Analyser",
    resign: "Abandonner",
    resignAgain: "Abandonner vraiment",
    abort: "Annuler",
    abortAgain: "Annuler vraiment",
    newGame: "Nouvelle partie",
    newGameAgain: "Finir cette partie",
    learn: "Exercice suivant",
    takeback: "Reprendre",
    giveTime: (seconds) => `Donner ${seconds}`,
    more: "Plus",
    adjourn: "Ajourner",
    continue: "Reprendre la partie",
    result: "Votre résultat en pions",
    resultShort: "Pions",
    offerResult: "Proposer",
    bidSquare: "Premier coup",
    bidValue: "Valeur en pions",
    bid: "Enchérir",
    rematch: "Revanche",
    leave: "Ne plus regarder",
    close: "Fermer",
  },

  talk: {
    title: "Chat",
    players: "Joueurs",
    spectators: "Spectateurs",
    say: "Dire quelque chose",
    unread: (count) => plural(count, { one: "# non lu", other: "# non lus" }),
    signIn: "Connectez-vous pour parler.",
    playersOnly: "Seuls les deux joueurs lisent ceci.",
    spectatorsOnly: "Les joueurs liront ceci après la partie.",
  },

  watchers: {
    count: (count) => plural(count, { one: "# spectateur.", other: "# spectateurs." }),
    none: "Personne ne regarde.",
    visitors: (count) => plural(count, { other: "# sans nom" }),
  },

  end: {
    title: "Résultat",
    score: (black, white) => `${black}–${white}`,
    onBoard: (score) => `Sur l’othellier : ${score}`,
    wins: (name, by) => `${name} gagne de ${by}.`,
    youWin: (by) => `Vous gagnez de ${by}.`,
    youLose: (by) => `Vous perdez de ${by}.`,
    win: "Vous gagnez.",
    winner: (name) => `${name} gagne.`,
    draw: "Partie nulle.",
    unknown: "Le résultat n’est pas connu.",
    agreed: "Les joueurs se sont mis d’accord sur le résultat.",
    resigned: (name) => `${name} a abandonné.`,
    youResigned: "Vous avez abandonné.",
    timeout: (name) => `${name} n’a plus de temps.`,
    yourTimeout: "Vous n’avez plus de temps.",
    abandoned: (name) => `${name} est resté absent trop longtemps.`,
    youAbandoned: "Vous êtes resté absent trop longtemps.",
    forfeited: (name) => `${name} a enfreint les règles.`,
    aborted: "La partie a été annulée. Elle n’a pas de résultat.",
    rating: (name, before, after, change) => `${name} : ${before} → ${after} (${change})`,
    timeUsed: (name, time) => `${name} a utilisé ${time}`,
    pair: (name, total) => `Les deux parties ensemble : ${name} ${total}`,
    twin: "L’autre partie de la paire",
    imported: (date, event, place) => [event, place, date].filter((part) => part !== "").join(", "),
  },

  thoughts: {
    title: "Ce que pensait le programme",
    value: (discs, exact) => (exact ? `${discs}, exact` : discs),
    depth: (depth) => `profondeur ${depth}`,
    at: (move) => `Sur ${move} :`,
    none: "On ne sait rien de ce coup.",
  },

  share: {
    title: "Partager",
    link: "Lien vers cette partie",
    record: "Coups en texte",
    copyLink: "Copier le lien",
    copyRecord: "Copier les coups",
    copied: "Copié.",
    share: "Partager",
    select: "Cette page ne peut pas copier : sélectionnez le texte et copiez-le.",
  },

  terms: (clock, rated, isPrivate) =>
    `${clock}, ${rated ? "classée" : "non classée"}${isPrivate ? ", privée" : ""}`,
};
