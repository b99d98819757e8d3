// French: the lobby, conversations, users and what can be done with them.
import type { ReportOutcome } from "../../protocol/wire";
import { pluralOf } from "../plural";
import type { Words } from "../type";

const plural = pluralOf("fr");

const outcomes: Record<ReportOutcome, string> = {
  "no-action": "rien n’a été fait",
  warned: "ce joueur a reçu un avertissement",
  silenced: "ce joueur est réduit au silence pour un temps",
  banned: "ce joueur est exclu",
};

/** What a moderator did to the user. */
const actions: Partial<Record<string, (by: string, reason: string) => string>> = {
  silence: (by, reason) => `${by} vous a réduit au silence pour un temps : ${reason}`,
  kick: (by, reason) => `${by} vous a déconnecté : ${reason}`,
  ban: (by, reason) => `${by} vous a exclu : ${reason}`,
  unban: (by) => `${by} a levé votre exclusion.`,
  role: (by, reason) => `${by} vous a donné le rôle ${reason}.`,
};

export const lobby: Words["lobby"] = {
  titles: {
    newGame: "Nouvelle partie",
    join: "Invitation",
    lobby: "Salon",
    messages: "Messages",
  },
  chat: "Chat",
  people: "Joueurs",
  peopleCount: (count) => plural(count, { other: "Joueurs (#)" }),
  say: "Parler à tous",
  sayAs: "Vous parlez comme invité, sous un nom que le serveur vous donne.",
  send: "Envoyer",
  empty: "Personne n’a parlé depuis un moment. Dites bonsoir.",
  earlier: "Voir les messages précédents",
  newLines: (count) => plural(count, { one: "# nouveau message", other: "# nouveaux messages" }),
  waiting: "en attente d’envoi",
  refused: (reason) => `Pas envoyé : ${reason}`,
  again: "Renvoyer",
  edit: "Modifier",
  friends: "Joueurs suivis",
  players: "Joueurs",
  bots: "Programmes",
  find: "Chercher quelqu’un",
  more: (count) => plural(count, { one: "et # autre", other: "et # autres" }),
  you: "vous",
  guest: "invité",
  bot: "programme",
  roles: {
    guest: "Invité",
    proxy: "D’un autre serveur",
    bot: "Programme",
    bridge: "Pont vers un autre serveur",
    player: "Joueur",
    moderator: "Modérateur",
    admin: "Administrateur",
  },
  playing: (games) => plural(games, { one: "joue", other: "joue # parties" }),
  hidden: (count) => plural(count, { other: "Joueurs masqués (#)" }),
  showAgain: "Afficher de nouveau",
  announced: (text) => `Annonce du serveur : ${text}`,
  moderated: (by, action, reason) => actions[action]?.(by, reason) ?? `${by} : ${action} (${reason})`,
  reportClosed: (name, outcome) => `Votre signalement de ${name} est traité : ${outcomes[outcome]}.`,
  reported: (name, report) => `${name} a été signalé. Le signalement ${report} attend un modérateur.`,
  presence: ({ name, display_name, online, games = [] }) => {
    const who = display_name ?? name;
    const [game] = games;
    if (game) return `${who} joue : ${game.black} – ${game.white}`;
    return online ? `${who} est en ligne.` : `${who} s’est déconnecté.`;
  },
  person: {
    profile: "Profil",
    challenge: "Défier",
    message: "Message",
    follow: "Suivre",
    unfollow: "Ne plus suivre",
    mute: "Ignorer",
    muteHint: "Vous ne voyez plus ses messages ni ses offres.",
    block: "Bloquer",
    blockHint: "Vous ne voyez plus rien de ce joueur, et il ne peut ni vous écrire ni vous défier.",
    unhide: "Afficher de nouveau",
    report: "Signaler",
    close: "Fermer",
    online: "en ligne",
    offline: "hors ligne",
    lastSeen: (time) => `vu pour la dernière fois le ${time}`,
    hidden: "Vous avez masqué ce joueur.",
    signIn: "Se connecter",
    signInFor: "Pour suivre, ignorer, bloquer ou signaler quelqu’un, connectez-vous ou jouez comme invité.",
    follows: "vous suit aussi",
  },
  report: {
    title: (name) => `Signaler ${name}`,
    intro:
      "Les modérateurs lisent votre motif et les messages que vous marquez, avec ceux qui les entourent. Le joueur n’en est pas averti.",
    lines: "Messages concernés",
    noLines: "Aucun n’est marqué : les modérateurs voient les derniers messages de ce joueur.",
    reason: "Que s’est-il passé ?",
    reasonHint: "Une ou deux phrases suffisent.",
    send: "Envoyer le signalement",
    cancel: "Annuler",
    sent: "Merci. Vous serez averti quand un modérateur l’aura traité.",
    empty: "Dites ce qui s’est passé.",
  },
  messages: {
    list: "Conversations",
    none: "Pas encore de messages. Choisissez quelqu’un dans le salon, ou donnez un nom.",
    visitor: "Il faut un nom pour échanger des messages. Connectez-vous, ou jouez comme invité.",
    writeTo: "Écrire à",
    open: "Ouvrir",
    back: "Conversations",
    actions: "Plus",
    to: (name) => `Message à ${name}`,
    start: (name) => `Écrivez le premier message à ${name}. Hors ligne, on le lit à la visite suivante.`,
    unread: (count) => plural(count, { one: "# nouveau message", other: "# nouveaux messages" }),
    you: (text) => `Vous : ${text}`,
  },
  user: {
    reading: "Lecture du profil…",
    none: (name) => `Il n’y a pas de joueur ${name}.`,
    since: (date) => `Membre depuis le ${date}`,
    guestSince: (date) => `ici depuis le ${date}`,
    followers: (count) => plural(count, { one: "# abonné", other: "# abonnés" }),
    ratings: "Classements",
    noRatings: "Pas encore de partie classée.",
    columns: {
      class: "Cadence",
      rating: "Classement",
      games: "Parties",
      won: "Gains",
      drawn: "Nulles",
      lost: "Pertes",
    },
    deviation: (deviation) => plural(deviation, { other: "± #" }),
    now: "Joue en ce moment",
    history: "Dernières parties",
    noHistory: "Pas encore de partie.",
    deviceGames: "Parties contre un appareil",
    deviceGamesHint:
      "Contre le programme d’un appareil, sans connexion : elles ne comptent ni au classement ni dans les statistiques.",
    allDeviceGames: "Toutes les parties contre un appareil",
    older: "Voir des parties plus anciennes",
    score: (own, other) => `${own}–${other}`,
    results: { won: "gagnée", drawn: "nulle", lost: "perdue", aborted: "annulée", running: "en cours" },
    against: (name) => `contre ${name}`,
    edit: "Modifier votre profil",
    bot: "Un programme de ce serveur",
  },
};
