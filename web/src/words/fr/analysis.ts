// French: the analysis of games.
import type { RulesProblem } from "../../rules";
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";
import type { Words } from "../type";
import { lessons } from "./lessons";

const numbers = numbersOf("fr");
const plural = pluralOf("fr");
const discs = (count: number) => `${numbers.count(count)} ${plural(count, { one: "pion", other: "pions" })}`;
const moves = (count: number) => plural(count, { one: "# coup", other: "# coups" });
const games = (count: number) => plural(count, { one: "# partie", other: "# parties" });
const outcomes = { win: "gain", draw: "nulle", loss: "perte" };
const turns = (from: keyof typeof outcomes, to: keyof typeof outcomes) =>
  `${{ win: "un gain", draw: "une nulle", loss: "une perte" }[from]} en ${outcomes[to]}`;

/** What the rules cannot take. */
const problems: Record<RulesProblem, string> = {
  "not-a-position": "ce n’est pas une position de 64 cases avec le trait",
  "not-a-move": "ce n’est ni une case de a1 à h8 ni un passe",
  "illegal-move": "ce coup ne retourne aucun pion",
  empty: "il n’y a ni partie ni position",
  "unknown-format": "ce format est inconnu",
  malformed: "le format a une erreur",
  "too-long": "c’est trop long",
  "cannot-hold": "une partie qui ne commence pas au départ habituel n’y entre pas",
};

export const analysis: Words["analysis"] = {
  title: "Analyse",
  discs,
  sides: { black: "Noir", white: "Blanc" },
  why: (problem) => problems[problem],

  badAddress: "L’adresse de cette page est abîmée : elle ne contient pas de partie. Collez plutôt la partie.",
  badMoves: (why) => `La partie de cette adresse enfreint les règles : ${why}.`,

  openGame: {
    intro:
      "Collez une partie ou une position, ouvrez un fichier, ou composez un othellier. Le moteur de ce navigateur l’analyse.",
    paste: "Partie ou position",
    pasteHint: "Des coups comme f5d6c3, GGF, SGF, un othellier en texte, aussi plusieurs parties",
    open: "Ouvrir",
    file: "Ouvrir des fichiers",
    fileHint:
      "Un de ces formats, ou WTHOR : .wtb, avec .jou et .trn pour les noms. Vous pouvez aussi déposer des fichiers sur cette page.",
    table: "Vos dernières parties ici",
    setUp: "Composer une position",
    openBoard: "Analyser cette position",
    start: "Partir du départ habituel",
    empty: "Il n’y a encore rien à ouvrir : collez une partie, ou choisissez un fichier.",
    unreadable: "Le fichier n’a pas pu être lu. Réessayez.",
    problem: (why, line, column) =>
      line === null ? `Illisible : ${why}.` : `Ligne ${line}, caractère ${column ?? 1} : ${why}.`,
    tooLarge: (mebibytes) => `Le fichier dépasse ${mebibytes} Mio. Ouvrez-en une partie.`,
    remarks: {
      over: "Aucun camp n’a de coup ici : il n’y a rien à analyser.",
      "must-pass": "Le camp au trait n’a pas de coup et passe.",
      "empty-centre": "Une case du centre est vide. Aucune partie n’arrive ici, mais l’analyse le fait.",
      apart: "Des pions sont isolés. Aucune partie n’arrive ici, mais l’analyse le fait.",
    },
  },

  list: {
    title: "Parties du fichier",
    reading: (count) => `Lecture : ${games(count)} jusqu’ici.`,
    all: (count) => `Le fichier a ${games(count)}.`,
    failures: (count, first) =>
      plural(count, {
        one: `Une partie est omise. ${first}`,
        other: `# parties sont omises. La première : ${first}`,
      }),
    stopped: (count) =>
      plural(count, {
        one: "Arrêté : la liste a la première partie.",
        other: "Arrêté : la liste a les # premières parties.",
      }),
    most: (count) => plural(count, { other: "La liste s’arrête après # parties, le maximum de cette page." }),
    stop: "Arrêter la lecture",
    filter: "Chercher joueurs, tournois ou coups",
    found: (count) => plural(count, { one: "# partie trouvée.", other: "# parties trouvées." }),
    hint: "Appuyez sur une partie pour l’ouvrir. Au clavier : flèches, Page, Début, Fin, Entrée.",
    again: "La liste des parties est relue.",
    game: (number, black, white) =>
      black === "" && white === "" ? `Partie ${number}` : `${number}. ${black || "?"} – ${white || "?"}`,
    position: (number) => `Position ${number}`,
    moves,
  },

  run: {
    label: "Analyse",
    depth: "Profondeur",
    depths: { quick: "Rapide", normal: "Normale", deep: "Profonde (jusqu’à l’arrêt)" },
    start: "Analyser",
    again: "Analyser encore",
    goOn: "Continuer",
    stop: "Arrêter",
    retry: "Réessayer",
    line: "Analyser cette variante",
    running: (share) => `Le moteur travaille : ${numbers.percent(share)}.`,
    stopped: "Arrêté. Ce qui est trouvé reste.",
    done: "L’analyse est terminée.",
    idle: "Cette variante n’a pas été analysée.",
    noMoves: "Aucun coup n’a été joué ici. Jouez-en un, ou regardez les valeurs sur les cases.",
    over: "La partie est finie ici.",
    failed: (why) => `${why} Ce qui est trouvé reste.`,
    left: "Ce que vous avez ici est gardé dans ce navigateur : les quatre dernières parties, même l’onglet fermé.",
  },

  another: "Autre partie",
  study: "Étude : variantes, livre et parties",
  names: (black, white) => `${black || "Noir"} – ${white || "Blanc"}`,
  untitled: "Une partie",
  toMove: { black: "Trait à Noir", white: "Trait à Blanc" },
  over: "partie finie",
  opening: (name) => `Ouverture : ${name}`,

  outcomes,
  shortOutcomes: outcomes,
  standing: {
    even: "égalité",
    draw: "nulle",
    ahead: (side, count) => `${side} en avance d’environ ${numbers.count(count)}`,
    winsBy: (side, count) => `${side} gagne de ${numbers.count(count)}`,
    wins: (side) => `${side} gagne`,
  },
  players: {
    lost: (count) => plural(count, { one: "# pion perdu", other: "# pions perdus" }),
    lostHint: "Pions perdus par tous les coups ensemble",
    accuracy: (share) => `précision ${numbers.percent(share)}`,
    accuracyHint: "Autant de joueurs de tournoi sur 100 perdent plus de pions par coup",
  },
  certainties: { exact: "exact", proven: "prouvé", estimate: "estimation" },

  board: { values: "Valeurs sur les cases", valueNote: (value) => `valeur ${value}`, best: "meilleur" },

  graph: {
    title: "Graphique",
    slider: "Position dans la partie",
    curves: { value: "Valeur", discs: "Pions", mobility: "Mobilité" },
    start: "Départ",
    move: (ply, side, move) => `Coup ${ply}, ${side} ${move}`,
    value: (text) => `pour Noir ${text}`,
    discs: (text) => `pions ${text}`,
    mobility: (text) => `mobilité ${text}`,
    ply: (ply) => `Coup ${ply}.`,
    unknown: "valeur inconnue",
  },

  finding: {
    title: "Ce coup",
    none: "On ne sait encore rien de ce coup.",
    whole: "La partie",
    atStart: "Avancez pour voir ce que valait chaque coup.",
    worst: (ply) => `Le coup ${ply} a coûté le plus.`,
    see: "Voir ce coup",
    isBest: (move) => `${move} est le meilleur coup`,
    lost: (move, lost) => `${move} perd ${lost}`,
    underOne: "moins d’un pion",
    throws: (move, from, to) => `${move} change ${turns(from, to)}`,
    better: (best, standing) => `Le meilleur était ${best} : ${standing}.`,
    now: (standing) => `Maintenant : ${standing}.`,
    stays: (standing) => `La partie en est là : ${standing}.`,
    before: "Voir le choix",
    more: "Plus : variantes, valeurs, autres raisons",
    others: "Autres raisons",
    classes: {
      best: "Meilleur coup",
      good: "Bon coup",
      inaccuracy: "Imprécision",
      mistake: "Faute",
      blunder: "Gaffe",
    },
    best: (move) => `${move} est le meilleur coup.`,
    loses: (name, move, lost, best) => `${name} : ${move} perd ${lost}. Le meilleur est ${best}.`,
    keeps: (name, move, lost, best) =>
      `${name} : ${move} perd environ ${lost}, et l’issue reste. Le meilleur est ${best}.`,
    turns: (name, move, from, to, best) =>
      `${name} : ${move} change ${turns(from, to)}. Le meilleur est ${best}.`,
    outcomes: (from, to) => `Il change ${turns(from, to)}.`,
    bestValue: (move, value) => `${move} : ${value}`,
    why: "Pourquoi",
    noReasons: "Les raisons ne se sont pas chargées. Analysez encore pour les voir.",
    change: {
      title: "Ce qui l’aurait rendu bon",
      ask: "Chercher un pion qui l’aurait rendu bon",
      asking: (share) => `Le moteur essaie d’autres pions : ${numbers.percent(share)}.`,
      stop: "Arrêter la recherche",
      none: "Aucun changement d’un seul pion n’en aurait fait le meilleur coup.",
      sentence: ({ square, disc }, move) => {
        const other = disc === null ? "vide" : { black: "à Noir", white: "à Blanc" }[disc];
        return `Si ${square} était ${other}, ${move} serait le meilleur coup.`;
      },
    },
    showSquares: (squares) => `Marquer ${squares} sur l’othellier`,
    bestLine: "Meilleure variante",
    playedLine: "Après le coup",
    play: (move, at) => `${move}, coup ${at} de la variante`,
  },

  lessons,

  mistakes: {
    title: "Où tout s’est décidé",
    none: "Aucune faute trouvée.",
    item: (ply, side, move) => `${ply} ${side} ${move}`,
  },

  lines: {
    title: "Meilleurs coups ici",
    most: "Sur quels coups",
    best: (count) =>
      count === 0 ? "tous les coups" : count === 1 ? "le meilleur" : `les ${count} meilleurs`,
    endless: "Chercher sans fin",
    threads: "Processus",
    hash: "Table de hachage",
    play: (move) => `Jouer ${move}`,
    depth: (plies) => `Profondeur ${plies}. Normal : estimation ; gras : exact ; souligné : prouvé.`,
  },

  tree: {
    title: "Variantes",
    none: "Jouez un coup possible sur l’othellier : il devient une variante.",
    comment: "Commentaire sur cette position",
    makeMain: "En faire la ligne principale",
    remove: "Retirer ce coup",
    removed: "Le coup et sa suite sont retirés.",
    main: "Revenir à la ligne principale",
    leftOut: (count) =>
      plural(count, {
        one: "Une variante est omise à partir d’un coup : elle enfreint les règles, ou il y en a trop.",
        other:
          "# variantes sont omises à partir d’un coup : elles enfreignent les règles, ou sont trop nombreuses.",
      }),
    variation: (move) => `Variante avec ${move}`,
  },

  learn: {
    title: "Apprendre de vos fautes",
    intro: "Revoyez chaque faute, et trouvez un meilleur coup.",
    side: "Les fautes de qui",
    both: "Des deux",
    start: "Commencer",
    none: "Il n’y a pas de faute dont apprendre.",
    task: (number, all, side, move) =>
      `${number} sur ${all}. ${side} a joué ${move} ici. Trouvez un meilleur coup.`,
    checking: (move) => `${move} : le moteur regarde.`,
    right: (move) => `${move} est juste.`,
    asGood: (move, best) => `${move} est juste : pas moins bon que ${best}.`,
    played: (move, lost) => `${move} est le coup de la partie : il perd ${lost}.`,
    wrong: (move, lost) => `${move} perd ${lost}. Essayez-en un autre.`,
    wrongOutcome: (move, outcome) => `${move} mène à : ${outcome}. Essayez-en un autre.`,
    solution: "Montrer le meilleur coup",
    shown: (best) => `Le meilleur est ${best}.`,
    next: "Suivant",
    leave: "Finir",
    finished: (right, all) => `C’était la dernière. Vous en avez trouvé ${right} sur ${all} du premier coup.`,
  },

  practice: {
    title: "S’entraîner d’ici",
    intro: "Continuez la partie depuis la position de l’othellier.",
    color: "Votre couleur",
    server: "Contre un programme du serveur",
    engine: "Contre le moteur de ce navigateur",
    levelHint: "Les coups du moteur deviennent une variante.",
    start: "Jouer ici",
    leave: "Arrêter de jouer",
    yourTurn: "À vous de jouer.",
    thinking: "Le moteur réfléchit.",
    loading: "Le moteur se charge.",
    over: (black, white) => `La partie est finie : ${black}–${white}.`,
    gameOver: "La partie est finie ici : il n’y a rien à jouer.",
    offline: "Pas de connexion au serveur : seul le moteur de ce navigateur joue.",
  },

  export: {
    title: "Exporter",
    formats: {
      link: "Lien vers cette position",
      transcript: "Coups",
      ggf: "GGF",
      sgf: "SGF avec variantes",
      svg: "Diagramme, SVG",
      png: "Diagramme, PNG",
      sheet: "Partie numérotée, PNG",
      gif: "Image animée, GIF",
    },
    copy: "Copier",
    copied: "Copié.",
    select: "Cette page ne peut pas copier : sélectionnez le texte et copiez-le.",
    text: "Texte",
    save: "Enregistrer en fichier",
    saved: (name) => `Enregistré sous ${name}.`,
    mainLineOnly: "Ce format contient une seule variante : celle de l’othellier.",
    cannot: (why) => `Ce format ne peut pas contenir la partie : ${why}.`,
    drawing: "L’image est en cours de dessin.",
    noPicture: "Ce navigateur n’a pas pu dessiner l’image. Enregistrez plutôt le SVG.",
    diagram: (position) => `Position ${position}`,
  },

  openings: "Mes ouvertures",
  link: "Analyser",
};
