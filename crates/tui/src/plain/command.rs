//! The commands of plain mode.

use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;
use willow_board::Square;
use willow_engine::Level;
use willow_files::Overwrite;
use willow_records::paip_text::square_of_number;

use crate::local_game::GameCommand;
use crate::notification::AdviceKind;
use crate::options::BoardPrinting;

/// The list of commands. Those that end a game have no short form.
pub(crate) const HELP: &str = "\
a1 to h8      place a disc on that square (passes are automatic); several
              squares in a line are played one after the other: f5 d6 c3.
              56 is f5, as PAIP numbers the squares
undo     u    take back the moves since your last turn
redo     r    redo the moves that were taken back
hint     i    show a good move
value    v    show the value in discs for the side to move
moves    m    list the legal moves
score    d    count the discs
clock    c    show the time that is left
board    b    show the board; board row 3, board column c, board f5 tell
              what is there
thought  t    tell what a program thought about its last move
board off     announce what changes instead of printing the board; board on
switch   s    switch sides
new           start a new game; the one on the board is kept
resign        resign the game
save FILE     save the game to a file (save! FILE replaces a file); w FILE
load FILE     load the first game of a file and continue from its end; l FILE
games WORDS   list the games of that file that have these words; game 5 loads
              the fifth
analyze  y    analyze the game: its graph, mistakes and their reasons
              (analyze LEVEL: 1 to 60, quick to thorough)
quit     q    quit; an unfinished game is saved";

/// A line typed in plain mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlainCommand {
    /// An empty line.
    Empty,
    Game(GameCommand),
    /// Play several moves, one after the other.
    Moves(Vec<Square>),
    /// Begin again from the same position, or after the same opening.
    NewGame,
    /// Show the board or a part of it, or change what is shown by itself.
    Board(BoardCommand),
    /// List the legal moves.
    LegalMoves,
    /// Tell what a program thought about its last move.
    Thought,
    /// Count the discs.
    Score,
    /// Show the clocks.
    Clock,
    /// Analyze the game, at a level if one is given.
    Analyze(Option<Level>),
    /// Save the game to a file.
    Save(PathBuf, Overwrite),
    /// Load a game from a file.
    Load(PathBuf),
    /// List the games of the file that have these words.
    ListGames(String),
    /// Load the game of the file with this number, counted from 1.
    OpenGame(usize),
    /// Print the list of commands.
    Help,
    Quit,
}

/// What `board` is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardCommand {
    /// Print the board.
    Print,
    /// Print the board after every change, or announce the changes.
    Set(BoardPrinting),
    /// Tell what is on a row, counted from 0.
    Row(u32),
    /// Tell what is on a column, counted from 0.
    Column(u32),
    /// Tell what is on a square.
    Square(Square),
}

/// The line is not a valid command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ParsePlainCommandError {
    /// There is no such command.
    #[error("unknown command `{0}`; type `help` for a list")]
    Unknown(String),
    /// The file name is missing.
    #[error("`{0}` needs a file name")]
    FileMissing(&'static str),
    /// The level is none.
    #[error("`{0}` is not a level; type `analyze`, or `analyze` and a number from 1 to 60")]
    NoLevel(String),
    /// What follows `game` is not a number.
    #[error("`{0}` is not a game number; type `game` and a number, or `games`")]
    NoGame(String),
    /// What follows `board` is not a part of it.
    #[error("`{0}` is not a part of the board; type `board row 3`, `board column c` or `board f5`")]
    NoPart(String),
}

impl FromStr for PlainCommand {
    type Err = ParsePlainCommandError;

    fn from_str(line: &str) -> Result<PlainCommand, ParsePlainCommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        let file = |name| match rest {
            "" => Err(ParsePlainCommandError::FileMissing(name)),
            path => Ok(PathBuf::from(path)),
        };
        match word.as_str() {
            "" => return Ok(PlainCommand::Empty),
            "save" | "w" => return Ok(PlainCommand::Save(file("save")?, Overwrite::Never)),
            "save!" | "w!" => return Ok(PlainCommand::Save(file("save!")?, Overwrite::Always)),
            "load" | "l" => return Ok(PlainCommand::Load(file("load")?)),
            "games" => return Ok(PlainCommand::ListGames(rest.to_owned())),
            "game" => {
                let none = || ParsePlainCommandError::NoGame(beginning(rest));
                return rest.parse().map(PlainCommand::OpenGame).map_err(|_| none());
            }
            "analyze" | "y" => return Ok(PlainCommand::Analyze(level(rest)?)),
            "board" | "b" => return Ok(PlainCommand::Board(board_command(rest)?)),
            word if rest.is_empty() => {
                if let Some(command) = command_of_one_word(word) {
                    return Ok(command);
                }
            }
            _ => {}
        }
        let squares = squares(line).map(PlainCommand::Moves);
        squares.ok_or_else(|| ParsePlainCommandError::Unknown(beginning(line)))
    }
}

/// Reads a command that has nothing behind it.
fn command_of_one_word(word: &str) -> Option<PlainCommand> {
    Some(match word {
        "moves" | "m" => PlainCommand::LegalMoves,
        "thought" | "t" => PlainCommand::Thought,
        "score" | "d" => PlainCommand::Score,
        "clock" | "c" => PlainCommand::Clock,
        "new" => PlainCommand::NewGame,
        "help" | "?" => PlainCommand::Help,
        "quit" | "exit" | "q" => PlainCommand::Quit,
        "undo" | "u" => PlainCommand::Game(GameCommand::Undo),
        "redo" | "r" => PlainCommand::Game(GameCommand::Redo),
        "hint" | "i" => PlainCommand::Game(GameCommand::Ask(AdviceKind::Hint)),
        "value" | "v" => PlainCommand::Game(GameCommand::Ask(AdviceKind::Value)),
        "switch" | "s" => PlainCommand::Game(GameCommand::SwitchSides),
        "resign" => PlainCommand::Game(GameCommand::Resign),
        square => PlainCommand::Game(GameCommand::Place(square_of(square)?)),
    })
}

/// Reads a square by its name, or by its number in PAIP: 56 is f5.
fn square_of(word: &str) -> Option<Square> {
    let by_number = || square_of_number(word.parse().ok().filter(|_| word.len() == 2)?);
    word.parse().ok().or_else(by_number)
}

/// Reads what follows `board`.
fn board_command(rest: &str) -> Result<BoardCommand, ParsePlainCommandError> {
    let words: Vec<String> = rest.split_whitespace().map(str::to_ascii_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let index = |text: &str, first: char| {
        let mut letters = text.chars();
        let index = u32::from(letters.next()?).checked_sub(u32::from(first))?;
        (index < 8 && letters.next().is_none()).then_some(index)
    };
    let row = |text| index(text, '1').map(BoardCommand::Row);
    let column = |text| index(text, 'a').map(BoardCommand::Column);
    let command = match words[..] {
        [] => Some(BoardCommand::Print),
        ["on"] => Some(BoardCommand::Set(BoardPrinting::On)),
        ["off"] => Some(BoardCommand::Set(BoardPrinting::Off)),
        ["row" | "r", word] => row(word),
        ["column" | "col" | "c", word] => column(word),
        [word] => {
            row(word).or_else(|| column(word)).or_else(|| square_of(word).map(BoardCommand::Square))
        }
        _ => None,
    };
    command.ok_or_else(|| ParsePlainCommandError::NoPart(beginning(rest)))
}

/// Reads several squares, with blanks between them or without.
fn squares(line: &str) -> Option<Vec<Square>> {
    let letters: Vec<char> = line.chars().filter(|letter| !letter.is_whitespace()).collect();
    letters.chunks(2).map(|pair| square_of(&String::from_iter(pair))).collect()
}

/// Reads the level of an analysis, if there is one.
fn level(text: &str) -> Result<Option<Level>, ParsePlainCommandError> {
    let level = |number: u32| Level::new(number).ok();
    match (text, text.parse().ok().and_then(level)) {
        ("", _) => Ok(None),
        (_, Some(level)) => Ok(Some(level)),
        _ => Err(ParsePlainCommandError::NoLevel(beginning(text))),
    }
}

/// Returns what an error message repeats of `text`.
fn beginning(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    text.chars().take(MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    #[test]
    fn moves_commands_and_file_names_are_read() {
        let read = |line: &str| line.parse::<PlainCommand>().unwrap();
        assert_eq!(read(" F5 \r\n"), PlainCommand::Game(GameCommand::Place(Square::F5)));
        assert_eq!(read("HINT"), PlainCommand::Game(GameCommand::Ask(AdviceKind::Hint)));
        assert_eq!(read("analyze"), PlainCommand::Analyze(None));
        assert_eq!(read("Analyze 8"), PlainCommand::Analyze(Level::new(8).ok()));
        assert_eq!(read("  "), PlainCommand::Empty);
        let path = PathBuf::from("My game.ggf");
        assert_eq!(read("save My game.ggf"), PlainCommand::Save(path.clone(), Overwrite::Never));
        assert_eq!(read("w! My game.ggf"), PlainCommand::Save(path, Overwrite::Always));
        assert_eq!(read("U"), PlainCommand::Game(GameCommand::Undo));
        assert_eq!(read("new"), PlainCommand::NewGame);
        assert_eq!(read("games Ann Tiger"), PlainCommand::ListGames("Ann Tiger".to_owned()));
        assert_eq!(read("game 5"), PlainCommand::OpenGame(5));
        assert_eq!((read("t"), read("thought")), (PlainCommand::Thought, PlainCommand::Thought));
    }

    #[test]
    fn several_squares_are_several_moves() {
        let moves = PlainCommand::Moves(vec![Square::F5, Square::D6, Square::C3]);
        for line in ["f5 d6 c3", "f5d6c3", "F5D6 c3", "56 64 33"] {
            assert_eq!(line.parse(), Ok(moves.clone()), "{line}");
        }
        assert_eq!("56".parse(), Ok(PlainCommand::Game(GameCommand::Place(Square::F5))));
        for line in ["f5 d9", "f5 d", "f5, d6", "59", "5", "056"] {
            assert!(line.parse::<PlainCommand>().is_err(), "{line}");
        }
    }

    #[test]
    fn parts_of_the_board_have_names() {
        let read = |line: &str| line.parse::<PlainCommand>();
        let board = |command| Ok(PlainCommand::Board(command));
        assert_eq!(read("b"), board(BoardCommand::Print));
        assert_eq!(read("board off"), board(BoardCommand::Set(BoardPrinting::Off)));
        assert_eq!(
            (read("board row 3"), read("b 3")),
            (read("b r 3"), board(BoardCommand::Row(2)))
        );
        assert_eq!(
            (read("board column C"), read("b c")),
            (read("b c c"), board(BoardCommand::Column(2)))
        );
        assert_eq!(read("b f5"), board(BoardCommand::Square(Square::F5)));
        assert_eq!(read("b 56"), board(BoardCommand::Square(Square::F5)));
        for line in ["board row 9", "board row", "b i", "b f9", "b row c", "b off on"] {
            assert!(matches!(read(line), Err(ParsePlainCommandError::NoPart(_))), "{line}");
        }
    }

    #[test]
    fn other_lines_are_refused_with_a_reason() {
        let error = |line: &str| line.parse::<PlainCommand>().unwrap_err().to_string();
        assert_eq!(error("f9"), "unknown command `f9`; type `help` for a list");
        assert_eq!(error("undo twice"), "unknown command `undo twice`; type `help` for a list");
        let no_level =
            "`61` is not a level; type `analyze`, or `analyze` and a number from 1 to 60";
        assert_eq!(error("analyze 61"), no_level);
        assert_eq!(
            error("game x"),
            "`x` is not a game number; type `game` and a number, or `games`"
        );
        assert_eq!(error("load"), "`load` needs a file name");
    }
}
