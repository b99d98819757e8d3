// English: the analysis of games.
import type { CounterfactualReport } from "../../engine/types";
import type { RulesProblem } from "../../rules";
import { numbersOf } from "../numbers";
import { pluralOf } from "../plural";
import { lessons } from "./lessons";

const numbers = numbersOf("en");
const plural = pluralOf("en");
const discs = (count: number) => `${count} ${plural(count === 1 ? 1 : 2, { one: "disc", other: "discs" })}`;
const sides = { black: "Black", white: "White" };

export const analysis = {
  title: "Analysis",
  discs,
  sides,
  /** Says why the rules cannot take something; the message is theirs, in English. */
  why: (_problem: RulesProblem, message: string) => message,

  badAddress: "The address of this page is damaged: it names no game. Paste the game instead.",
  badMoves: (why: string) => `The game of this address breaks the rules: ${why}.`,

  openGame: {
    intro:
      "Paste a game or a position, open a file, or set up a board. The engine in this browser analyses it.",
    paste: "Game or position",
    pasteHint: "Moves such as f5d6c3, GGF, SGF, a board as text, also several games",
    open: "Open",
    file: "Open files",
    fileHint:
      "Any of these formats, or WTHOR: .wtb, and with it .jou and .trn for the names. You can also drop files on this page.",
    table: "Your last games here",
    setUp: "Set up a board",
    openBoard: "Analyse this board",
    start: "Begin with the usual start",
    empty: "There is nothing to open yet: paste a game, or choose a file.",
    unreadable: "The file could not be read. Try it once more.",
    problem: (why: string, line: number | null, column: number | null) =>
      line === null ? `${why}.` : `Line ${line}, character ${column ?? 1}: ${why}.`,
    tooLarge: (mebibytes: number) => `The file is larger than ${mebibytes} MiB. Open a part of it.`,
    remarks: {
      over: "Neither side has a move here: there is nothing to analyse.",
      "must-pass": "The side to move has no move and passes.",
      "empty-centre": "A square of the centre is empty. No game comes here, but the analysis does.",
      apart: "Some discs lie apart. No game comes here, but the analysis does.",
    },
  },

  list: {
    title: "Games of the file",
    reading: (count: number) => `Reading: ${plural(count, { one: "# game", other: "# games" })} so far.`,
    all: (count: number) => plural(count, { one: "The file has # game.", other: "The file has # games." }),
    failures: (count: number, first: string) =>
      plural(count, {
        one: `One game is left out. ${first}`,
        other: `# games are left out. The first one: ${first}`,
      }),
    stopped: (count: number) =>
      `Stopped: the list has the first ${plural(count, { one: "game", other: "# games" })}.`,
    most: (count: number) =>
      plural(count, { other: "The list ends after # games, the most that this page takes." }),
    stop: "Stop reading",
    filter: "Find players, events or moves",
    found: (count: number) => plural(count, { one: "# game fits.", other: "# games fit." }),
    hint: "Press a game to open it. With the keys: arrows, Page up, Page down, Home, End, Enter.",
    again: "The list of games is being read again.",
    game: (number: number, black: string, white: string) =>
      black === "" && white === "" ? `Game ${number}` : `${number}. ${black || "?"} – ${white || "?"}`,
    position: (number: number) => `Position ${number}`,
    moves: (moves: number) => plural(moves, { one: "# move", other: "# moves" }),
  },

  run: {
    label: "Analysis",
    depth: "Depth",
    depths: { quick: "Quick", normal: "Normal", deep: "Deep (until you stop)" },
    start: "Analyse",
    again: "Analyse again",
    goOn: "Go on",
    stop: "Stop",
    retry: "Try again",
    line: "Analyse this line",
    running: (share: number) => `The engine is at work: ${numbers.percent(share)}.`,
    stopped: "Stopped. What was found stays.",
    done: "The analysis is done.",
    idle: "This line has not been analysed.",
    noMoves: "No move has been played here. Play one, or look at the values on the squares.",
    over: "The game is over here.",
    failed: (why: string) => `${why} What was found stays.`,
    left: "What you have here is kept in this browser: the last four games, also when the tab is closed.",
  },

  another: "Another game",
  study: "Study: lines, book and games",
  names: (black: string, white: string) => `${black || "Black"} – ${white || "White"}`,
  untitled: "A game",
  toMove: { black: "Black to move", white: "White to move" },
  over: "game over",
  opening: (name: string) => `Opening: ${name}`,

  outcomes: { win: "win", draw: "draw", loss: "loss" },
  /** As they stand on a square. */
  shortOutcomes: { win: "win", draw: "draw", loss: "loss" },
  standing: {
    even: "even",
    draw: "a draw",
    ahead: (side: string, count: number) => `${side} ahead by about ${count}`,
    winsBy: (side: string, count: number) => `${side} wins by ${count}`,
    wins: (side: string) => `${side} wins`,
  },
  players: {
    lost: (count: number) => plural(count, { one: "# disc lost", other: "# discs lost" }),
    lostHint: "Discs lost by all moves together",
    accuracy: (share: number) => `accuracy ${numbers.percent(share)}`,
    accuracyHint: "So many of 100 players in tournaments lose more discs a move",
  },
  certainties: { exact: "exact", proven: "proven", estimate: "estimate" },

  board: {
    values: "Values on the squares",
    valueNote: (value: string) => `value ${value}`,
    best: "best",
  },

  graph: {
    title: "Graph",
    slider: "Position of the game",
    curves: { value: "Value", discs: "Discs", mobility: "Mobility" },
    start: "Start",
    move: (ply: number, side: string, move: string) => `Move ${ply}, ${side} ${move}`,
    value: (text: string) => `for Black ${text}`,
    discs: (text: string) => `discs ${text}`,
    mobility: (text: string) => `mobility ${text}`,
    ply: (ply: number) => `Move ${ply}.`,
    unknown: "value not known",
  },

  finding: {
    title: "This move",
    none: "Nothing is known about this move yet.",
    whole: "The game",
    atStart: "Step on to see what each move was worth.",
    worst: (ply: number) => `Move ${ply} cost the most.`,
    see: "See this move",
    isBest: (move: string) => `${move} is the best move`,
    lost: (move: string, lost: string) => `${move} loses ${lost}`,
    underOne: "less than a disc",
    throws: (move: string, from: "win" | "draw" | "loss", to: "win" | "draw" | "loss") =>
      `${move} turns a ${from} into a ${to}`,
    better: (best: string, standing: string) => `Best was ${best}: ${standing}.`,
    now: (standing: string) => `Now: ${standing}.`,
    stays: (standing: string) => `The game stands: ${standing}.`,
    before: "See the choice",
    more: "More: lines, values, further reasons",
    others: "Further reasons",
    classes: {
      best: "Best move",
      good: "Good move",
      inaccuracy: "Inaccuracy",
      mistake: "Mistake",
      blunder: "Blunder",
    },
    best: (move: string) => `${move} is the best move.`,
    loses: (name: string, move: string, lost: string, best: string) =>
      `${name}: ${move} loses ${lost}. Best is ${best}.`,
    keeps: (name: string, move: string, lost: string, best: string) =>
      `${name}: ${move} loses about ${lost}, and the outcome stays. Best is ${best}.`,
    turns: (
      name: string,
      move: string,
      from: "win" | "draw" | "loss",
      to: "win" | "draw" | "loss",
      best: string,
    ) => `${name}: ${move} turns a ${from} into a ${to}. Best is ${best}.`,
    outcomes: (from: "win" | "draw" | "loss", to: "win" | "draw" | "loss") =>
      `It turns a ${from} into a ${to}.`,
    bestValue: (move: string, value: string) => `${move}: ${value}`,
    why: "Why",
    noReasons: "The reasons did not load. Analyse again to see them.",
    change: {
      title: "What would have made it good",
      ask: "Look for a disc that would have made it good",
      asking: (share: number) => `The engine tries other discs: ${numbers.percent(share)}.`,
      stop: "Stop looking",
      none: "No change of one disc would have made it the best move.",
      sentence: ({ square, disc }: CounterfactualReport, move: string) => {
        const other =
          disc === null
            ? `${square} were empty`
            : `${{ black: "Black", white: "White" }[disc]} had the disc on ${square}`;
        return `If ${other}, ${move} would be the best move.`;
      },
    },
    showSquares: (squares: string) => `Mark ${squares} on the board`,
    bestLine: "Best line",
    playedLine: "After the move",
    play: (move: string, at: number) => `${move}, move ${at} of the line`,
  },

  lessons,

  mistakes: {
    title: "Where it was decided",
    none: "No mistake was found.",
    item: (ply: number, side: string, move: string) => `${ply} ${side} ${move}`,
  },

  lines: {
    title: "Best moves here",
    most: "On which moves",
    best: (count: number) => (count === 0 ? "all moves" : count === 1 ? "the best" : `the best ${count}`),
    endless: "Think on",
    threads: "Threads",
    hash: "Hash table",
    play: (move: string) => `Play ${move}`,
    depth: (plies: number) => `Depth ${plies}. Plain: estimate; bold: exact; underlined: proven.`,
  },

  tree: {
    title: "Variations",
    none: "Play any legal move on the board: it becomes a variation.",
    comment: "Comment on this position",
    makeMain: "Make this the main line",
    remove: "Take this move out",
    removed: "The move and what followed it were taken out.",
    main: "Back to the main line",
    leftOut: (count: number) =>
      plural(count, {
        one: "One variation of the record is left out from a move on: it breaks the rules, or there are too many.",
        other:
          "# variations of the record are left out from a move on: they break the rules, or are too many.",
      }),
    variation: (move: string) => `Variation with ${move}`,
  },

  learn: {
    title: "Learn from your mistakes",
    intro: "See each wrong move once more, and find a better one.",
    side: "Whose mistakes",
    both: "Both",
    start: "Begin",
    none: "There are no mistakes to learn from.",
    task: (number: number, all: number, side: string, move: string) =>
      `${number} of ${all}. ${side} played ${move} here. Find a better move.`,
    checking: (move: string) => `${move}: the engine looks at it.`,
    right: (move: string) => `${move} is right.`,
    asGood: (move: string, best: string) => `${move} is right: not worse than ${best}.`,
    played: (move: string, lost: string) => `${move} was the move of the game: it loses ${lost}.`,
    wrong: (move: string, lost: string) => `${move} loses ${lost}. Try another one.`,
    wrongOutcome: (move: string, outcome: string) => `${move} leads to a ${outcome}. Try another one.`,
    solution: "Show the best move",
    shown: (best: string) => `Best is ${best}.`,
    next: "Next",
    leave: "End",
    finished: (right: number, all: number) =>
      `That was the last one. You found ${right} of ${all} at the first attempt.`,
  },

  practice: {
    title: "Practice from here",
    intro: "Play on from the position on the board.",
    color: "Your colour",
    server: "Against a bot of the server",
    engine: "Against the engine in this browser",
    levelHint: "The engine's moves become a variation.",
    start: "Play here",
    leave: "Stop playing",
    yourTurn: "Your turn.",
    thinking: "The engine thinks.",
    loading: "The engine is loading.",
    over: (black: number, white: number) => `The game is over: ${black}–${white}.`,
    gameOver: "The game is over here: there is nothing to play.",
    offline: "There is no connection to the server: only the engine in this browser plays.",
  },

  export: {
    title: "Export",
    formats: {
      link: "Link to this position",
      transcript: "Moves",
      ggf: "GGF",
      sgf: "SGF with variations",
      svg: "Diagram, SVG",
      png: "Diagram, PNG",
      sheet: "Numbered game, PNG",
      gif: "Moving picture, GIF",
    },
    copy: "Copy",
    copied: "Copied.",
    select: "This page may not copy: select the text and copy it yourself.",
    text: "Text",
    save: "Save as a file",
    saved: (name: string) => `Saved as ${name}.`,
    mainLineOnly: "This format holds one line: the one on the board.",
    cannot: (why: string) => `This format cannot hold the game: ${why}.`,
    drawing: "The picture is being drawn.",
    noPicture: "This browser could not draw the picture. Save the SVG instead.",
    diagram: (position: string) => `Position ${position}`,
  },

  openings: "My openings",
  link: "Analyse",
};
