// English: the place of a game.
import { pluralOf } from "../plural";

const plural = pluralOf("en");
const discs = (count: number) => plural(count, { one: "# disc", other: "# discs" });
const moves = (count: number) => plural(count, { one: "# new move", other: "# new moves" });

/** The result that is offered. */
const outcome = (winner: string | null, by: number) =>
  winner === null ? "a draw" : `${winner} wins by ${by}`;

export const game = {
  title: (black: string, white: string) => `${black} against ${white}`,
  number: (number: number) => `Game ${number}`,
  reading: "The game is being read.",
  failed: "The game cannot be read now.",
  again: "Try again",
  missing: "There is no game of this number that you may see.",
  missingPrivate: "A private game that is over is shown to its players alone.",
  signInToSee: "Sign in, if you played it.",
  toGames: "See the games that are played now",

  black: "Black",
  white: "White",
  discs,
  toMove: "to move",

  tabs: "Open games",
  tabTurn: "your turn",
  tabOver: "over",

  clock: {
    of: (name: string) => `Clock of ${name}`,
    none: "no clock",
    days: (days: number, hours: number) =>
      `${plural(days, { one: "# day", other: "# days" })} ${plural(hours, { one: "# hour", other: "# hours" })}`,
    byoyomi: (time: string) => `byoyomi, ${time} a move`,
    thenByoyomi: (time: string) => `then ${time} a move`,
    extension: "extension: at best a loss by 2 discs",
    thenExtension: (time: string) => `then ${time} more, once`,
    increment: (time: string) => `+${time} a move`,
    low: "little time",
    seconds: (seconds: number) => `${seconds} s`,
    minutes: (minutes: number) => `${minutes} min`,
    hours: (hours: number) => `${hours} h`,
    wholeDays: (days: number) => plural(days, { one: "# day", other: "# days" }),
  },

  away: {
    claimIn: (time: string) => `Away. You can claim the win in ${time}.`,
    claimNow: (name: string) => `${name} is away.`,
    seen: (name: string) => `${name} is away.`,
    claim: "Claim the win",
  },

  status: {
    yourTurn: "Your turn.",
    turnOf: (name: string) => `${name} to move.`,
    sent: (move: string) => `${move} is being sent.`,
    offlineSent: (move: string) => `You are offline. Your last move (${move}) will be sent.`,
    offline: "You are offline. A move that you play is sent when the connection is back.",
    premove: (move: string) => `${move} will be played when it is your turn.`,
    dropPremove: "Do not",
    goneOn: (count: number) => `The game has gone on: ${moves(count)}.`,
    lookingBack: (ply: number, plies: number) => `Move ${ply} of ${plies}.`,
    back: "Back to the game",
    takebackAsked: (name: string, move: string) => `${name} asks to take back ${move}.`,
    takebackAskedByYou: (move: string, name: string) =>
      `You asked to take back ${move}. ${name} has not answered yet.`,
    accept: "Accept",
    refuse: "Refuse",
    resultOffered: (name: string, winner: string | null, by: number) =>
      `${name} offers to end the game: ${outcome(winner, by)}.`,
    resultOfferedByYou: (winner: string | null, by: number, name: string) =>
      `You offered to end the game: ${outcome(winner, by)}. ${name} has not answered yet.`,
    adjournAsked: (name: string) => `${name} asks to adjourn the game: the clocks stop until both go on.`,
    continueAsked: (name: string) => `${name} asks to go on with the game.`,
    askedByYou: (name: string) => `You asked. ${name} has not answered yet.`,
    adjourned: "The game is adjourned: the clocks stand still until both players go on.",
    bid: "Bid for the first move: a square, and what it is worth in discs. The higher bid plays it.",
    bidWaits: "Your bid is hidden until your opponent has bid, too.",
    moveWaits: (move: string | null) =>
      `Your move${move === null ? "" : ` ${move}`} is shown when the other game of the pair has one, too.`,
    opponentWaits: "Your opponent has moved. You see the move when the other game has one, too.",
    rematchOffered: (name: string) => `${name} offers a rematch.`,
    rematchOfferedByYou: (name: string) => `You offered a rematch. ${name} has not answered yet.`,
    rematchDeclined: (name: string) => `${name} declined the rematch.`,
    rematchBegun: "The rematch has begun.",
    toRematch: "Go to the rematch",
    withdraw: "Withdraw",
    decline: "Decline",
  },

  news: {
    started: "The game has begun.",
    passed: (name: string) => `${name} has no move and passes.`,
    youPass: "You have no move and pass.",
    takenBack: (name: string) => `${name} took a move back.`,
    youTookBack: "You took your move back.",
    refused: "The takeback was refused.",
    given: (name: string, seconds: string) => `${name} was given ${seconds}.`,
    givenYou: (seconds: string) => `You were given ${seconds}.`,
    gone: (name: string) => `${name} is away.`,
    back: (name: string) => `${name} is back.`,
    resumed: "The game goes on. The clocks stood still meanwhile.",
    komi: (komi: string, black: string, white: string) =>
      `Komi ${komi}: ${black} plays Black, ${white} White.`,
    requestRefused: "The request was refused.",
    unrated: "The game is unrated now and changes no ratings.",
    yourTurnIn: (name: string) => `It is your turn against ${name}.`,
    endedIn: (name: string) => `Your game against ${name} is over.`,
  },

  moves: {
    title: "Moves",
    pass: "pass",
    first: "First position",
    previous: "One move back",
    next: "One move on",
    last: "Last position",
    at: (ply: number, plies: number) => `${ply} of ${plies}`,
    moveName: (ply: number, color: string, move: string, time: string) =>
      `${ply}. ${color} ${move}${time === "" ? "" : `, ${time}`}`,
    none: "No move has been played.",
  },

  decided: {
    ask: "Which move decided it?",
    looking: "Looking for the move that decided it …",
    nothing: "No single move lost much.",
    sentence: (isYours: boolean, ply: number, move: string, better: string, loss: number | null) => {
      const what = isYours ? `Your ${move} (move ${ply}) decided it` : `Move ${ply}, ${move}, decided it`;
      return loss === null
        ? `${what}: ${better} was better.`
        : `${what}: ${better} was ${discs(loss)} better.`;
    },
    show: "Show",
  },

  actions: {
    title: "Actions",
    hint: "Hint",
    hinted: (square: string) => `A good move: ${square}.`,
    noHint: "No hint: the engine did not load.",
    hintWhy: "Why?",
    hintMove: "The move",
    atOnce: "Tell me at once what I missed",
    assisted: (times: number) => `Played with help: ${plural(times, { one: "# hint", other: "# hints" })}.`,
    analyse: "Analyse",
    resign: "Resign",
    resignAgain: "Really resign",
    abort: "Abort",
    abortAgain: "Really abort",
    newGame: "New game",
    newGameAgain: "End this game",
    learn: "Next exercise",
    takeback: "Take back",
    giveTime: (seconds: string) => `Give ${seconds}`,
    more: "More",
    adjourn: "Adjourn",
    continue: "Go on",
    result: "Your result in discs",
    resultShort: "Discs",
    offerResult: "Offer",
    bidSquare: "First move",
    bidValue: "Value in discs",
    bid: "Bid",
    rematch: "Rematch",
    leave: "Stop watching",
    close: "Close",
  },

  talk: {
    title: "Chat",
    players: "Players",
    spectators: "Spectators",
    say: "Say something",
    unread: (count: number) => plural(count, { one: "# unread", other: "# unread" }),
    signIn: "Sign in to talk.",
    playersOnly: "Only the two players read this.",
    spectatorsOnly: "The players read this when the game is over.",
  },

  watchers: {
    count: (count: number) => plural(count, { one: "# spectator.", other: "# spectators." }),
    none: "Nobody watches.",
    visitors: (count: number) => plural(count, { one: "# without a name", other: "# without a name" }),
  },

  end: {
    title: "Result",
    score: (black: number, white: number) => `${black}–${white}`,
    onBoard: (score: string) => `On the board: ${score}`,
    wins: (name: string, by: number) => `${name} wins by ${by}.`,
    youWin: (by: number) => `You win by ${by}.`,
    youLose: (by: number) => `You lose by ${by}.`,
    win: "You win.",
    winner: (name: string) => `${name} wins.`,
    draw: "Draw.",
    unknown: "The result is not known.",
    agreed: "The players agreed on the result.",
    resigned: (name: string) => `${name} resigned.`,
    youResigned: "You resigned.",
    timeout: (name: string) => `The time of ${name} ran out.`,
    yourTimeout: "Your time ran out.",
    abandoned: (name: string) => `${name} was away for too long.`,
    youAbandoned: "You were away for too long.",
    forfeited: (name: string) => `${name} broke the rules.`,
    aborted: "The game was aborted. It has no result.",
    rating: (name: string, before: number, after: number, change: string) =>
      `${name}: ${before} → ${after} (${change})`,
    timeUsed: (name: string, time: string) => `${name} used ${time}`,
    pair: (name: string, total: string) => `Both games together: ${name} ${total}`,
    twin: "The other game of the pair",
    imported: (date: string, event: string, place: string) =>
      [event, place, date].filter((part) => part !== "").join(", "),
  },

  thoughts: {
    title: "What the program thought",
    value: (discs: string, exact: boolean) => (exact ? `${discs}, exact` : discs),
    depth: (depth: number) => `depth ${depth}`,
    at: (move: string) => `About ${move}:`,
    none: "Nothing is known about this move.",
  },

  share: {
    title: "Share",
    link: "Link to this game",
    record: "Moves as text",
    copyLink: "Copy the link",
    copyRecord: "Copy the moves",
    copied: "Copied.",
    share: "Share",
    select: "This page may not copy: select the text and copy it yourself.",
  },

  terms: (clock: string, rated: boolean, isPrivate: boolean) =>
    `${clock}, ${rated ? "rated" : "unrated"}${isPrivate ? ", private" : ""}`,
};
