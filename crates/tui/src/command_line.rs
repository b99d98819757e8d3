//! The lines that people type in plain mode.

use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;
use willow_board::Move;

use crate::files::Overwrite;
use crate::news::Wish;
use crate::table::Command;

/// What the commands are.
pub(crate) const HELP: &str = "\
a1 to h8    place a disc there (passes happen by themselves)
undo        take back the moves since your last turn
redo        play again what was taken back
hint        show a good move
value       show what the position is worth, in discs for the side to move
switch      change sides
new         begin a new game
resign      give the game up
save FILE   write the game to a file (save! FILE replaces one)
load FILE   go on from the first game of a file
board       show the board
quit        leave; an unfinished game is kept";

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CommandLine {
    /// Nothing but blanks.
    Nothing,
    /// Something to do at the table.
    Table(Command),
    /// Shows the board.
    Board,
    /// Writes the game to a file.
    Save(PathBuf, Overwrite),
    /// Reads a game from a file.
    Load(PathBuf),
    /// Lists the commands.
    Help,
    /// Leaves.
    Quit,
}

/// The line is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ParseCommandError {
    /// No command has this name.
    #[error("`{0}` is neither a square nor a command; `help` lists them.")]
    Unknown(String),
    /// The command needs the name of a file.
    #[error("`{0}` needs the name of a file.")]
    FileMissing(&'static str),
}

impl FromStr for CommandLine {
    type Err = ParseCommandError;

    fn from_str(line: &str) -> Result<CommandLine, ParseCommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_lowercase();
        let file = |name| match rest.trim() {
            "" => Err(ParseCommandError::FileMissing(name)),
            path => Ok(PathBuf::from(path)),
        };
        match word.as_str() {
            "" => return Ok(CommandLine::Nothing),
            "save" => return Ok(CommandLine::Save(file("save")?, Overwrite::Never)),
            "save!" => return Ok(CommandLine::Save(file("save!")?, Overwrite::Always)),
            "load" => return Ok(CommandLine::Load(file("load")?)),
            _ if !rest.is_empty() => {}
            "board" => return Ok(CommandLine::Board),
            "help" | "?" => return Ok(CommandLine::Help),
            "quit" | "exit" | "q" => return Ok(CommandLine::Quit),
            word => {
                if let Some(command) = table_command(word) {
                    return Ok(CommandLine::Table(command));
                }
            }
        }
        Err(ParseCommandError::Unknown(line.chars().take(40).collect()))
    }
}

/// Reads a move, or the name of what people do at the table.
fn table_command(word: &str) -> Option<Command> {
    Some(match word {
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "hint" => Command::Ask(Wish::Hint),
        "value" => Command::Ask(Wish::Value),
        "switch" => Command::SwitchSides,
        "new" => Command::NewGame,
        "resign" => Command::Resign,
        _ => match word.parse().ok()? {
            Move::Place(square) => Command::Place(square),
            Move::Pass => Command::Pass,
        },
    })
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    #[test]
    fn moves_commands_and_file_names_are_read() {
        let read = |line: &str| line.parse::<CommandLine>().unwrap();
        assert_eq!(read(" F5 \r\n"), CommandLine::Table(Command::Place(Square::F5)));
        assert_eq!(read("pass"), CommandLine::Table(Command::Pass));
        assert_eq!(read("HINT"), CommandLine::Table(Command::Ask(Wish::Hint)));
        assert_eq!(read("  "), CommandLine::Nothing);
        let path = PathBuf::from("My game.ggf");
        assert_eq!(read("save My game.ggf"), CommandLine::Save(path, Overwrite::Never));
    }

    #[test]
    fn other_lines_are_refused_with_a_reason() {
        let error = |line: &str| line.parse::<CommandLine>().unwrap_err().to_string();
        assert_eq!(error("f9"), "`f9` is neither a square nor a command; `help` lists them.");
        assert_eq!(
            error("undo twice"),
            "`undo twice` is neither a square nor a command; `help` lists them."
        );
        assert_eq!(error("load"), "`load` needs the name of a file.");
    }
}
