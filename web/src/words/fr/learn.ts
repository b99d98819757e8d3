// Français : les leçons.
import { pluralOf } from "../plural";
import type { LessonWords } from "../type";

const plural = pluralOf("fr");

const learn: LessonWords = {
  title: "Apprendre",
  intro: "Douze courtes leçons sur un plateau qui répond. Rien à lire avant de commencer.",
  begin: "Commencer",
  goOn: "Continuer",
  numbered: (at, title) => `${at}. ${title}`,
  done: (done, boards) => (done === boards ? "Terminée" : `${done} sur ${boards}`),
  step: (at, boards) => `Plateau ${at} sur ${boards}`,
  show: "Montrer",
  shown: (squares) => `Jouez ${squares.join(" ou ")}.`,
  back: "Retour",
  skip: "Passer",
  on: "Plateau suivant",
  again: "Réessayer",
  next: (title) => `Leçon suivante : ${title}`,
  play: "Jouer une partie",
  illegal: (square) => `Aucun pion ne serait retourné en ${square}.`,
  gives: (move, corner) => `Après ${move}, Blanc prend le coin ${corner}.`,
  counted: {
    turned: (discs) => plural(discs, { one: "# pion retourné.", other: "# pions retournés." }),
    moves: (moves) => plural(moves, { one: "L’adversaire a # coup.", other: "L’adversaire a # coups." }),
    opened: (squares) => plural(squares, { one: "# case ouverte.", other: "# cases ouvertes." }),
  },
  lessons: {
    turning: {
      title: "Retourner les pions",
      about: "Ce que fait un coup",
      other: "Ce coup est permis. Mais essayez de faire ce qui est demandé.",
      boards: [
        {
          ask: "Vous avez Noir. Posez un pion sur un point.",
          right:
            "Le pion blanc entre deux noirs est devenu noir. Puis Blanc joue, et ainsi de suite : qui a le plus de pions gagne.",
        },
        {
          ask: "Retournez quatre pions d’un seul coup.",
          right:
            "Tous les pions blancs alignés entre deux noirs se retournent. Chaque coup en retourne au moins un.",
        },
        {
          ask: "Maintenant trois pions dans trois directions.",
          right: "Un coup retourne dans toutes les directions à la fois : lignes, colonnes et diagonales.",
        },
        {
          ask: "Plus de points. Trouvez une case où l’on peut jouer.",
          right: "Oui : de là, une ligne de pions blancs finit par un noir.",
        },
      ],
    },
    end: {
      title: "Passer, et la fin",
      about: "Quand on ne peut pas jouer, et qui gagne",
      other: "Pas encore. Regardez mieux.",
      boards: [
        {
          ask: "Jouez pour que Blanc ne puisse plus jouer.",
          right: "Blanc n’a aucune case et passe. C’est encore à vous.",
        },
        {
          ask: "Encore une fois : ne laissez aucun coup à Blanc.",
          right: "Blanc passe de nouveau. Qui peut jouer doit jouer.",
        },
        {
          ask: "Retournez tous les pions blancs.",
          right: "Il n’y a plus de pion blanc : la partie est finie, et vous avez gagné.",
        },
        {
          ask: "Une case est vide. Remplissez-la.",
          right: "Personne ne peut jouer : c’est fini. Noir a 34 pions, Blanc 30. Qui en a le plus gagne.",
        },
      ],
    },
    corners: {
      title: "Les coins",
      about: "Des pions que personne ne retourne",
      other: "Regardez les coins : il y a mieux.",
      boards: [
        {
          ask: "Un des points est dans un coin. Jouez-y.",
          right: "Personne ne peut encadrer un pion dans un coin : il reste à vous.",
        },
        {
          ask: "Prenez le coin.",
          right: "Vos pions alignés depuis le coin, sans trou, sont sûrs aussi.",
        },
        {
          ask: "Quel coup est sûr pour toujours ?",
          right: "Le coin, encore. Quand vous pouvez en prendre un, pensez-y d’abord.",
        },
        {
          ask: "Maintenant, gardez Blanc hors des coins.",
          right: "Blanc n’a pas de coin à prendre. Avant chaque coup, demandez-vous quel coin il ouvre.",
        },
      ],
    },
    "x-squares": {
      title: "Les cases X",
      about: "Les cases en diagonale d’un coin",
      other: "Cela ne donne pas de coin, mais il y a mieux.",
      boards: [
        {
          ask: "g2 et b7 touchent des coins vides en diagonale. Jouez ailleurs.",
          right: "Vous tenez Blanc loin des coins. Ces cases s’appellent cases X.",
        },
        {
          ask: "Un de ces coups est interdit aux sages. Choisissez-en un autre.",
          right: "g7 aurait donné le coin h8 à Blanc.",
        },
        { ask: "Jouez un coup qui n’ouvre aucun coin.", right: "Blanc n’a pas de coin à prendre." },
      ],
    },
    "c-squares": {
      title: "Les cases C",
      about: "Les cases du bord à côté d’un coin",
      other: "Cela ne donne pas de coin, mais il y a mieux.",
      boards: [
        {
          ask: "a2 et g1 sont à côté de coins vides. Trouvez mieux sur le bord.",
          right: "Loin du coin, le bord est souvent bon. Les cases à côté du coin s’appellent cases C.",
        },
        {
          ask: "Un seul coup est bon. Restez loin des coins.",
          right: "Au milieu, on ne donne rien.",
        },
        {
          ask: "h7 est à côté de h8. Trouvez mieux.",
          right: "Une case C n’est pas toujours mauvaise, mais regardez où Blanc joue ensuite.",
        },
      ],
    },
    few: {
      title: "Peu de pions",
      about: "Pourquoi les gourmands perdent",
      other: "Un autre coup retourne moins de pions et vaut mieux.",
      boards: [
        {
          ask: "Au début, peu de pions c’est bien. Retournez-en un ou deux.",
          right: "Les pions que vous retournez, Blanc peut les reprendre. Avec peu, il a peu à faire.",
        },
        {
          ask: "Un coup en retourne cinq. Laissez-le ; n’en retournez qu’un.",
          right: "Le nombre de pions ne compte qu’à la fin.",
        },
        {
          ask: "Choisissez un coup calme qui retourne un pion.",
          right: "Vos pions restent à l’intérieur, ceux de Blanc à l’extérieur.",
        },
      ],
    },
    mobility: {
      title: "La mobilité",
      about: "Laisser peu de coups à l’adversaire",
      other: "Blanc garde trop de coups.",
      boards: [
        {
          ask: "Quel coup laisse le moins de coups à Blanc ?",
          right: "Qui a peu de coups doit bientôt en jouer un mauvais.",
        },
        { ask: "Encore : ôtez ses coups à Blanc.", right: "Blanc n’a presque plus le choix." },
        {
          ask: "Trouvez le coup qui laisse Blanc à court de coups.",
          right: "Comptez les coups de Blanc, pas vos pions.",
        },
      ],
    },
    quiet: {
      title: "Les coups tranquilles",
      about: "Retourner des pions entourés",
      other: "Cela retourne des pions extérieurs et ouvre des cases à Blanc.",
      boards: [
        {
          ask: "Trouvez un coup qui ne retourne que des pions intérieurs.",
          right: "Un coup tranquille n’ouvre aucune case à Blanc.",
        },
        { ask: "Quel coup n’ouvre rien ?", right: "Chaque pion retourné était déjà entouré." },
        {
          ask: "Il y a un trou au milieu. Est-ce tranquille ?",
          right: "Oui. Tout autour, il y avait déjà des pions.",
        },
      ],
    },
    edges: {
      title: "Les bords",
      about: "Le pion glissé entre deux autres, et le piège de Stoner",
      other: "Il y a un coup plus fort au bord.",
      boards: [
        {
          ask: "Le bord de Blanc a un trou. Jouez-y.",
          right: "Entre deux pions blancs du bord, le vôtre est en sûreté, et un coin suit.",
        },
        { ask: "Voici un autre trou.", right: "Blanc ne peut ni retourner ce pion ni empêcher h1." },
        {
          ask: "À droite, il manque h2 au bord de Blanc. Attaquez-le par la case X.",
          right: "Le piège de Stoner : Blanc prend h1, vous jouez h2, et h8 est à vous.",
        },
        {
          ask: "Le même piège en bas. Commencez-le.",
          right: "D’abord la case X b7, plus tard b8, puis h8.",
        },
      ],
    },
    parity: {
      title: "La parité",
      about: "Qui joue le dernier dans chaque région",
      other: "Cette région a un nombre pair de cases : Blanc y jouera le dernier.",
      boards: [
        {
          ask: "Il reste peu de cases. Jouez là où une case est seule.",
          right: "Vous y avez joué le dernier. À Blanc d’ouvrir les autres.",
        },
        { ask: "Trouvez la case isolée.", right: "Au dernier coup d’une région, on ne peut pas y répondre." },
        {
          ask: "La région a7, b7, a8 a trois cases : impair. Commencez là.",
          right: "Vous, puis Blanc, puis vous le dernier.",
        },
        { ask: "Quelle région est impaire ?", right: "a3 était seule. Les régions paires restent à Blanc." },
      ],
    },
    tempo: {
      title: "Le tempo",
      about: "Le dernier coup sûr",
      other: "Cela donne quelque chose. Un coup est encore sûr.",
      boards: [
        {
          ask: "Un seul coup n’ouvre aucun coin. Trouvez-le.",
          right: "Blanc n’a plus de coup sûr : il doit ouvrir un coin.",
        },
        {
          ask: "Qui manquera de coups sûrs ? Jouez le vôtre.",
          right: "Après chaque coup de Blanc, vous pouvez prendre un coin.",
        },
        { ask: "Jouez le dernier coup sûr.", right: "Un coup sûr de plus décide de bien des parties." },
      ],
    },
    openings: {
      title: "Les ouvertures",
      about: "Les premiers coups et leurs noms",
      other: "On peut le jouer, mais d’autres coups sont meilleurs.",
      boards: [
        {
          ask: "Vous avez Blanc après f5. Répondez bien.",
          right: "d6 est l’ouverture perpendiculaire, f6 la diagonale. Les deux sont bonnes.",
        },
        {
          ask: "Perpendiculaire. Vous avez Noir.",
          right: "c3 et c4 mènent aux ouvertures les plus connues.",
        },
        {
          ask: "Vous avez Blanc après c3. Un coup est le meilleur.",
          right: "d3. Si Noir répond c4, c’est le Tigre, une des ouvertures les plus jouées.",
        },
        {
          ask: "Diagonale. Vous avez Noir. Un coup est nettement le meilleur.",
          right: "e6. Blanc a deux bonnes réponses, f4 et d6.",
        },
        {
          ask: "Le Tigre. Vous avez Blanc.",
          right: "f4 est la ligne principale. Jouez maintenant avec ce que vous avez appris.",
        },
      ],
    },
  },
};

export default learn;
