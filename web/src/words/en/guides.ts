// English: the pages that are read from the beginning to the end: the rules, and playing by ear. They are a script of
// their own, because few readers need them.

/** A part of a page: a heading and paragraphs. */
export interface GuidePart {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** A page of text. */
export interface Guide {
  readonly title: string;
  readonly intro: string;
  readonly parts: readonly GuidePart[];
}

const rules = {
  title: "The rules of Othello",
  intro: "They take a minute to learn. The rules are here without a connection, too.",
  /** Names of the two boards. */
  boards: { start: "The start: Black is to move.", after: "After f5: the disc on e5 is black now." },
  parts: [
    {
      title: "Board and discs",
      paragraphs: [
        "Two players, Black and White, play on a board of 8 by 8 squares. A disc is black on one side and white on the other.",
        "Columns are called a to h from left to right, rows 1 to 8 from top to bottom. Four discs lie in the centre at the start: white on d4 and e5, black on e4 and d5. Black moves first.",
      ],
    },
    {
      title: "A move",
      paragraphs: [
        "Put a disc of your colour on an empty square, so that it and another disc of your colour have only discs of your opponent between them, in a straight line: along the row, the column or a diagonal.",
        "All discs between them turn to your colour, in every direction at once. A move must turn at least one disc. Nothing turns that is not between the new disc and another one of yours.",
      ],
    },
    {
      title: "Pass",
      paragraphs: [
        "Who has no legal move passes, and the other player moves again. Who has a legal move must play one.",
      ],
    },
    {
      title: "The end",
      paragraphs: [
        "The game ends when neither player can move, usually when the board is full. Who has more discs wins. In tournaments, empty squares count for the winner.",
      ],
    },
    {
      title: "First advice",
      paragraphs: [
        "Many discs early are no advantage: they give your opponent moves. Try to have many moves yourself, and to leave few.",
        "A disc in a corner can never be turned. Do not play beside an empty corner without a reason.",
      ],
    },
  ] as readonly GuidePart[],
  play: "Play over the board",
};

const byEar = {
  title: "Playing by ear",
  intro:
    "This page is for you if you play with a screen reader, with the keyboard alone, or without looking at the board. Everything on this site can be done without a mouse and without seeing it.",
  parts: [
    {
      title: "Begin a game",
      paragraphs: [
        "On the first page, the button Play finds an opponent. Play a bot begins at once, and most bots have no clock. Over the board needs no connection at all.",
        "When a game begins, the page of the game opens by itself, and the focus is on its heading. The Tab key leads to the board, the players and their clocks, the moves, the actions and the chat, always in this order.",
      ],
    },
    {
      title: "Two ways to move",
      paragraphs: [
        "The first way is to type the square: f, then 5, then Enter. This works from anywhere on the page of a game. If your screen reader uses letters itself, switch it to focus mode: Insert and Space in NVDA, and JAWS does it by itself on the board. VoiceOver and Orca need nothing.",
        "The second way is the command line. Press the slash key, type f5 and Enter. The answer is read at once, and the focus stays, so that you can ask and play from there for a whole game. Escape leads back to the board.",
      ],
    },
    {
      title: "What you hear by itself",
      paragraphs: [
        "Each move is read when it is made: who moved where, which discs turned, how many moves the other side has, and the score, Black's discs first. Low time and the result interrupt everything else.",
        "Settings, How much is read has three steps. Little reads the move alone. Normal is the sentence above. Much adds the list of the legal moves and the number of empty squares.",
        "Sounds for moves, passes, messages and low time are off at first. They are in the settings, one switch each.",
      ],
    },
    {
      title: "Ask for the board",
      paragraphs: [
        "On the board, the arrow keys go from square to square, and each says what lies on it and how many discs a move there would turn. Home and End go along the row, Page up and Page down along the column.",
        "On the command line, one letter asks for more. These are all commands:",
      ],
    },
    {
      title: "Blindfold",
      paragraphs: [
        "With the setting Blindfold, squares say their names only, and no disc is to be seen. Moves are still read, and the commands still answer when you ask. When the game is over, the board is there again.",
      ],
    },
    {
      title: "Look at a game afterwards",
      paragraphs: [
        "Analyse, below a game that is over, opens the analysis. The list of mistakes comes with a sentence for each: what the move lost, which one was better, and why. The left and right arrow keys go through the game, and each position says its value. The graph is a slider: it tells the value of each move.",
        "Lists of games, people and ratings are plain lists and tables, in which the keys of your screen reader for lists and tables work.",
      ],
    },
    {
      title: "Keys",
      paragraphs: [
        "The question mark opens the list of all keys on any page. If single keys disturb you, for example because you speak to your computer, switch them off in the settings.",
      ],
    },
    {
      title: "Reading on the screen",
      paragraphs: [
        "The settings also have high contrast, more space between letters, words and lines, and moves at a second press. The page follows your system's wish for less motion, and can be enlarged to 400 percent.",
      ],
    },
  ] as readonly GuidePart[],
  /** After which part the table of the commands stands. */
  commandsAfter: 3,
  commands: "Commands",
  toSettings: "Open the settings",
};

export default { rules, byEar };
