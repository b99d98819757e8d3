//! What a person types at the board of draughts.

/// The answer to `help`.
pub(super) const HELP: &str = "\
A move: its number in the list, or its squares: 11-15, `11 15`, or 15x22 for a
capture. Who can capture must, and goes on capturing with the same piece.
b and w are men, B and W kings; Black's men move down, White's up.
  board    prints the board
  help     prints this text
  quit     ends the game (so does resign)";

/// A line that a person has typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BoardCommand {
    Help,
    Board,
    Quit,
    /// A move, or what is meant as one.
    Move(String),
}

impl BoardCommand {
    pub(super) fn of_line(line: &str) -> BoardCommand {
        match line.to_ascii_lowercase().as_str() {
            "help" | "h" | "?" => BoardCommand::Help,
            "board" | "b" => BoardCommand::Board,
            "quit" | "q" | "exit" | "resign" => BoardCommand::Quit,
            _ => BoardCommand::Move(line.to_owned()),
        }
    }
}
