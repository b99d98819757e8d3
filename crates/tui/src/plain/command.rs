//! The commands of plain mode.

use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;
use willow_board::Move;
use willow_engine::Level;
use willow_files::Overwrite;

use crate::local_game::GameCommand;
use crate::notification::AdviceKind;

/// The list of commands.
pub(crate) const HELP: &str = "\
a1 to h8    place a disc on that square (passes are automatic)
undo        take back the moves since your last turn
redo        redo the moves that were taken back
hint        show a good move
value       show the value in discs for the side to move
switch      switch sides
new         start a new game
resign      resign the game
save FILE   save the game to a file (save! FILE replaces a file)
load FILE   load the first game of a file and continue from its end
analyze     analyze the game: its graph, mistakes and their reasons
            (analyze LEVEL: 1 to 60, quick to thorough)
board       show the board
quit        quit; an unfinished game is saved";

/// A line typed in plain mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlainCommand {
    /// An empty line.
    Empty,
    /// A command to the game.
    Game(GameCommand),
    /// Print the board.
    Board,
    /// Analyze the game, at a level if one is given.
    Analyze(Option<Level>),
    /// Save the game to a file.
    Save(PathBuf, Overwrite),
    /// Load a game from a file.
    Load(PathBuf),
    /// Print the list of commands.
    Help,
    /// Quit.
    Quit,
}

/// The line is not a valid command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ParsePlainCommandError {
    /// There is no such command.
    #[error("Unknown command `{0}`. Type `help` for a list.")]
    Unknown(String),
    /// The file name is missing.
    #[error("`{0}` needs a file name.")]
    FileMissing(&'static str),
    /// The level is none.
    #[error("`{0}` is no level. Type `analyze`, or `analyze` and a number from 1 to 60.")]
    NoLevel(String),
}

impl FromStr for PlainCommand {
    type Err = ParsePlainCommandError;

    fn from_str(line: &str) -> Result<PlainCommand, ParsePlainCommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_lowercase();
        let file = |name| match rest.trim() {
            "" => Err(ParsePlainCommandError::FileMissing(name)),
            path => Ok(PathBuf::from(path)),
        };
        match word.as_str() {
            "" => return Ok(PlainCommand::Empty),
            "save" => return Ok(PlainCommand::Save(file("save")?, Overwrite::Never)),
            "save!" => return Ok(PlainCommand::Save(file("save!")?, Overwrite::Always)),
            "load" => return Ok(PlainCommand::Load(file("load")?)),
            "analyze" => return Ok(PlainCommand::Analyze(level(rest.trim())?)),
            _ if !rest.is_empty() => {}
            "board" => return Ok(PlainCommand::Board),
            "help" | "?" => return Ok(PlainCommand::Help),
            "quit" | "exit" | "q" => return Ok(PlainCommand::Quit),
            word => {
                if let Some(command) = game_command(word) {
                    return Ok(PlainCommand::Game(command));
                }
            }
        }
        Err(ParsePlainCommandError::Unknown(line.chars().take(40).collect()))
    }
}

/// Reads the level of an analysis, if there is one.
fn level(text: &str) -> Result<Option<Level>, ParsePlainCommandError> {
    let level = |number: u32| Level::new(number).ok();
    match (text, text.parse().ok().and_then(level)) {
        ("", _) => Ok(None),
        (_, Some(level)) => Ok(Some(level)),
        _ => Err(ParsePlainCommandError::NoLevel(text.chars().take(40).collect())),
    }
}

/// Reads a move or the name of a command to the game.
fn game_command(word: &str) -> Option<GameCommand> {
    Some(match word {
        "undo" => GameCommand::Undo,
        "redo" => GameCommand::Redo,
        "hint" => GameCommand::Ask(AdviceKind::Hint),
        "value" => GameCommand::Ask(AdviceKind::Value),
        "switch" => GameCommand::SwitchSides,
        "new" => GameCommand::NewGame,
        "resign" => GameCommand::Resign,
        _ => match word.parse().ok()? {
            Move::Place(square) => GameCommand::Place(square),
            Move::Pass => GameCommand::Pass,
        },
    })
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    #[test]
    fn moves_commands_and_file_names_are_read() {
        let read = |line: &str| line.parse::<PlainCommand>().unwrap();
        assert_eq!(read(" F5 \r\n"), PlainCommand::Game(GameCommand::Place(Square::F5)));
        assert_eq!(read("pass"), PlainCommand::Game(GameCommand::Pass));
        assert_eq!(read("HINT"), PlainCommand::Game(GameCommand::Ask(AdviceKind::Hint)));
        assert_eq!(read("analyze"), PlainCommand::Analyze(None));
        assert_eq!(read("Analyze 8"), PlainCommand::Analyze(Level::new(8).ok()));
        assert_eq!(read("  "), PlainCommand::Empty);
        let path = PathBuf::from("My game.ggf");
        assert_eq!(read("save My game.ggf"), PlainCommand::Save(path, Overwrite::Never));
    }

    #[test]
    fn other_lines_are_refused_with_a_reason() {
        let error = |line: &str| line.parse::<PlainCommand>().unwrap_err().to_string();
        assert_eq!(error("f9"), "Unknown command `f9`. Type `help` for a list.");
        assert_eq!(error("undo twice"), "Unknown command `undo twice`. Type `help` for a list.");
        let no_level = "`61` is no level. Type `analyze`, or `analyze` and a number from 1 to 60.";
        assert_eq!(error("analyze 61"), no_level);
        assert_eq!(error("load"), "`load` needs a file name.");
    }
}
