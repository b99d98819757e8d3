// French: the rules, and playing by ear.
import type { Guides } from "../type";

const rules: Guides["rules"] = {
  title: "Les règles d’Othello",
  intro: "Une minute suffit pour les apprendre. Cette page se lit aussi sans connexion.",
  boards: { start: "Le départ : Noir commence.", after: "Après f5 : le pion en e5 est devenu noir." },
  parts: [
    {
      title: "L’othellier et les pions",
      paragraphs: [
        "Deux joueurs, Noir et Blanc, s’affrontent sur un plateau de 8 cases sur 8. Un pion est noir d’un côté et blanc de l’autre.",
        "Les colonnes vont de a à h, de gauche à droite, les lignes de 1 à 8, de haut en bas. Au départ, quatre pions occupent le centre : blancs en d4 et e5, noirs en e4 et d5. Noir commence.",
      ],
    },
    {
      title: "Un coup",
      paragraphs: [
        "Posez un pion de votre couleur sur une case vide, de façon à encadrer des pions adverses entre lui et un autre de vos pions, en ligne droite : sur la ligne, la colonne ou une diagonale.",
        "Tous les pions encadrés se retournent et prennent votre couleur, dans toutes les directions à la fois. Un coup doit retourner au moins un pion. Seuls les pions encadrés par le nouveau pion se retournent.",
      ],
    },
    {
      title: "Passer",
      paragraphs: [
        "Qui n’a aucun coup possible passe, et l’adversaire rejoue. Qui a un coup possible doit jouer.",
      ],
    },
    {
      title: "La fin",
      paragraphs: [
        "La partie se termine quand aucun des deux ne peut jouer, le plus souvent quand l’othellier est plein. Qui a le plus de pions gagne. En tournoi, les cases vides comptent pour le vainqueur.",
      ],
    },
    {
      title: "Premiers conseils",
      paragraphs: [
        "Avoir beaucoup de pions au début n’est pas un avantage : cela donne des coups à l’adversaire. Gardez-vous beaucoup de coups, et laissez-lui-en peu.",
        "Un pion dans un coin ne se retourne plus jamais. Ne jouez pas à côté d’un coin vide sans bonne raison.",
      ],
    },
  ],
  play: "Jouer à deux sur cet appareil",
};

const byEar: Guides["byEar"] = {
  title: "Jouer à l’oreille",
  intro:
    "Cette page est pour vous si vous jouez avec un lecteur d’écran, au clavier seul, ou sans regarder l’othellier. Tout ce site s’utilise sans souris et sans le voir.",
  parts: [
    {
      title: "Commencer une partie",
      paragraphs: [
        "Sur la première page, le bouton Trouver un adversaire en cherche un. Une partie contre un programme commence tout de suite, le plus souvent sans pendule. Sur cet appareil, on joue sans aucune connexion.",
        "Quand une partie commence, sa page s’ouvre d’elle-même, et le focus est sur son titre. La touche Tab mène à l’othellier, aux joueurs et à leurs pendules, aux coups, aux actions et au chat, toujours dans cet ordre.",
      ],
    },
    {
      title: "Deux façons de jouer un coup",
      paragraphs: [
        "La première est de taper la case : f, puis 5, puis Entrée. Cela marche partout sur la page d’une partie. Si votre lecteur d’écran utilise lui-même les lettres, passez en mode focus : Inser et Espace dans NVDA ; JAWS le fait seul sur l’othellier. VoiceOver et Orca n’ont besoin de rien.",
        "La seconde est la ligne de commande. Appuyez sur la barre oblique, tapez f5 et Entrée. La réponse est lue aussitôt, et le focus reste en place : vous pouvez interroger et jouer de là toute une partie. Échap ramène à l’othellier.",
      ],
    },
    {
      title: "Ce que vous entendez sans rien demander",
      paragraphs: [
        "Chaque coup est lu quand il est joué : qui joue où, quels pions se retournent, combien de coups a l’autre camp, et le score, les pions de Noir d’abord. Le manque de temps et le résultat interrompent tout le reste.",
        "Dans les réglages, la lecture a trois niveaux. Peu ne lit que le coup. Normal lit la phrase ci-dessus. Beaucoup ajoute la liste des coups possibles et le nombre de cases vides.",
        "Les sons des coups, des passes, des messages et du manque de temps sont coupés au départ. Chacun a son interrupteur dans les réglages.",
      ],
    },
    {
      title: "Interroger l’othellier",
      paragraphs: [
        "Sur l’othellier, les flèches vont de case en case ; chacune dit ce qu’elle porte et combien de pions un coup y retournerait. Début et Fin parcourent la ligne, Page précédente et Page suivante la colonne.",
        "Dans la ligne de commande, une lettre suffit pour en savoir plus. Voici toutes les commandes :",
      ],
    },
    {
      title: "À l’aveugle",
      paragraphs: [
        "Avec le réglage À l’aveugle, les cases ne disent que leur nom, et aucun pion ne se voit. Les coups sont toujours lus, et les commandes répondent quand vous demandez. La partie finie, l’othellier réapparaît.",
      ],
    },
    {
      title: "Revoir une partie",
      paragraphs: [
        "Analyser, sous une partie terminée, ouvre l’analyse. La liste des fautes donne une phrase pour chacune : ce que le coup a perdu, lequel était meilleur, et pourquoi. Les flèches gauche et droite parcourent la partie, et chaque position dit sa valeur. Le graphique est un curseur : il dit la valeur de chaque coup.",
        "Les listes de parties, de joueurs et de classements sont de simples listes et tableaux, où les touches habituelles de votre lecteur d’écran fonctionnent.",
      ],
    },
    {
      title: "Touches",
      paragraphs: [
        "Le point d’interrogation ouvre la liste de toutes les touches, sur chaque page. Si les touches simples vous gênent, par exemple parce que vous parlez à votre ordinateur, coupez-les dans les réglages.",
      ],
    },
    {
      title: "Lire à l’écran",
      paragraphs: [
        "Les réglages offrent aussi un contraste élevé, plus d’espace entre les lettres, les mots et les lignes, et le coup joué au second appui. La page respecte le souhait de votre système d’avoir moins d’animations, et s’agrandit jusqu’à 400 %.",
      ],
    },
  ],
  commandsAfter: 3,
  commands: "Commandes",
  toSettings: "Ouvrir les réglages",
};

export default { rules, byEar };
