// French: the settings.
import type { Words } from "../type";

export const settings: Words["settings"] = {
  intro: "Ils valent pour ce navigateur, sur cet appareil.",
  page: "La page",
  board: "L’othellier",
  moves: "Votre façon de jouer",
  listen: "Ce que vous entendez",
  keyboard: "Le clavier",
  language: "Langue (Language)",
  theme: "Couleurs",
  look: "Othellier",
  coordinates: "Lettres et chiffres",
  confirmMoves: "Un coup est joué",
  speech: "Ce qui est lu aux lecteurs d’écran",
  volume: "Volume",
  trySound: "Essayer",
  preview: "Un othellier pour essayer",
  previewHint: "Appuyez sur une case marquée.",
  reducedMotion: "Votre système demande moins d’animations : les pions ne tournent pas.",
  allKeys: "Toutes les touches",
  push: {
    title: "Notifications",
    reading: "Le navigateur est interrogé…",
    on: "Me prévenir sur cet appareil quand c’est à moi de jouer par correspondance",
    hint: "Un message par coup, même page fermée, et rien d’autre. L’éditeur du navigateur le transmet sans pouvoir le lire.",
    never: {
      insecure: "Les navigateurs ne le permettent que sur les pages en HTTPS.",
      unable:
        "Ce navigateur ne reçoit pas de notifications quand la page est fermée. Sur iPhone ou iPad, ajoutez d’abord la page à l’écran d’accueil.",
      denied:
        "Vous avez bloqué les notifications de cette page. Autorisez-les dans les réglages du navigateur.",
      "no-server": "Ce serveur n’envoie pas de notifications.",
    },
    failed: (why) => `Cela n’a pas marché : ${why}`,
    unreachable: "le navigateur n’a pas pu joindre son service de notifications. Réessayez plus tard.",
  },
  options: {
    theme: { system: "Comme le système", light: "Clair", dark: "Sombre", contrast: "Contraste élevé" },
    look: { felt: "Feutre", maple: "Érable", slate: "Ardoise", mono: "Uni" },
    coordinates: { outside: "Autour de l’othellier", inside: "Sur les cases", none: "Aucun" },
    confirmMoves: { none: "Au premier appui", "two-tap": "Au second appui sur la même case" },
    speech: {
      little: "Peu : les coups seuls",
      normal: "Normal : coups, pions retournés et score",
      much: "Beaucoup : aussi les coups possibles",
    },
  },
  switches: {
    showLegal: "Marquer les coups possibles",
    showPreview: "Montrer les pions qu’un coup retournerait",
    animation: "Animer le retournement des pions",
    typedMoves: "Taper les coups au clavier, par exemple f5",
    singleKeys: "Touches simples, comme [ et ] pour parcourir une partie",
    blindfold: "À l’aveugle : les pions sont cachés, et les cases ne disent pas ce qu’elles portent",
    hideTalk: "Masquer toutes les discussions : chat, salon, messages",
    archiveDeviceGames:
      "Conserver mes parties contre cet appareil dans les archives du serveur, où chacun peut les trouver",
    spacing: "Plus d’espace entre les lettres, les mots et les lignes",
    sounds: "Sons",
  },
  sounds: {
    disc: "Un coup",
    pass: "Un passe",
    "low-time": "Peu de temps",
    message: "Un message",
    start: "Début de partie",
    end: "Fin de partie",
  },
};
