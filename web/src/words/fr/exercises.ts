// French: the exercises.
import { pluralOf } from "../plural";
import type { ExerciseWords } from "../type";

const plural = pluralOf("fr");
const discs = (count: number) => plural(count, { one: "# pion", other: "# pions" });
const score = (value: number) =>
  value > 0 ? `gagnez de ${value}` : value < 0 ? `perdez de ${-value}` : "faites nulle";

const exercises: ExerciseWords = {
  title: "Exercices",
  intro:
    "Des positions où peu de coups sont justes. Chaque réponse est démontrée jusqu’à la fin de la partie.",
  themes: {
    "wipe-out": "Élimination",
    "wipe-out-threat": "Menace d’élimination",
    "x-square": "Cases X",
    "c-square": "Cases C",
    "corner-given": "Donner un coin",
    "corner-missed": "Manquer un coin",
    pass: "Passes",
    "safe-moves": "Coups sûrs",
    tempo: "Tempo",
    "unbalanced-edge": "Bords déséquilibrés",
    "lone-c-square": "Case C isolée",
    "stoner-trap": "Piège de Stoner",
    wedge: "Insertions",
    "edge-value": "Bords",
    wall: "Murs",
    parity: "Parité",
    "stable-discs": "Pions définitifs",
    mobility: "Mobilité",
    "potential-mobility": "Mobilité potentielle",
    frontier: "Pions frontière",
  },
  noTheme: "Autres",
  modes: {
    daily: { title: "L’exercice du jour", about: "Le même pour tout le monde" },
    rated: { title: "À votre niveau", about: "Ni trop facile ni trop difficile" },
    theme: { title: "Par thème", about: "Ce que les mauvais coups oublient" },
    mistakes: { title: "Erreurs à revoir", about: "Ceux que vous n’avez pas trouvés" },
    own: { title: "De vos parties", about: "Les coups qui vous ont coûté le plus" },
    streak: { title: "Série", about: "De plus en plus dur, jusqu’à la première erreur" },
    storm: { title: "Trois minutes", about: "Autant que vous pouvez" },
    drill: { title: "Finales", about: "Jouez jusqu’au bout contre le solveur" },
    progress: { title: "Progrès", about: "Ce que vous avez appris" },
  },
  waiting: (count) => plural(count, { one: "# en attente", other: "# en attente" }),
  best: (count) => `Votre record : ${count}`,
  doneToday: "Fait. Le prochain vient demain.",
  drill: (empties) => `${empties} cases vides`,
  all: "Tous les exercices",
  ask: {
    win: (side) => `Trait à ${side}. Trouvez le seul coup gagnant.`,
    draw: (side) => `Trait à ${side}. Trouvez le seul coup qui fait nulle.`,
    discs: (side) => `Trait à ${side}. Trouvez le coup qui donne le plus de pions.`,
  },
  estimate: "Une estimation : la partie est trop peu avancée pour une démonstration.",
  rating: (rating) => `Niveau environ ${rating}`,
  yourRating: (rating, error) => `Votre niveau : ${rating} ± ${error}`,
  illegal: (square) => `Aucun pion ne se retournerait en ${square}.`,
  right: (move, value, isProven) =>
    isProven ? `${move} est juste : vous ${score(value)}.` : `${move} est juste, par estimation.`,
  nextBest: (value) => `Avec tout autre coup, au mieux, vous ${score(value)}.`,
  notRight: (move) => `${move} n’est pas juste.`,
  loses: (move, count) => `${move} perd ${discs(count)}.`,
  outcome: { win: "le gain", draw: "la nulle", loss: "la défaite" },
  turns: (move, from, to, count) =>
    `${move} change ${from} contre ${to}${count > 0 ? ` : ${discs(count)} de moins` : ""}.`,
  answers: (side, move) => `${side} répond ${move}.`,
  shown: (squares) => `Juste : ${squares.join(" ou ")}.`,
  thinking: "Le solveur regarde.",
  theme: (name) => `Thème : ${name}.`,
  skip: "Sauter",
  show: "Voir la réponse",
  why: "Pourquoi",
  again: "Réessayer",
  next: "Suivant",
  line: "Coups",
  play: "Jouer la suite",
  back: "Un coup en arrière",
  forward: "Un coup en avant",
  moveOf: (move, at) => `${move}, coup ${at} de la suite`,
  pass: "passe",
  tally: (right, tried) => `${right} sur ${tried} au premier essai`,
  none: {
    mistakes: "Aucune erreur en attente. Faites d’abord quelques exercices.",
    own: "Il n’y en a pas encore. Analysez une de vos parties : ses coups les plus coûteux deviennent des exercices.",
    theme: "Il n’y a pas d’exercice de ce thème.",
  },
  analyse: "Analyser une partie",
  finished: "Vous les avez tous faits.",
  keep: "Garder les plus coûteux comme exercices",
  added: (count) =>
    count === 0
      ? "Aucun coup de cette partie ne fait un exercice : aucun n’est nettement meilleur que les autres."
      : plural(count, {
          one: "# exercice a été ajouté aux vôtres.",
          other: "# exercices ont été ajoutés aux vôtres.",
        }),
  fromGame: (played) => `Dans votre partie vous avez joué ${played}.`,
  remove: "Retirer",
  begin: "Commencer",
  once: "Encore une fois",
  seconds: (count) => plural(count, { one: "# seconde", other: "# secondes" }),
  solved: (count) => plural(count, { one: "# juste", other: "# justes" }),
  streakOver: (count) =>
    plural(count, {
      one: "La série s’arrête après # bonne réponse.",
      other: "La série s’arrête après # bonnes réponses.",
    }),
  stormOver: (count) =>
    plural(count, { one: "Terminé. # bonne réponse.", other: "Terminé. # bonnes réponses." }),
  stormIntro: "Trois minutes. Une mauvaise réponse ne coûte que son temps.",
  record: "C’est votre record.",
  drills: {
    win: (side) => `Vous avez ${side}. Au meilleur jeu vous gagnez. Gardez le gain jusqu’au bout.`,
    draw: (side) => `Vous avez ${side}. Au meilleur jeu c’est nulle. Tenez-la.`,
    best: (side, value) =>
      `Vous avez ${side}. Au meilleur jeu vous ${score(value)}. Tenez ce résultat jusqu’au bout.`,
    aim: "But",
    aims: { outcome: "Tenir le gain ou la nulle", discs: "Tenir chaque pion" },
    yours: "Juste. À vous.",
    over: (value) => `La partie est finie : vous ${score(value)}.`,
    perfect: "Aucune erreur : le résultat est tenu.",
    slips: (count) => plural(count, { one: "# coup ne l’a pas tenu.", other: "# coups ne l’ont pas tenu." }),
    takeBack: "Reprendre",
    another: "Une autre",
    failed: "Le solveur n’a pas pu être chargé.",
    retry: "Réessayer",
  },
  coach: {
    look: {
      "top-left": "Regardez en haut à gauche.",
      "top-right": "Regardez en haut à droite.",
      "bottom-left": "Regardez en bas à gauche.",
      "bottom-right": "Regardez en bas à droite.",
      top: "Regardez la moitié du haut.",
      bottom: "Regardez la moitié du bas.",
      board: "Regardez tout l’othellier.",
    },
    even: "Aucun coup n’est ici bien plus mauvais que les autres.",
    avoid: (move, why) => `Pas ${move}. ${why}`,
    missed: (verdict, best) => `${verdict}. Mieux valait ${best}.`,
  },
  progress: {
    intro:
      "Vos réponses au premier essai, dans ce navigateur seulement. Rien n’en sort si vous ne l’enregistrez pas.",
    none: "Rien encore.",
    overall: (right, tried) => `${right} sur ${tried} justes au premier essai.`,
    rating: "Votre niveau",
    ratingHint:
      "Il est dans cet intervalle avec une certitude de 95 %. Les exercices sont évalués par un modèle des erreurs humaines, et pas encore par des joueurs.",
    theme: "Thème",
    tried: "Faits",
    share: "Justes",
    interval: "Intervalle à 95 %",
    difficulty: "Niveau des exercices",
    range: (from, to) => `${from} à ${to}`,
    hint: "L’intervalle dit jusqu’où va le hasard seul : avec peu de réponses, il est large.",
    json: "Enregistrer en JSON",
    tsv: "Enregistrer en tableau (TSV)",
    forget: "Tout effacer",
    forgetAgain: "Vraiment effacer",
    forgotten: "Effacé.",
    notKept: "Ce navigateur ne garde rien : ce que vous faites ici dure jusqu’à la fermeture de la page.",
  },
};

export default exercises;
