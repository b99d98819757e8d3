// English: the settings.
import type { SoundKind } from "../../parts/sounds";
import type { OPTIONS, Switch } from "../../state/settings.svelte";

type OptionWords = { [key in keyof typeof OPTIONS]: Record<(typeof OPTIONS)[key][number], string> };

const options: OptionWords = {
  theme: { system: "As the system has it", light: "Light", dark: "Dark", contrast: "High contrast" },
  look: { felt: "Felt", maple: "Maple", slate: "Slate", mono: "Plain" },
  coordinates: { outside: "Outside the board", inside: "On the squares", none: "None" },
  confirmMoves: { none: "At the first press", "two-tap": "At a second press on the same square" },
  speech: {
    little: "Little: moves only",
    normal: "Normal: moves, discs and score",
    much: "Much: legal moves, too",
  },
};

const switches: Record<Switch, string> = {
  showLegal: "Mark the legal moves",
  showPreview: "Show which discs a move would turn",
  animation: "Show the discs turning",
  typedMoves: "Type moves with the keyboard, such as f5",
  singleKeys: "Use single keys, such as [ and ] to step through a game",
  blindfold: "Blindfold: the discs are not shown, and squares do not say what lies on them",
  hideTalk: "Hide all talk: chat, lobby, messages",
  archiveDeviceGames:
    "Keep my games against this device in the archive of the server, where everybody can find them",
  spacing: "More space between letters, words and lines",
  sounds: "Sounds",
};

const sounds: Record<SoundKind, string> = {
  disc: "A move",
  pass: "A pass",
  "low-time": "Little time left",
  message: "A message",
  start: "A game begins",
  end: "A game ends",
};

export const settings = {
  intro: "They hold for this browser on this device.",
  page: "The page",
  board: "The board",
  moves: "How you move",
  listen: "What you hear",
  keyboard: "The keyboard",
  language: "Language (言語)",
  theme: "Colours",
  look: "Board",
  coordinates: "Letters and numbers",
  confirmMoves: "A move is played",
  speech: "How much is read to users of screen readers",
  volume: "Volume",
  trySound: "Try",
  preview: "A board to try it on",
  previewHint: "Press a marked square.",
  reducedMotion: "Your system asks for less motion, so the discs do not turn.",
  allKeys: "All keys",
  push: {
    title: "Notifications",
    reading: "Asking the browser …",
    on: "Tell me on this device when it is my turn in a correspondence game",
    hint: "One message for each turn, also while the page is closed, and nothing else. It comes by way of your browser's maker, who cannot read it.",
    never: {
      insecure: "Browsers allow this on pages with HTTPS only.",
      unable:
        "This browser cannot take notifications while the page is closed. On an iPhone or iPad, add the page to the home screen first.",
      denied:
        "You have blocked notifications from this page. Allow them in the settings of your browser, and open this page again.",
      "no-server": "This server sends no notifications.",
    },
    failed: (why: string) => `That did not work: ${why}`,
    unreachable: "the browser could not reach its push service. Try again later.",
  },
  options,
  switches,
  sounds,
};
