// French: the archive of games, and what was played in a position.
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";
import type { Words } from "../type";

const numbers = numbersOf("fr");
const plural = pluralOf("fr");
const games = (count: number) => plural(count, { one: "# partie", other: "# parties" });

export const archive: Words["archive"] = {
  title: "Archives",
  field: "Noms, dates, tournois, résultats, ouvertures, coups, une position ou une partie",
  search: "Chercher",
  examplesTitle: "Par exemple",
  examples: [
    "tamenori - murakami 1990s",
    "tiger 40-24",
    "world championship 1990s",
    "tastet 1998",
    "f5d6c3d3c4f4f6",
  ],
  reading: "Recherche…",
  found: (count, isMore) => (isMore ? "plus de 10 000 parties" : games(count)),
  ofPeople: (count) =>
    `Parties de ${numbers.count(count)} personnes : choisissez-en une ci-dessus pour les compter.`,
  nothing: "Aucune partie ne correspond.",
  people: (part, count) => `${numbers.count(count)} personnes nommées « ${part} » :`,
  without: (part) => `Sans « ${part} »`,
  more: "Voir plus de parties",
  kinds: {
    player: "Joueur",
    opponent: "Adversaire",
    event: "Tournoi",
    opening: "Ouverture",
    position: "Position",
    date: "Date",
    result: "Résultat",
    score: "Score",
    origin: "Jouée",
  },
  others: (count) => plural(count, { one: "et # autre", other: "et # autres" }),
  meant: (kind) => `Chercher comme : ${kind}`,
  problems: {
    "unknown-name": "aucun joueur, tournoi ou ouverture ne porte ce nom",
    "too-many-names": "trop de noms contiennent ceci ; donnez-en plus",
    "third-player": "une partie a deux joueurs, et deux sont déjà nommés",
    "no-player": "nommez le joueur qui a gagné ou perdu",
    "illegal-move": "le dernier de ces coups n’est pas légal",
    "no-position": "ces cases ne forment pas une position",
    "no-date": "cette date n’existe pas",
    "no-score": "aucune partie n’a ce score",
    twice: "il y en a déjà un de cette sorte",
    "open-quote": "le guillemet n’est pas fermé",
    "too-many-words": "c’est trop de noms pour une recherche",
  },
  notUnderstood: (part, why) => `« ${part} » : ${why}.`,
  empty: "Les archives n’ont pas encore de parties.",
  emptyHow:
    "L’exploitant du serveur peut en importer. La base WTHOR de la Fédération française a 137 548 parties de tournois depuis 1977. Les parties finies sur ce serveur s’ajoutent d’elles-mêmes.",
  games: "Parties",
  unknown: "?",
  onDevice: (program) => `${program}, sur un appareil`,
  deviceMark: "jouée sur un appareil, sans classement",
  score: (black, white) => `${black}–${white}`,
  gameName: (black, white, date, event) =>
    [`${black} – ${white}`, date, event].filter((part) => part !== "").join(", "),
  board: "Othellier et coups",
  noMoves: "Jouez un coup sur l’othellier, ou choisissez une partie.",
  start: "Position de départ",
  findPosition: "Parties avec cette position",
  analyse: "Analyser",
  book: "Livre d’ouvertures",
  page: "Page de la partie",
  of: "Statistiques",
  counted: { all: "toutes les parties", found: "les parties trouvées" },
  statistics: {
    title: "Ce qui a été joué ici",
    none: "Aucune partie n’a cette position.",
    games: (count) =>
      plural(count, { one: "# partie a cette position.", other: "# parties ont cette position." }),
    newest: "Seules les parties les plus récentes sont comptées.",
    results: "Gagnées, nulles, perdues",
    play: (move) => `Jouer ${move}`,
    unfold: (move) => `Ce qui a été joué après ${move}`,
    resultsOf: (wins, draws, losses) =>
      `${plural(wins, { one: "# gagnée", other: "# gagnées" })}, ${plural(draws, { one: "# nulle", other: "# nulles" })}, ${plural(losses, { one: "# perdue", other: "# perdues" })}`,
    hint: "Gains, nulles et pertes sont ceux du camp au trait. Le résultat moyen, en pions, porte sur les parties jouées jusqu’au bout.",
    samples: "Parties récentes avec cette position",
    opening: (name) => `Ouverture : ${name}`,
  },
  openingName: (name) => name,
  event: {
    title: (name, year) => [name, year].filter(Boolean).join(" "),
    inArchive: "Chercher ces parties",
    none: "Les archives n’ont pas de partie de ce tournoi.",
    newestOnly: (count) =>
      `Ce sont les parties les plus récentes de ce tournoi (${games(count)}) ; le tableau ne compte qu’elles. Choisissez une année.`,
    standings: "Classement",
    columns: { player: "Joueur", points: "Points", games: "Parties", discs: "Pions" },
    allPlayers: (count) => plural(count, { other: "Tous les joueurs (#)" }),
    gamesOf: (name) => `Parties de ${name}`,
    open: "Toutes les parties de ce tournoi",
  },
  results: {
    title: (name) => `Résultats de ${name}`,
    newest: "Seules les 2 000 parties les plus récentes sont comptées.",
    columns: { games: "Parties", mean: "Moyenne" },
    colors: "Par couleur",
    openings: "Par ouverture",
    opponents: "Par adversaire",
    black: "avec les noirs",
    white: "avec les blancs",
    none: "Aucune partie dans les archives.",
  },
  export: {
    title: "Emporter ces parties",
    most: "Les plus récentes d’abord, 10 000 au plus ; en WTHOR, 1 000 au plus.",
    formats: {
      ggf: "GGF",
      transcript: "Coups, une partie par ligne",
      wtb: "WTHOR : parties",
      jou: "WTHOR : joueurs",
      trn: "WTHOR : tournois",
    },
  },
};
