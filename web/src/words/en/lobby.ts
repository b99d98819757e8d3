// English: the lobby, conversations, users and what can be done with them.
import type { FollowedUser, ReportOutcome } from "../../protocol/wire";
import { pluralOf } from "../plural";

const plural = pluralOf("en");

const outcomes: Record<ReportOutcome, string> = {
  "no-action": "nothing was done",
  warned: "the user was warned",
  silenced: "the user was silenced for a while",
  banned: "the user was banned",
};

/** What a moderator did to the user. */
const actions: Partial<Record<string, (by: string, reason: string) => string>> = {
  unsilence: (by) => `${by} has ended your silence.`,
  "clear-display-name": (by, reason) => `${by} has removed your display name: ${reason}`,
  "clear-about": (by, reason) => `${by} has removed your words about yourself: ${reason}`,
  "remove-message": (by, reason) => `${by} has removed a message of yours: ${reason}`,
  "export-user": (by, reason) => `${by} has saved your data: ${reason}`,
  silence: (by, reason) => `${by} has silenced you for a while: ${reason}`,
  kick: (by, reason) => `${by} has disconnected you: ${reason}`,
  ban: (by, reason) => `${by} has banned you: ${reason}`,
  unban: (by) => `${by} has ended your ban.`,
  role: (by, reason) => `${by} has given you the role ${reason}.`,
};

function presence({ name, display_name, online, games = [] }: FollowedUser): string {
  const who = display_name ?? name;
  const [game] = games;
  if (game) return `${who} plays: ${game.black} – ${game.white}`;
  return online ? `${who} is online.` : `${who} has gone offline.`;
}

export const lobby = {
  titles: {
    newGame: "New game",
    join: "Invitation",
    lobby: "Lobby",
    messages: "Messages",
  },
  chat: "Chat",
  people: "People",
  peopleCount: (count: number) => plural(count, { other: "People (#)" }),
  say: "Say something to everybody",
  sayAs: "You speak as a guest, under a name that the server gives you.",
  send: "Send",
  removed: "A moderator has removed this message.",
  empty: "Nothing was said for a while. Say good evening.",
  earlier: "Show earlier lines",
  newLines: (count: number) => plural(count, { one: "# new line", other: "# new lines" }),
  waiting: "waits to be sent",
  refused: (reason: string) => `Not sent: ${reason}`,
  again: "Send again",
  edit: "Change",
  friends: "Whom you follow",
  players: "People",
  bots: "Bots",
  find: "Find somebody",
  more: (count: number) => plural(count, { one: "and # more", other: "and # more" }),
  you: "you",
  guest: "guest",
  bot: "bot",
  roles: {
    guest: "Guest",
    proxy: "From another server",
    bot: "Bot",
    bridge: "Bridge to another server",
    player: "Player",
    moderator: "Moderator",
    admin: "Administrator",
  },
  playing: (games: number) => plural(games, { one: "playing", other: "playing # games" }),
  hidden: (count: number) => plural(count, { one: "Hidden people (#)", other: "Hidden people (#)" }),
  showAgain: "Show again",
  announced: (text: string) => `The server says: ${text}`,
  moderated: (by: string, action: string, reason: string) =>
    actions[action]?.(by, reason) ?? `${by}: ${action} (${reason})`,
  reportClosed: (name: string, outcome: ReportOutcome) =>
    `Your report about ${name} is closed: ${outcomes[outcome]}.`,
  reported: (name: string, report: number) => `${name} was reported. Report ${report} waits for a moderator.`,
  presence,
  remove: {
    title: "Remove the message",
    hint: "Everybody sees that something was there. The author reads the reason.",
  },
  person: {
    profile: "Profile",
    challenge: "Challenge",
    message: "Message",
    follow: "Follow",
    unfollow: "Do not follow",
    mute: "Mute",
    muteHint: "You see none of their messages and offers.",
    block: "Block",
    blockHint: "You see nothing of them, and they cannot write to you or challenge you.",
    unhide: "Show again",
    report: "Report",
    close: "Close",
    online: "online",
    offline: "offline",
    lastSeen: (time: string) => `last online ${time}`,
    hidden: "You have hidden this user.",
    signIn: "Sign in",
    signInFor: "To follow, mute, block or report somebody, sign in.",
    follows: "follows you, too",
  },
  report: {
    title: (name: string) => `Report ${name}`,
    intro:
      "Moderators read your reason and the lines that you mark, with those around them. The user is not told.",
    lines: "Lines that the report is about",
    noLines: "None is marked: moderators see the latest messages of this user.",
    reason: "What is wrong?",
    reasonHint: "One or two sentences are enough.",
    send: "Send the report",
    cancel: "Cancel",
    sent: "Thank you. You will be told when a moderator has closed the report.",
    empty: "Say what is wrong.",
  },
  messages: {
    list: "Conversations",
    none: "No messages yet. Choose somebody in the lobby, or give a name.",
    visitor: "Messages need a name.",
    writeTo: "Write to",
    open: "Open",
    back: "All conversations",
    actions: "More",
    to: (name: string) => `Message to ${name}`,
    start: (name: string) => `Write the first message to ${name}. Who is offline reads it at the next visit.`,
    unread: (count: number) => plural(count, { one: "# new message", other: "# new messages" }),
    you: (text: string) => `You: ${text}`,
  },
  user: {
    reading: "Reading the profile …",
    none: (name: string) => `There is no user ${name}.`,
    since: (date: string) => `Member since ${date}`,
    guestSince: (date: string) => `here since ${date}`,
    followers: (count: number) => plural(count, { one: "# follower", other: "# followers" }),
    ratings: "Ratings",
    noRatings: "No rated games yet.",
    columns: { class: "Speed", rating: "Rating", games: "Games", won: "Won", drawn: "Drawn", lost: "Lost" },
    deviation: (deviation: number) => plural(deviation, { other: "± #" }),
    now: "Plays now",
    history: "Last games",
    noHistory: "No games yet.",
    deviceGames: "Games against a device",
    deviceGamesHint: "Against the program of a device, without a connection: unrated, and in no statistics.",
    allDeviceGames: "All games against a device",
    older: "Show older games",
    score: (own: number, other: number) => `${own}–${other}`,
    results: { won: "won", drawn: "drawn", lost: "lost", aborted: "aborted", running: "goes on" },
    against: (name: string) => `against ${name}`,
    edit: "Change your profile",
    bot: "A bot of this server",
  },
};
